//! Pictures of people. What is uploaded is read as a picture, turned upright, made small and written anew: what else the
//! file held (a place, a script, another format) does not survive, and the file itself is not kept.

use super::users::User;
use super::{Session, audit, profile};
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::limits;
use crate::http::valid::judge;
use domain_core::identity::Avatar;
use domain_core::validation::{Code, NoContext};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use serde_json::json;
use sqlx::Row;
use std::io::Cursor;
use tokio::sync::Semaphore;

/// Where they are served from.
pub const PATH: &str = "/media/avatars/";
const SIDE_PIXELS: u32 = 512;
const QUALITY: u8 = 85;
const LONGEST_SIDE_PIXELS: u32 = 10_000;
/// Sixteen megapixels of four bytes; a file that promises more is not unpacked.
const MOST_MEMORY_BYTES: u64 = 64 * 1024 * 1024;
const FORMATS: [ImageFormat; 3] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
const NOT_A_PICTURE: &str =
    "This is not a picture that we can read. Use a JPEG, PNG or WebP of at most 16 megapixels.";

/// Unpacking takes memory: one after the other.
static UNPACKING: Semaphore = Semaphore::const_new(1);

/// A file that was uploaded.
pub struct Upload {
    pub name: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
}

/// Makes the upload the person's picture.
///
/// # Errors
/// 422 for what is no picture, or too large; 429.
pub async fn save(app: &AppState, session: &Session, upload: Upload) -> Result<User, ApiError> {
    let form = Avatar {
        name: upload.name,
        size: i64::try_from(upload.bytes.len()).unwrap_or(i64::MAX),
        media_type: upload.media_type,
    };
    judge(&form, &NoContext {})?;
    limits::count(app, limits::AVATARS, &session.user_id).await?;
    let turn = UNPACKING.acquire().await.map_err(ApiError::internal)?;
    let bytes = upload.bytes;
    let redrawn = tokio::task::spawn_blocking(move || redrawn(&bytes)).await;
    drop(turn);
    let not_a_picture = || ApiError::refused_field("file", Code::UnsupportedType, NOT_A_PICTURE);
    let jpeg = redrawn
        .map_err(ApiError::internal)?
        .ok_or_else(not_a_picture)?;

    let name = app.random.token();
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    sqlx::query(
        "INSERT INTO avatars (user_id, name, jpeg, updated_at_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, jpeg = excluded.jpeg, updated_at_ms = excluded.updated_at_ms",
    )
    .bind(session.user_id.as_str())
    .bind(name.as_str())
    .bind(jpeg)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    sqlx::query("UPDATE profiles SET image = $2, updated_at_ms = $3 WHERE user_id = $1")
        .bind(session.user_id.as_str())
        .bind([PATH, &name].concat())
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    audit::append(&mut tx, app, &session.user_id, "avatar_saved", &json!({})).await?;
    tx.commit().await?;
    profile::user(app, session).await
}

/// A picture, by the end of its address.
///
/// # Errors
/// The database failed.
pub async fn find(app: &AppState, name: &str) -> Result<Option<Vec<u8>>, ApiError> {
    let row = sqlx::query("SELECT jpeg FROM avatars WHERE name = $1")
        .bind(name)
        .fetch_optional(&mut *app.db.read().await?)
        .await?;
    Ok(row.map(|row| row.try_get("jpeg")).transpose()?)
}

/// The picture as a JPEG of ours; `None` for what is no picture.
fn redrawn(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .ok()?;
    reader.format().filter(|format| FORMATS.contains(format))?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE_PIXELS);
    limits.max_image_height = Some(LONGEST_SIDE_PIXELS);
    limits.max_alloc = Some(MOST_MEMORY_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    if decoder.total_bytes() > MOST_MEMORY_BYTES {
        return None;
    }
    let orientation = decoder.orientation().ok()?;
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    picture.apply_orientation(orientation);
    let small = picture.resize_to_fill(SIDE_PIXELS, SIDE_PIXELS, FilterType::Triangle);
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    small.to_rgb8().write_with_encoder(encoder).ok()?;
    Some(jpeg)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(width, height)
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    #[test]
    fn pictures_become_small_jpegs() {
        for format in FORMATS {
            let jpeg = redrawn(&picture(format, 900, 300)).unwrap();
            let read = image::load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap();
            assert_eq!((read.width(), read.height()), (512, 512));
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let png = picture(ImageFormat::Png, 20, 20);
        let cut = png.get(..png.len() / 2).unwrap().to_vec();
        // A header that promises 60,000 by 60,000 pixels.
        let mut bomb = png.clone();
        bomb.splice(16..24, [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
        let svg =
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec();
        let page = b"<!doctype html><script>alert(1)</script>".to_vec();
        let gif = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;/*<script>*/".to_vec();
        for bytes in [Vec::new(), cut, bomb, svg, page, gif] {
            assert!(redrawn(&bytes).is_none());
        }
    }

    #[test]
    fn what_stands_behind_the_picture_does_not_survive() {
        let mut polyglot = picture(ImageFormat::Png, 20, 20);
        polyglot.extend_from_slice(b"<script>alert(1)</script>");
        let jpeg = redrawn(&polyglot).unwrap();
        assert!(!jpeg.windows(7).any(|window| window == b"<script"));
    }
}
