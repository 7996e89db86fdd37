//! Profile pictures, re-encoded: see [`ground::pictures`].

use super::profile;
use domain_core::identity::Avatar;
use domain_core::validation::{Code, NoContext};
use ground::error::ApiError;
use ground::pictures::{self, Format, NOT_A_PICTURE, Picture};
use serde_json::json;
use service::access::users;
use service::access::users::User;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::Client;
use service::http::upload::Upload;
use service::http::valid::judge;
use service::settings::tenants;
use sqlx::Row;

/// The path they are served from.
pub const PATH: &str = "/media/avatars/";
const SIDE_PIXELS: u32 = 512;

/// Makes the upload the user's picture.
///
/// # Errors
/// 422 if it is not a picture or is too large; 429.
pub async fn save(app: &AppState, session: &Session, upload: Upload) -> Result<User, ApiError> {
    let form = Avatar {
        name: upload.name,
        size: i64::try_from(upload.bytes.len()).unwrap_or(i64::MAX),
        media_type: upload.media_type,
    };
    judge(&form, &NoContext {})?;
    let not_a_picture = || ApiError::refused_field("file", Code::UnsupportedType, NOT_A_PICTURE);
    let slot = upload.slot;
    // Moved along with the bytes: a client that disconnects does not release the slot while the file is in memory.
    let drawn = move |picture: Picture| Some((drawn(&picture)?, slot));
    let jpeg = pictures::redrawn(upload.bytes, drawn).await?;
    let (jpeg, _slot) = jpeg.ok_or_else(not_a_picture)?;

    let name = app.random.token();
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    session.expect_open(&mut tx).await?;
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
    users::set_image(&mut tx, &session.user_id, &[PATH, &name].concat(), now_ms).await?;
    audit::append(&mut tx, app, &session.user_id, "avatar_saved", &json!({})).await?;
    tx.commit().await?;
    profile::user(app, session).await
}

/// A picture by the last segment of its URL, at a host of its owner's brand.
///
/// # Errors
/// The database failed.
pub async fn find(
    app: &AppState,
    client: &Client,
    name: &str,
) -> Result<Option<Vec<u8>>, ApiError> {
    let tenant = tenants::of(app, client).await?;
    let row = sqlx::query(
        "SELECT avatars.jpeg FROM avatars JOIN users ON users.id = avatars.user_id \
         WHERE avatars.name = $1 AND users.tenant_id = $2",
    )
    .bind(name)
    .bind(tenant.id)
    .fetch_optional(&mut *app.db.read().await?)
    .await?;
    Ok(row.map(|row| row.try_get("jpeg")).transpose()?)
}

/// Small and square.
fn drawn(picture: &Picture) -> Option<Vec<u8>> {
    let small = picture.middle(SIDE_PIXELS, SIDE_PIXELS);
    pictures::written(&small, Format::Jpeg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_become_small_squares() {
        let jpeg = drawn(&image::DynamicImage::new_rgb8(900, 300).into()).unwrap();
        let read = image::load_from_memory(&jpeg).unwrap();
        assert_eq!((read.width(), read.height()), (512, 512));
    }
}
