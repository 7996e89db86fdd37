//! Pictures: decoded, re-encoded, and served from our own origin only as pictures.

use crate::support::{Answer, Caller, World, fresh_email};
use axum::http::Method;
use serde_json::json;

pub const BOUNDARY: &str = "ajo-boundary";

pub async fn upload(person: &Caller, name: &str, media_type: &str, bytes: &[u8]) -> Answer {
    let head = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: {media_type}\r\n\r\n"
    );
    let tail = format!("\r\n--{BOUNDARY}--\r\n");
    let body = [head.as_bytes(), bytes, tail.as_bytes()].concat();
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    person
        .raw(Method::POST, "/api/profile/avatar", &content_type, body)
        .await
}

/// A PNG of this size.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(width, height)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

on_one! {
    async fn a_picture_is_resized_and_served(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut polyglot = png(900, 600);
        polyglot.extend_from_slice(b"<script>alert(1)</script>");
        let saved = upload(&ada, "me.png", "image/png", &polyglot).await;
        let image = saved.expect(200).data()["image"].as_str().unwrap().to_owned();
        assert_eq!(ada.get("/auth/me").await.data()["profile"]["image"], image);
        let served = world.caller().raw(Method::GET, &image, "", "").await;
        assert_eq!((served.status.as_u16(), served.header("content-type"), served.header("x-content-type-options")), (200, "image/jpeg", "nosniff"));
        assert_eq!(served.header("content-security-policy"), "default-src 'none'; sandbox");
        assert!(!served.text.contains("<script"));
        // The next one replaces it, at another URL.
        let next = upload(&ada, "me.png", "image/png", &png(10, 10)).await.expect(200).data()["image"].clone();
        assert_ne!(next, image);
        assert_eq!(world.caller().raw(Method::GET, &image, "", "").await.status, 404);
        assert_eq!(world.caller().raw(Method::GET, "/media/avatars/..%2f..%2fetc", "", "").await.status, 404);
    }

    async fn invalid_images_are_refused(world: World) {
        let ada = world.member(&fresh_email()).await;
        let page = b"<!doctype html><script>alert(1)</script>";
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
        upload(&ada, "me.svg", "image/svg+xml", svg).await.breaks(&[("name", "unsupported_type"), ("media_type", "unsupported_type")]);
        upload(&ada, "me.png", "image/png", svg).await.breaks(&[("file", "unsupported_type")]);
        upload(&ada, "me.jpg", "image/jpeg", page).await.breaks(&[("file", "unsupported_type")]);
        upload(&ada, "me.png", "text/html", &png(9, 9)).await.breaks(&[("media_type", "unsupported_type")]);
        upload(&ada, "me.png", "image/png", &[]).await.breaks(&[("size", "out_of_range")]);
        let whole = png(300, 300);
        upload(&ada, "me.png", "image/png", &whole[..whole.len() / 2]).await.breaks(&[("file", "unsupported_type")]);
        // The header claims 60,000 by 60,000 pixels.
        let mut bomb = whole.clone();
        bomb.splice(16..24, [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
        upload(&ada, "me.png", "image/png", &bomb).await.breaks(&[("file", "unsupported_type")]);
        upload(&ada, "me.png", "image/png", &vec![0; 5 * 1024 * 1024 + 1]).await.breaks(&[("size", "too_large")]);
        upload(&ada, "me.png", "image/png", &vec![0; 6 * 1024 * 1024]).await.refuses(413, "too_large");
        upload(&world.caller(), "me.png", "image/png", &png(9, 9)).await.refuses(401, "unauthenticated");
        let nothing = ada.raw(Method::POST, "/api/profile/avatar", "application/json", json!({}).to_string()).await;
        nothing.refuses(400, "file_missing");
    }
}
