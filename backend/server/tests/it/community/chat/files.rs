//! Files: re-encoded, or served as downloads, and private.

use super::{say, somebody};
use crate::identity::avatars::{BOUNDARY, png};
use crate::support::{Answer, Caller, World, fresh_email};
use crate::tenants::namesakes;
use axum::http::Method;
use serde_json::{Value, json};

pub const PDF: &[u8] = b"%PDF-1.7\n<script>alert(1)</script>\n%%EOF\n";

pub async fn attach(person: &Caller, name: &str, media_type: &str, bytes: &[u8]) -> Answer {
    attach_at(person, "/api/support/attachments", name, media_type, bytes).await
}

pub async fn attach_at(
    person: &Caller,
    path: &str,
    name: &str,
    media_type: &str,
    bytes: &[u8],
) -> Answer {
    let head = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: {media_type}\r\n\r\n"
    );
    let tail = format!("\r\n--{BOUNDARY}--\r\n");
    let body = [head.as_bytes(), bytes, tail.as_bytes()].concat();
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    person.raw(Method::POST, path, &content_type, body).await
}

pub async fn served(person: &Caller, path: &Value) -> Answer {
    person
        .raw(Method::GET, path.as_str().unwrap(), "", "")
        .await
}

async fn send(person: &mut Caller, name: &str, message: &str, files: &[&Value]) -> Answer {
    let body = json!({ "client_id": name, "message": message, "attachments": files });
    person.post("/support/messages", body).await
}

fn drawn(width: u32, height: u32, format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(width, height)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

on_one! {
    async fn a_picture_is_reencoded_and_attached_to_a_message(world: World) {
        let (mut ada, _) = somebody(world).await;
        let mut polyglot = png(3_000, 1_500);
        polyglot.extend_from_slice(b"<script>alert(1)</script>");
        let file = attach(&ada, "../My card.png", "image/png", &polyglot).await.expect(201).data().clone();
        assert_eq!((&file["type"], &file["name"]), (&json!("image"), &json!("My card.png")));
        let said = send(&mut ada, "message-1", "", &[&file["id"]]).await;
        assert_eq!(said.expect(201).data()["attachments"], json!([file]));
        // Stored once, with its file.
        assert_eq!(send(&mut ada, "message-1", "", &[&file["id"]]).await.expect(200).data(), said.data());
        assert_eq!(ada.get("/support/messages").await.data()["messages"][0]["attachments"], json!([file]));
        for (path, width) in [(&file["asset_url"], 2_048), (&file["thumb_url"], 480)] {
            let answer = served(&ada, path).await;
            assert_eq!((answer.status.as_u16(), answer.header("content-type"), answer.header("x-content-type-options")), (200, "image/jpeg", "nosniff"));
            assert_eq!((answer.header("content-security-policy"), answer.header("cache-control")), ("default-src 'none'; sandbox", "private, no-store"));
            let bytes = ada.bytes(path.as_str().unwrap()).await;
            assert!(!bytes.windows(7).any(|window| window == b"<script"));
            assert_eq!(image::load_from_memory(&bytes).unwrap().width(), width);
        }
    }

    async fn a_document_is_served_as_a_download(world: World) {
        let (ada, _) = somebody(world).await;
        let file = attach(&ada, "Statement.PDF", "application/pdf", PDF).await.expect(201).data().clone();
        assert_eq!((&file["type"], &file["thumb_url"]), (&json!("pdf"), &json!(null)));
        let answer = served(&ada, &file["asset_url"]).await;
        assert_eq!((answer.header("content-type"), answer.header("content-disposition")), ("application/pdf", "attachment; filename=\"document.pdf\""));
        assert_eq!((answer.header("content-security-policy"), answer.header("x-content-type-options")), ("default-src 'none'; sandbox", "nosniff"));
        assert_eq!(answer.text.as_bytes(), PDF);
        let thumb = json!(format!("{}/thumb", file["asset_url"].as_str().unwrap()));
        served(&ada, &thumb).await.refuses(404, "not_found");
        // The document is encrypted in the database.
        let rows = sqlx::query("SELECT sealed FROM chat_attachments").fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let sealed: Vec<u8> = sqlx::Row::get(&rows[0], "sealed");
        assert!(!sealed.windows(4).any(|window| window == b"%PDF"));
    }

    async fn a_file_not_matching_its_name_is_refused(world: World) {
        let (ada, _) = somebody(world).await;
        use image::ImageFormat::{Bmp, Gif};
        for (name, media_type, bytes) in [("a.gif", "image/gif", drawn(9, 9, Gif)), ("a.bmp", "image/bmp", drawn(9, 9, Bmp))] {
            attach(&ada, name, media_type, &bytes).await.expect(201);
        }
        let page = b"<!doctype html><script>alert(1)</script>";
        attach(&ada, "a.svg", "image/svg+xml", page).await.breaks(&[("name", "unsupported_type"), ("media_type", "unsupported_type")]);
        attach(&ada, "a.html", "text/html", page).await.breaks(&[("name", "unsupported_type"), ("media_type", "unsupported_type")]);
        attach(&ada, "a.pdf", "image/png", PDF).await.breaks(&[("media_type", "unsupported_type")]);
        let mut bomb = png(300, 300);
        bomb.splice(16..24, [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
        for (name, media_type, bytes) in [
            ("a.pdf", "application/pdf", page.as_slice()),
            ("a.pdf", "application/pdf", &png(9, 9)),
            ("a.png", "image/png", PDF),
            ("a.jpg", "image/jpeg", &png(9, 9)),
            ("a.gif", "image/gif", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;/*<script>*/"),
            ("a.png", "image/png", &bomb),
        ] {
            attach(&ada, name, media_type, bytes).await.breaks(&[("file", "unsupported_type")]);
        }
        attach(&ada, "a.png", "image/png", &[]).await.breaks(&[("size", "out_of_range")]);
        attach(&ada, "a.pdf", "application/pdf", &vec![0; 12 * 1024 * 1024 + 1]).await.breaks(&[("size", "too_large")]);
        attach(&ada, "a.pdf", "application/pdf", &vec![0; 13 * 1024 * 1024]).await.refuses(413, "too_large");
        attach(&world.caller(), "a.pdf", "application/pdf", PDF).await.refuses(401, "unauthenticated");
        let nothing = ada.raw(Method::POST, "/api/support/attachments", "application/json", "{}").await;
        nothing.refuses(400, "file_missing");
    }

    async fn other_users_can_neither_read_nor_attach_the_file(world: World) {
        let (ada, mut eno) = namesakes(world, &fresh_email()).await;
        let (mut obi, _) = somebody(world).await;
        let file = attach(&ada, "a.png", "image/png", &png(9, 9)).await.expect(201).data().clone();
        for other in [&mut obi, &mut eno] {
            for path in [&file["asset_url"], &file["thumb_url"]] {
                served(other, path).await.refuses(404, "not_found");
            }
            send(other, "message-1", "Mine", &[&file["id"]]).await.refuses(404, "not_found");
            // No message was stored.
            assert_eq!(other.get("/support/messages").await.data()["messages"], json!([]));
        }
        served(&world.caller(), &file["asset_url"]).await.refuses(401, "unauthenticated");
        let mut ada = ada;
        send(&mut ada, "message-1", "Mine", &[&file["id"]]).await.expect(201);
        send(&mut ada, "message-2", "Again", &[&file["id"]]).await.refuses(404, "not_found");
        let five = vec![&file["id"]; 5];
        send(&mut ada, "message-3", "Many", &five).await.breaks(&[("attachments", "too_long")]);
    }
}

on_both! {
    async fn stored_files_are_limited_in_total(world: World) {
        let (ada, user) = somebody(world).await;
        attach(&ada, "a.pdf", "application/pdf", PDF).await.expect(201);
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE chat_attachments SET bytes = 104857600 WHERE user_id = $1").bind(&user.id).execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        attach(&ada, "a.pdf", "application/pdf", PDF).await.breaks(&[("file", "too_large")]);
        // Unsent files are deleted after two days.
        world.advance_seconds(2 * 86_400 + 1);
        backend::jobs::retention::sweep(&world.app).await.unwrap();
        let left = sqlx::query("SELECT id FROM chat_attachments").fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(left.len(), 0);
    }
}

on_one! {
    async fn uploads_are_limited_to_twenty_an_hour(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let (mut ada, _) = somebody(world).await;
        for _ in 0..20 {
            attach(&ada, "a.pdf", "application/pdf", PDF).await.expect(201);
        }
        attach(&ada, "a.pdf", "application/pdf", PDF).await.refuses(429, "too_many_requests");
        say(&mut ada, "message-1", "Words go on").await.expect(201);
    }
}
