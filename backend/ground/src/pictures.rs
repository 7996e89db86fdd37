//! Uploaded images. A file is decoded, turned upright and re-encoded: its other content (a location, a script, a
//! different format) does not survive, and the file itself is not stored. The result is served only as an image.

use crate::error::ApiError;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::metadata::Orientation;
use image::{
    DynamicImage, GrayAlphaImage, GrayImage, ImageDecoder, ImageFormat, ImageReader, Limits,
    RgbImage, RgbaImage,
};
use std::io::Cursor;
use tokio::sync::Semaphore;

const QUALITY: u8 = 85;
const LONGEST_SIDE_PIXELS: u32 = 10_000;
/// The maximum size of an image; a file that declares more is not decoded.
const MOST_PIXELS: u64 = 16 * 1024 * 1024;
/// Four bytes per pixel. Decoding a progressive JPEG takes three times as much.
const MOST_MEMORY_BYTES: u64 = 4 * MOST_PIXELS;
/// Formats of uploaded profile and brand images.
pub const FORMATS: &[ImageFormat] = &[ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
/// The message for unreadable files.
pub const NOT_A_PICTURE: &str =
    "This is not a picture that we can read. Use a JPEG, PNG or WebP of at most 16 megapixels.";

/// Decoding takes memory: one at a time.
static UNPACKING: Semaphore = Semaphore::const_new(1);

/// Output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    /// For images with transparency.
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

/// Decodes an image and transforms it; `None` if it is not a valid image.
///
/// # Errors
/// The server is shutting down.
pub async fn redrawn<T: Send + 'static>(
    bytes: Vec<u8>,
    draw: impl FnOnce(Picture) -> Option<T> + Send + 'static,
) -> Result<Option<T>, ApiError> {
    redrawn_from(bytes, FORMATS, draw).await
}

/// Decodes an image in one of the given formats and transforms it.
///
/// # Errors
/// The server is shutting down.
pub async fn redrawn_from<T: Send + 'static>(
    bytes: Vec<u8>,
    formats: &'static [ImageFormat],
    draw: impl FnOnce(Picture) -> Option<T> + Send + 'static,
) -> Result<Option<T>, ApiError> {
    let turn = UNPACKING.acquire().await.map_err(ApiError::internal)?;
    let drawn = tokio::task::spawn_blocking(move || {
        // Held until it is done, even if the client has disconnected.
        let _turn = turn;
        let picture = read(&bytes, formats);
        drop(bytes);
        picture.and_then(draw)
    });
    drawn.await.map_err(ApiError::internal)
}

/// The pixels of an image: red, green and blue of each, and apart from them its opacity.
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub colours: Vec<u8>,
    pub opacity: Vec<u8>,
}

impl Pixels {
    /// An image scaled down to fit this side length; `None` if the file is not one.
    ///
    /// # Errors
    /// The server is shutting down.
    pub async fn within(bytes: Vec<u8>, side: u32) -> Result<Option<Self>, ApiError> {
        redrawn(bytes, move |picture| {
            let pixels = picture.within(side).into_rgba8();
            let (colours, opacity) = pixels
                .pixels()
                .map(|pixel| ([pixel.0[0], pixel.0[1], pixel.0[2]], pixel.0[3]))
                .unzip::<_, _, Vec<_>, Vec<_>>();
            Some(Self {
                width: pixels.width(),
                height: pixels.height(),
                colours: colours.concat(),
                opacity,
            })
        })
        .await
    }

    /// The width for a height of one.
    #[allow(clippy::cast_precision_loss)]
    pub fn ratio(&self) -> f32 {
        self.width as f32 / self.height.max(1) as f32
    }
}

/// Decodes the image in a file.
fn read(bytes: &[u8], formats: &[ImageFormat]) -> Option<Picture> {
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
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MOST_PIXELS || decoder.total_bytes() > MOST_MEMORY_BYTES {
        return None;
    }
    let orientation = decoder.orientation().ok()?;
    let pixels = DynamicImage::from_decoder(decoder).ok()?;
    Some(Picture::new(pixels, orientation))
}

/// A decoded image. The orientation is applied after scaling, which takes less memory.
pub struct Picture {
    /// With 8 bits per channel.
    pixels: DynamicImage,
    orientation: Orientation,
}

/// A rectangle of an image, in pixels.
#[derive(Clone, Copy)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Picture {
    fn new(pixels: DynamicImage, orientation: Orientation) -> Self {
        let color = pixels.color();
        let pixels = if color.bytes_per_pixel() == color.channel_count() {
            pixels
        } else {
            pixels.into_rgba8().into()
        };
        Self {
            pixels,
            orientation,
        }
    }

    /// The whole image, scaled down to fit this side length; smaller ones are unchanged.
    pub fn within(&self, side: u32) -> DynamicImage {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let longest = u64::from(width.max(height));
        let scaled = |length: u32| {
            let scaled = u64::from(length) * u64::from(side) / longest.max(1);
            u32::try_from(scaled).unwrap_or(side).max(1)
        };
        let (to_width, to_height) = if longest <= u64::from(side) {
            (width, height)
        } else {
            (scaled(width), scaled(height))
        };
        let whole = Part {
            left: 0,
            top: 0,
            width,
            height,
        };
        self.upright(shrunk(&self.pixels, whole, to_width, to_height))
    }

    /// The middle of the image, in this size. It is cropped before scaling: otherwise an image of one pixel by ten
    /// thousand would be enlarged to an enormous one.
    pub fn middle(&self, width: u32, height: u32) -> DynamicImage {
        let (width, height) = match self.orientation {
            Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH => (height, width),
            Orientation::NoTransforms
            | Orientation::Rotate180
            | Orientation::FlipHorizontal
            | Orientation::FlipVertical => (width, height),
        };
        let (from_width, from_height) = (
            u64::from(self.pixels.width()),
            u64::from(self.pixels.height()),
        );
        let (to_width, to_height) = (u64::from(width), u64::from(height));
        // The largest part with the wanted aspect ratio; at least one pixel each way.
        let fits = |most: u64, side: u64| u32::try_from(side.clamp(1, most)).unwrap_or(1);
        let cut_width = fits(from_width, from_height * to_width / to_height.max(1));
        let cut_height = fits(from_height, from_width * to_height / to_width.max(1));
        let part = Part {
            left: (self.pixels.width() - cut_width) / 2,
            top: (self.pixels.height() - cut_height) / 2,
            width: cut_width,
            height: cut_height,
        };
        if width <= cut_width && height <= cut_height {
            return self.upright(shrunk(&self.pixels, part, width, height));
        }
        // One side is enlarged, so the part is small.
        let cut = imageops::crop_imm(&self.pixels, part.left, part.top, part.width, part.height);
        self.upright(imageops::resize(&*cut, width, height, FilterType::Triangle).into())
    }

    fn upright(&self, mut picture: DynamicImage) -> DynamicImage {
        picture.apply_orientation(self.orientation);
        picture
    }
}

/// Scales down by area averaging. Besides the result this takes memory for two lines; `image`'s own scaling takes 16
/// bytes per pixel of an intermediate image, 128 MB for the largest.
fn shrunk(picture: &DynamicImage, part: Part, width: u32, height: u32) -> DynamicImage {
    let channels = usize::from(picture.color().channel_count());
    let (columns, rows) = (spans(part.width, width), spans(part.height, height));
    let area = u64::from(part.width) * u64::from(part.height);
    let line_bytes = picture.width() as usize * channels;
    let (from, length) = (
        part.left as usize * channels,
        part.width as usize * channels,
    );
    let lines = picture.as_bytes().chunks_exact(line_bytes.max(1));

    let mut bytes = Vec::with_capacity(width as usize * height as usize * channels);
    let mut sums = vec![0_u64; width as usize * channels];
    let mut line = sums.clone();
    for (source, row) in lines.skip(part.top as usize).zip(rows) {
        line.fill(0);
        let pixels = source[from..from + length].chunks_exact(channels);
        for (pixel, column) in pixels.zip(&columns) {
            let here = column.target * channels;
            for (channel, value) in pixel.iter().enumerate() {
                line[here + channel] += u64::from(*value) * column.here;
                if column.next > 0 {
                    line[here + channels + channel] += u64::from(*value) * column.next;
                }
            }
        }
        let weighted = |weight: u64| line.iter().map(move |value| value * weight);
        sums.iter_mut()
            .zip(weighted(row.here))
            .for_each(|(sum, value)| *sum += value);
        if row.completes {
            let average = |sum: &u64| u8::try_from((sum + area / 2) / area).unwrap_or(u8::MAX);
            bytes.extend(sums.iter().map(average));
            sums.iter_mut()
                .zip(weighted(row.next))
                .for_each(|(sum, value)| *sum = value);
        }
    }
    let made = match channels {
        1 => GrayImage::from_raw(width, height, bytes).map(DynamicImage::from),
        2 => GrayAlphaImage::from_raw(width, height, bytes).map(DynamicImage::from),
        3 => RgbImage::from_raw(width, height, bytes).map(DynamicImage::from),
        _ => RgbaImage::from_raw(width, height, bytes).map(DynamicImage::from),
    };
    made.unwrap_or_default()
}

/// The position of a source pixel on a shorter line: its weights on the target pixel and on the next.
struct Span {
    target: usize,
    here: u64,
    next: u64,
    /// Whether this is the last source pixel of the target.
    completes: bool,
}

fn spans(from: u32, to: u32) -> Vec<Span> {
    let (from, to) = (u64::from(from), u64::from(to));
    let span = |at: u64| {
        let (start, end) = (at * to, (at + 1) * to);
        let target = start / from;
        let edge = (target + 1) * from;
        Span {
            target: usize::try_from(target).unwrap_or_default(),
            here: edge.min(end) - start,
            next: end.saturating_sub(edge),
            completes: end >= edge,
        }
    };
    (0..from).map(span).collect()
}

/// An image that was drawn here, upright.
impl From<DynamicImage> for Picture {
    fn from(pixels: DynamicImage) -> Self {
        Self::new(pixels, Orientation::NoTransforms)
    }
}

/// Encodes an image.
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

/// Completes a response with an image of ours. Its URL changes with its content, so browsers cache it forever; nothing
/// in it is executed, whatever type a browser detects.
pub fn served(
    picture: Response,
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
    (headers, picture).into_response()
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
    fn the_middle_is_cropped_before_scaling() {
        for (width, height) in [(10_000, 1), (1, 10_000), (900, 300), (1, 1), (3, 5)] {
            let long = Picture::from(DynamicImage::new_rgb8(width, height));
            let cut = long.middle(512, 512);
            assert_eq!(
                (cut.width(), cut.height()),
                (512, 512),
                "{width} by {height}"
            );
        }
        // The left and right thirds are cropped.
        let mut striped = image::RgbImage::new(300, 100);
        for (x, _, pixel) in striped.enumerate_pixels_mut() {
            *pixel = image::Rgb(if (100..200).contains(&x) {
                [255, 0, 0]
            } else {
                [0, 0, 0]
            });
        }
        let cut = Picture::from(DynamicImage::from(striped))
            .middle(50, 50)
            .to_rgb8();
        assert!(cut.pixels().all(|pixel| pixel.0 == [255, 0, 0]));
    }

    #[test]
    fn scaling_down_averages_areas() {
        let checks = |channels: u8, width: u32, height: u32| {
            let bytes = (0..width * height * u32::from(channels)).map(|at| (at * 37 % 251) as u8);
            let bytes: Vec<u8> = bytes.collect();
            match channels {
                1 => DynamicImage::from(GrayImage::from_raw(width, height, bytes).unwrap()),
                2 => GrayAlphaImage::from_raw(width, height, bytes)
                    .unwrap()
                    .into(),
                3 => RgbImage::from_raw(width, height, bytes).unwrap().into(),
                _ => RgbaImage::from_raw(width, height, bytes).unwrap().into(),
            }
        };
        // Compared with the same average in floating point.
        for channels in 1..=4_u8 {
            let picture = checks(channels, 7, 5);
            for (to_width, to_height) in [(7, 5), (3, 2), (5, 5), (1, 1), (6, 1)] {
                let whole = Part {
                    left: 0,
                    top: 0,
                    width: 7,
                    height: 5,
                };
                let small = shrunk(&picture, whole, to_width, to_height);
                assert_eq!((small.width(), small.height()), (to_width, to_height));
                let overlap = |at: u32, target: u32, from: u32, to: u32| {
                    let scale = f64::from(from) / f64::from(to);
                    let (start, end) = (f64::from(target) * scale, f64::from(target + 1) * scale);
                    (end.min(f64::from(at + 1)) - start.max(f64::from(at))).max(0.0)
                };
                let n = u32::from(channels);
                for (place, found) in small.as_bytes().iter().enumerate() {
                    let place = u32::try_from(place).unwrap();
                    let (x, y, channel) = (place / n % to_width, place / n / to_width, place % n);
                    let mut wanted = 0.0;
                    for (at, value) in picture.as_bytes().iter().enumerate() {
                        let at = u32::try_from(at).unwrap();
                        if at % n == channel {
                            let weight = overlap(at / n % 7, x, 7, to_width)
                                * overlap(at / n / 7, y, 5, to_height);
                            wanted += f64::from(*value) * weight;
                        }
                    }
                    wanted /= 7.0 / f64::from(to_width) * 5.0 / f64::from(to_height);
                    assert!(
                        (wanted - f64::from(*found)).abs() <= 0.51,
                        "{channels} {to_width}x{to_height} {place}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_orientation_is_applied_after_scaling() {
        // The left half is white; after clockwise rotation, the upper half is.
        let mut half = image::RgbImage::new(400, 200);
        for (x, _, pixel) in half.enumerate_pixels_mut() {
            *pixel = image::Rgb([if x < 200 { 255 } else { 0 }; 3]);
        }
        let turned = Picture::new(half.into(), Orientation::Rotate90);
        let whole = turned.within(100).to_rgb8();
        assert_eq!(whole.dimensions(), (50, 100));
        let wide = turned.middle(60, 30).to_rgb8();
        assert_eq!(wide.dimensions(), (60, 30));
        for upright in [whole, wide] {
            let (width, height) = upright.dimensions();
            assert_eq!(upright.get_pixel(width / 2, 0).0, [255; 3]);
            assert_eq!(upright.get_pixel(width / 2, height - 1).0, [0; 3]);
        }
    }

    #[test]
    fn pictures_with_16_bits_per_channel_are_accepted() {
        let mut bytes = Cursor::new(Vec::new());
        let deep = image::ImageBuffer::from_pixel(40, 20, image::Rgba([u16::MAX; 4]));
        DynamicImage::ImageRgba16(deep)
            .write_to(&mut bytes, ImageFormat::Png)
            .unwrap();
        let small = read(&bytes.into_inner(), FORMATS).unwrap().within(10);
        assert_eq!((small.width(), small.height()), (10, 5));
        assert!(small.to_rgba8().pixels().all(|pixel| pixel.0 == [255; 4]));
    }

    #[tokio::test]
    async fn images_are_decoded_one_at_a_time_even_if_clients_disconnect() {
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
        // The first one disconnects in the middle of it.
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
                let bytes = written(&read.within(90), ours).unwrap();
                let again = image::load_from_memory_with_format(&bytes, written_as).unwrap();
                assert_eq!((again.width(), again.height()), (90, 30));
            }
        }
    }

    #[test]
    fn invalid_images_are_refused() {
        let png = picture(ImageFormat::Png, 20, 20);
        let cut = png.get(..png.len() / 2).unwrap().to_vec();
        // A header that declares 60,000 by 60,000 pixels.
        let mut bomb = png.clone();
        bomb.splice(16..24, [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
        // Neither side is too long, but decoded it would take 80 MB: 5,000 by 4,000 pixels.
        let mut large = png.clone();
        large.splice(16..24, [0, 0, 0x13, 0x88, 0, 0, 0x0F, 0xA0]);
        let svg =
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec();
        let page = b"<!doctype html><script>alert(1)</script>".to_vec();
        let gif = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;/*<script>*/".to_vec();
        for bytes in [Vec::new(), cut, bomb, large, svg, page, gif] {
            assert!(read(&bytes, FORMATS).is_none());
        }
    }

    #[test]
    fn data_after_the_image_does_not_survive() {
        let mut polyglot = picture(ImageFormat::Png, 20, 20);
        polyglot.extend_from_slice(b"<script>alert(1)</script>");
        for format in [Format::Jpeg, Format::Png] {
            let picture = read(&polyglot, FORMATS).unwrap().within(20);
            let ours = written(&picture, format).unwrap();
            assert!(!ours.windows(7).any(|window| window == b"<script"));
        }
    }
}
