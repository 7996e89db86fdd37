//! Profile pictures.

use crate::answers::ProfileAnswer;
use crate::avatars;
use crate::limits;
use axum::Json;
use axum::extract::{Request, State};
use axum::response::Response;
use domain_core::identity::avatar::MOST_BYTES;
use ground::error::{ApiError, Fails, code};
use ground::pictures::{self, Format};
use service::access::Session;
use service::app::AppState;
use service::http::limits::count;
use service::http::schema::FileForm;
use service::http::{Client, Envelope, Path, download, upload};

/// The largest picture, plus the overhead of a multipart form.
pub const LARGEST_BODY_BYTES: usize = MOST_BYTES.unsigned_abs() as usize + 16 * 1024;
const TOO_LARGE: &str = "This picture is too large: use one of at most 5 MB.";

/// Sets the profile picture: a JPEG, PNG or WebP of at most 5 MB.
#[utoipa::path(post, path = "/profile/avatar", tag = "identity", security(("bearer" = [])),
    request_body(content = FileForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ProfileAnswer>), Fails<code::Refused>))]
pub async fn upload_avatar(
    State(app): State<AppState>,
    session: Session,
    request: Request,
) -> Result<Json<Envelope<ProfileAnswer>>, ApiError> {
    // Counted before the file is read, whatever it contains.
    count(&app, limits::AVATARS, &session.user_id).await?;
    let user_id = &session.user_id;
    let upload = upload::read(&app, user_id, request, LARGEST_BODY_BYTES, TOO_LARGE).await?;
    let user = avatars::save(&app, &session, upload).await?;
    Ok(Envelope::of(ProfileAnswer::of(&user)))
}

/// Serves a profile picture.
pub async fn serve(
    State(app): State<AppState>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let slot = download::picture_slot(&app, &client).await?;
    let jpeg = avatars::find(&app, &client, &name)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let keep = "private, max-age=31536000, immutable";
    Ok(pictures::served(
        slot.answer(jpeg),
        Format::Jpeg,
        "avatar",
        keep,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_limit_matches_the_rule() {
        let stated = format!("at most {} MB.", MOST_BYTES / (1024 * 1024));
        assert!(TOO_LARGE.ends_with(&stated));
    }
}
