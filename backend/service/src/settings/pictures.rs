//! A brand's pictures: imported ones, and icons rendered from them. Each is served under the hash of its bytes, on a
//! host of its brand.

use super::routes::brand;
use super::tenants::{self, Tenant};
use crate::app::AppState;
use crate::http::{Client, Path, download};
use axum::extract::State;
use axum::response::Response;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::pictures::{self, Format};
use ground::secret::sha256_hex;
use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgba, RgbaImage};
use sqlx::{AnyConnection, Row};

/// The path of the pictures.
const PATH: &str = "/media/brands/";
const HASH_CHARACTERS: usize = 32;
const LOGO_PIXELS: u32 = 512;
/// Twice as wide as high: layout reserves the space before it loads.
const BANNER_PIXELS: (u32, u32) = (1_200, 600);

/// The purpose of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Logo,
    Banner,
    Icon192,
    Icon512,
    /// Phones crop it to a circle or another shape.
    IconMaskable512,
    /// Phones round its corners, and fill transparent areas with black.
    IconTouch180,
}

/// Rendered from a logo.
pub(super) const ICONS: [Kind; 4] = [
    Kind::Icon192,
    Kind::Icon512,
    Kind::IconMaskable512,
    Kind::IconTouch180,
];

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Logo => "logo",
            Self::Banner => "banner",
            Self::Icon192 => "icon-192",
            Self::Icon512 => "icon-512",
            Self::IconMaskable512 => "icon-maskable-512",
            Self::IconTouch180 => "icon-touch-180",
        }
    }

    const fn format(self) -> Format {
        match self {
            Self::Banner => Format::Jpeg,
            Self::Logo
            | Self::Icon192
            | Self::Icon512
            | Self::IconMaskable512
            | Self::IconTouch180 => Format::Png,
        }
    }

    /// An icon's side, and the percentage of it that the logo fills: a maskable icon's safe zone is a circle of four
    /// fifths of the side, and the square inside it is smaller.
    const fn icon(self) -> Option<(u32, u32)> {
        match self {
            Self::Logo | Self::Banner => None,
            Self::Icon192 => Some((192, 100)),
            Self::Icon512 => Some((512, 100)),
            Self::IconMaskable512 => Some((512, 56)),
            Self::IconTouch180 => Some((180, 76)),
        }
    }

    const fn is_transparent(self) -> bool {
        matches!(self, Self::Icon192 | Self::Icon512)
    }
}

/// A rendered picture, to be stored.
pub struct Drawn {
    kind: Kind,
    bytes: Vec<u8>,
    hash: String,
}

impl Drawn {
    fn new(kind: Kind, picture: &DynamicImage) -> Option<Self> {
        let bytes = pictures::written(picture, kind.format())?;
        let mut hash = sha256_hex(&bytes);
        hash.truncate(HASH_CHARACTERS);
        Some(Self { kind, bytes, hash })
    }

    pub fn address(&self) -> String {
        address(self.kind, &self.hash)
    }
}

fn address(kind: Kind, hash: &str) -> String {
    [PATH, hash, ".", kind.format().ending()].concat()
}

/// Whether a URL is that of an imported picture.
pub fn is_imported(address: &str) -> bool {
    address.starts_with(PATH)
}

/// A brand's logo and the icons made from it, the logo first; `None` if the file is not a picture. Icons that must be
/// opaque get the brand's background.
///
/// # Errors
/// The server is shutting down.
pub async fn logo(bytes: Vec<u8>, of: &Tenant) -> Result<Option<Vec<Drawn>>, ApiError> {
    let background = background(of);
    pictures::redrawn(bytes, move |picture| {
        let logo = picture.within(LOGO_PIXELS);
        let icons = ICONS.map(|kind| Drawn::new(kind, &icon(kind, &logo, background)?));
        std::iter::once(Drawn::new(Kind::Logo, &logo))
            .chain(icons)
            .collect()
    })
    .await
}

/// A brand's banner; `None` if the file is not a picture.
///
/// # Errors
/// The server is shutting down.
pub async fn banner(bytes: Vec<u8>, of: &Tenant) -> Result<Option<Drawn>, ApiError> {
    let background = background(of);
    pictures::redrawn(bytes, move |picture| {
        let (width, height) = BANNER_PIXELS;
        let cut = picture.middle(width, height);
        let mut canvas = RgbaImage::from_pixel(width, height, background);
        imageops::overlay(&mut canvas, &cut, 0, 0);
        Drawn::new(Kind::Banner, &canvas.into())
    })
    .await
}

/// The logo centred in a square.
fn icon(kind: Kind, logo: &DynamicImage, background: Rgba<u8>) -> Option<DynamicImage> {
    let (side, percent) = kind.icon()?;
    let colour = if kind.is_transparent() {
        Rgba([0; 4])
    } else {
        background
    };
    let mut canvas = RgbaImage::from_pixel(side, side, colour);
    let room = side * percent / 100;
    let fitted = logo.resize(room, room, FilterType::Triangle);
    let start = |length: u32| i64::from((side - length.min(side)) / 2);
    let (left, top) = (start(fitted.width()), start(fitted.height()));
    imageops::overlay(&mut canvas, &fitted, left, top);
    Some(canvas.into())
}

fn background(of: &Tenant) -> Rgba<u8> {
    let text = brand(of).primary_background;
    let channel = |from: usize| {
        let digits = text.get(from..from + 2)?;
        u8::from_str_radix(digits, 16).ok()
    };
    match (channel(1), channel(3), channel(5)) {
        (Some(red), Some(green), Some(blue)) => Rgba([red, green, blue, u8::MAX]),
        _ => Rgba([u8::MAX; 4]),
    }
}

/// Stores a picture, replacing the one of its kind.
///
/// # Errors
/// The database failed.
pub async fn keep(tx: &mut Tx, tenant_id: &str, drawn: Drawn) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO brand_pictures (tenant_id, kind, hash, bytes) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (tenant_id, kind) DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes",
    )
    .bind(tenant_id)
    .bind(drawn.kind.as_str())
    .bind(drawn.hash)
    .bind(drawn.bytes)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Removes the logo with its icons, or the banner.
///
/// # Errors
/// The database failed.
pub async fn remove(tx: &mut Tx, tenant_id: &str, kind: Kind) -> Result<(), DbError> {
    let with_it = match kind {
        Kind::Logo => "icon-%",
        _ => kind.as_str(),
    };
    sqlx::query("DELETE FROM brand_pictures WHERE tenant_id = $1 AND (kind = $2 OR kind LIKE $3)")
        .bind(tenant_id)
        .bind(kind.as_str())
        .bind(with_it)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The bytes of a picture by its kind.
///
/// # Errors
/// The database failed.
pub async fn kept(
    connection: &mut AnyConnection,
    tenant_id: &str,
    kind: Kind,
) -> Result<Option<Vec<u8>>, DbError> {
    let row = sqlx::query("SELECT bytes FROM brand_pictures WHERE tenant_id = $1 AND kind = $2")
        .bind(tenant_id)
        .bind(kind.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get("bytes")).transpose()?)
}

/// The URLs of the rendered icons.
///
/// # Errors
/// The database failed.
pub async fn icon_addresses(
    connection: &mut AnyConnection,
    tenant_id: &str,
) -> Result<Vec<(Kind, String)>, DbError> {
    let rows = sqlx::query("SELECT kind, hash FROM brand_pictures WHERE tenant_id = $1")
        .bind(tenant_id)
        .fetch_all(connection)
        .await?;
    let mut found = Vec::new();
    for row in rows {
        let (kind, hash): (String, String) = (row.try_get("kind")?, row.try_get("hash")?);
        let kind = ICONS.into_iter().find(|icon| icon.as_str() == kind);
        found.extend(kind.map(|kind| (kind, address(kind, &hash))));
    }
    Ok(found)
}

/// A picture of the host's brand.
///
/// # Errors
/// 404, also for another brand's picture.
pub async fn serve(
    State(app): State<AppState>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let slot = download::picture_slot(&app, &client).await?;
    let hash = name.split('.').next().unwrap_or_default();
    let tenant = tenants::of(&app, &client).await?;
    let row = sqlx::query(
        "SELECT kind, bytes FROM brand_pictures WHERE tenant_id = $1 AND hash = $2 ORDER BY kind LIMIT 1",
    )
    .bind(tenant.id)
    .bind(hash)
    .fetch_optional(&mut *app.db.read().await?)
    .await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let banner = row.try_get::<String, _>("kind")? == Kind::Banner.as_str();
    let format = if banner { Kind::Banner } else { Kind::Logo }.format();
    if name != [hash, ".", format.ending()].concat() {
        return Err(ApiError::not_found());
    }
    let keep = "public, max-age=31536000, immutable";
    let bytes = row.try_get("bytes")?;
    Ok(pictures::served(slot.answer(bytes), format, "brand", keep))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgba<u8> = Rgba([u8::MAX; 4]);
    const RED: Rgba<u8> = Rgba([200, 0, 0, u8::MAX]);

    fn icon_of(kind: Kind, width: u32, height: u32) -> RgbaImage {
        let logo = RgbaImage::from_pixel(width, height, RED);
        icon(kind, &logo.into(), WHITE).unwrap().to_rgba8()
    }

    #[test]
    fn a_wide_logo_is_centred_in_a_square() {
        let icon = icon_of(Kind::Icon192, 400, 100);
        assert_eq!(icon.dimensions(), (192, 192));
        assert_eq!(icon.get_pixel(96, 96), &RED);
        assert_eq!(icon.get_pixel(96, 20).0[3], 0);
    }

    #[test]
    fn the_cropped_area_of_a_maskable_icon_is_background() {
        let icon = icon_of(Kind::IconMaskable512, 100, 100);
        let (middle, radius) = (256_i64, 512 * 2 / 5);
        for (x, y, pixel) in icon.enumerate_pixels() {
            let (dx, dy) = (i64::from(x) - middle, i64::from(y) - middle);
            if dx * dx + dy * dy > radius * radius {
                assert_eq!(pixel, &WHITE, "{x},{y}");
            }
        }
        assert_eq!(icon.get_pixel(256, 256), &RED);
    }

    #[test]
    fn only_icons_for_phones_are_opaque() {
        for kind in ICONS {
            let transparent = icon_of(kind, 40, 10).pixels().any(|pixel| pixel.0[3] < 255);
            assert_eq!(transparent, kind.is_transparent(), "{kind:?}");
        }
    }
}
