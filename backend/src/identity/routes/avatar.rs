//! Pictures of people.

use crate::access::Session;
use crate::app::AppState;
use crate::error::{ApiError, Problem};
use crate::http::{Client, Envelope, Path, limits};
use crate::identity::answers::ProfileAnswer;
use crate::identity::avatars::{self, Upload};
use crate::pictures::{self, Format};
use axum::Json;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::Response;
use utoipa::ToSchema;

/// The largest picture, and what a form adds to it.
pub const LARGEST_BODY_BYTES: usize = 5 * 1024 * 1024 + 16 * 1024;
const TOO_LARGE: &str = "This picture is too large: use one of at most 5 MB.";

/// A form with one file.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes a body that is read part by part")]
pub struct AvatarBody {
    /// A JPEG, PNG or WebP of at most 5 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Makes a file one's picture.
#[utoipa::path(post, path = "/profile/avatar", tag = "identity", security(("bearer" = [])),
    request_body(content = AvatarBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ProfileAnswer>), (status = "4XX", body = Problem)))]
pub async fn upload_avatar(
    State(app): State<AppState>,
    session: Session,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Envelope<ProfileAnswer>>, ApiError> {
    let form = form.map_err(|_| file_missing())?;
    // Before it is read, whatever it turns out to be.
    limits::count(&app, limits::AVATARS, &session.user_id).await?;
    let upload = read_file(form, TOO_LARGE).await?;
    let user = avatars::save(&app, &session, upload).await?;
    Ok(Envelope::of(ProfileAnswer::of(&user)))
}

pub fn file_missing() -> ApiError {
    ApiError::bad_request("file_missing", "Send a form with a file named file.")
}

/// The file of a form; `too_large` is said of one that is longer than the call takes.
///
/// # Errors
/// 400 for a form without one, 413.
pub async fn read_file(mut form: Multipart, too_large: &'static str) -> Result<Upload, ApiError> {
    let unreadable = |error: &MultipartError| unreadable(error, too_large);
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unreadable(&error))?
    {
        if field.name() == Some("file") {
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let (name, media_type) = (text(field.file_name()), text(field.content_type()));
            let bytes = field.bytes().await.map_err(|error| unreadable(&error))?;
            return Ok(Upload {
                name,
                media_type,
                bytes: bytes.to_vec(),
            });
        }
    }
    Err(file_missing())
}

fn unreadable(error: &MultipartError, too_large: &'static str) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", too_large);
    }
    ApiError::bad_request("unreadable_body", "The body could not be read.")
}

/// A picture.
pub async fn serve(
    State(app): State<AppState>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let jpeg = avatars::find(&app, &client, &name)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let keep = "private, max-age=31536000, immutable";
    Ok(pictures::served(jpeg, Format::Jpeg, "avatar", keep))
}
