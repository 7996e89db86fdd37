//! Pictures from outside. What is given is read as a picture, turned upright and drawn anew: what else the file held (a
//! place, a script, another format) does not survive, and the file itself is not kept. What is drawn is served as
//! nothing but a picture.

use crate::error::ApiError;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use std::io::Cursor;
use tokio::sync::Semaphore;

const QUALITY: u8 = 85;
const LONGEST_SIDE_PIXELS: u32 = 10_000;
/// Sixteen megapixels of four bytes; a file that promises more is not unpacked.
const MOST_MEMORY_BYTES: u64 = 64 * 1024 * 1024;
/// What pictures of people and of brands may be.
pub const FORMATS: &[ImageFormat] = &[ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
/// What is said of a file that cannot be read.
pub const NOT_A_PICTURE: &str =
    "This is not a picture that we can read. Use a JPEG, PNG or WebP of at most 16 megapixels.";

/// Unpacking takes memory: one after the other.
static UNPACKING: Semaphore = Semaphore::const_new(1);

/// What the pictures that we draw are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    /// For what is transparent in places.
    Png,
}

impl Format {
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    pub const fn ending(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }
}

/// Reads a file as a picture and draws something with it; `None` for what is no picture.
///
/// # Errors
/// The server is ending.
pub async fn redrawn<T: Send + 'static>(
    bytes: Vec<u8>,
    draw: impl FnOnce(DynamicImage) -> Option<T> + Send + 'static,
) -> Result<Option<T>, ApiError> {
    redrawn_from(bytes, FORMATS, draw).await
}

/// The same for a file that may be of other formats.
///
/// # Errors
/// The server is ending.
pub async fn redrawn_from<T: Send + 'static>(
    bytes: Vec<u8>,
    formats: &'static [ImageFormat],
    draw: impl FnOnce(DynamicImage) -> Option<T> + Send + 'static,
) -> Result<Option<T>, ApiError> {
    let turn = UNPACKING.acquire().await.map_err(ApiError::internal)?;
    let drawn = tokio::task::spawn_blocking(move || {
        // Kept until it is done, though whoever sent it may have hung up long ago.
        let _turn = turn;
        read(&bytes, formats).and_then(draw)
    });
    drawn.await.map_err(ApiError::internal)
}

/// The picture in a file, upright.
fn read(bytes: &[u8], formats: &[ImageFormat]) -> Option<DynamicImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .ok()?;
    reader.format().filter(|format| formats.contains(format))?;
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
    Some(picture)
}

/// The whole picture, with no side longer than this; a small one stays as it is.
pub fn within(picture: &DynamicImage, side: u32) -> DynamicImage {
    if picture.width() <= side && picture.height() <= side {
        return picture.clone();
    }
    picture.resize(side, side, FilterType::Triangle)
}

/// The middle of the picture, in this size. It is cut before it is scaled: a picture of one pixel by ten thousand would
/// else become as wide as it is narrow.
pub fn middle(picture: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    let (from_width, from_height) = (u64::from(picture.width()), u64::from(picture.height()));
    let (to_width, to_height) = (u64::from(width), u64::from(height));
    // The largest part of the wanted shape; at least a pixel each way.
    let fits = |most: u64, side: u64| u32::try_from(side.clamp(1, most)).unwrap_or(1);
    let cut_width = fits(from_width, from_height * to_width / to_height.max(1));
    let cut_height = fits(from_height, from_width * to_height / to_width.max(1));
    let (left, top) = (
        (picture.width() - cut_width) / 2,
        (picture.height() - cut_height) / 2,
    );
    let part = imageops::crop_imm(picture, left, top, cut_width, cut_height);
    imageops::resize(&*part, width, height, FilterType::Triangle).into()
}

/// The picture as a file of ours.
pub fn written(picture: &DynamicImage, format: Format) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    match format {
        Format::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
            picture.to_rgb8().write_with_encoder(encoder).ok()?;
        }
        Format::Png => picture
            .to_rgba8()
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .ok()?,
    }
    Some(bytes)
}

/// Answers with a picture of ours. Its address is another one once it changes, so it is kept for ever; nothing in it is
/// run, whatever a browser takes it for.
pub fn served(
    bytes: Vec<u8>,
    format: Format,
    file_stem: &'static str,
    keep: &'static str,
) -> Response {
    let disposition = format!("inline; filename=\"{file_stem}.{}\"", format.ending());
    let headers: [(HeaderName, HeaderValue); 4] = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(format.media_type()),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; sandbox"),
        ),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_str(&disposition)
                .unwrap_or_else(|_| HeaderValue::from_static("inline")),
        ),
    ];
    (headers, bytes).into_response()
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
    fn the_middle_is_cut_before_it_is_scaled() {
        for (width, height) in [(10_000, 1), (1, 10_000), (900, 300), (1, 1), (3, 5)] {
            let long = DynamicImage::new_rgb8(width, height);
            let cut = middle(&long, 512, 512);
            assert_eq!(
                (cut.width(), cut.height()),
                (512, 512),
                "{width} by {height}"
            );
        }
        // Left and right of it do not show.
        let mut striped = image::RgbImage::new(300, 100);
        for (x, _, pixel) in striped.enumerate_pixels_mut() {
            *pixel = image::Rgb(if (100..200).contains(&x) {
                [255, 0, 0]
            } else {
                [0, 0, 0]
            });
        }
        let cut = middle(&striped.into(), 50, 50).to_rgb8();
        assert!(cut.pixels().all(|pixel| pixel.0 == [255, 0, 0]));
    }

    #[tokio::test]
    async fn pictures_are_drawn_one_after_the_other_though_their_senders_hang_up() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicUsize, Ordering};
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let wait = Arc::new(std::sync::Mutex::new(wait));
        let mut calls = Vec::new();
        for _ in 0..3 {
            let (now, most, started, wait) =
                (now.clone(), most.clone(), started.clone(), wait.clone());
            calls.push(tokio::spawn(redrawn(
                picture(ImageFormat::Png, 2, 2),
                move |_| {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    let _ = started.send(());
                    let _ = wait.lock().unwrap().recv();
                    now.fetch_sub(1, Ordering::SeqCst);
                    Some(())
                },
            )));
        }
        starts.recv().await.unwrap();
        // The first hangs up in the middle of it.
        calls.remove(0).abort();
        go.send(()).unwrap();
        for call in calls {
            starts.recv().await.unwrap();
            go.send(()).unwrap();
            assert_eq!(call.await.unwrap().unwrap(), Some(()));
        }
        assert_eq!(most.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn three_formats_are_read_and_two_are_written() {
        for format in FORMATS {
            let read = read(&picture(*format, 90, 30), FORMATS).unwrap();
            for (ours, written_as) in [
                (Format::Jpeg, ImageFormat::Jpeg),
                (Format::Png, ImageFormat::Png),
            ] {
                let bytes = written(&read, ours).unwrap();
                let again = image::load_from_memory_with_format(&bytes, written_as).unwrap();
                assert_eq!((again.width(), again.height()), (90, 30));
            }
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
            assert!(read(&bytes, FORMATS).is_none());
        }
    }

    #[test]
    fn what_stands_behind_the_picture_does_not_survive() {
        let mut polyglot = picture(ImageFormat::Png, 20, 20);
        polyglot.extend_from_slice(b"<script>alert(1)</script>");
        for format in [Format::Jpeg, Format::Png] {
            let ours = written(&read(&polyglot, FORMATS).unwrap(), format).unwrap();
            assert!(!ours.windows(7).any(|window| window == b"<script"));
        }
    }
}
