//! Authorisation of private channels: users may listen to their own.

use super::gate;
use crate::access::Session;
use crate::app::AppState;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use domain_core::validation::Code;
use ground::error::{ApiError, ErrorCode, Fails, code};
use ground::secret::{Keys, hex, same_bytes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All calls of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(authorise))
}

/// The channel to authorise.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Wanted {
    socket_id: String,
    channel_name: String,
}

/// The permission in the format of Pusher clients, without an envelope.
#[derive(Debug, Serialize, ToSchema)]
pub struct Permission {
    /// `key:signature`; clients pass it on as it is.
    auth: String,
}

/// Authorises a private channel. JSON, or the form that Pusher clients send.
#[utoipa::path(post, path = "/broadcasting/auth", tag = "realtime", security(("bearer" = [])), request_body = Wanted,
    responses((status = 200, body = Permission), Fails<(code::Refused, code::NotYourChannel)>))]
pub async fn authorise(
    State(app): State<AppState>,
    session: Session,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Permission>, ApiError> {
    let wanted = read(&headers, &body)?;
    if !is_socket_id(&wanted.socket_id) {
        return Err(ApiError::refused_field(
            "socket_id",
            Code::NotAllowed,
            "This is not a valid socket id.",
        ));
    }
    let user_id = &session.user_id;
    if !is_own(&wanted.channel_name, user_id)
        && !gate::is_granted(&app, user_id, &wanted.channel_name).await?
    {
        return Err(ApiError::new(
            ErrorCode::NotYourChannel,
            "This channel is not yours.",
        ));
    }
    Ok(Json(Permission {
        auth: permission(
            &app,
            &app.config.keys,
            &wanted.socket_id,
            &wanted.channel_name,
            &session.id,
        ),
    }))
}

fn read(headers: &HeaderMap, body: &[u8]) -> Result<Wanted, ApiError> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let wanted = if kind.starts_with("application/json") {
        serde_json::from_slice(body).ok()
    } else {
        // Without the bearer token, a page of another site could send this form but not read the response.
        axum::extract::Query::<Wanted>::try_from_uri(&form_as_uri(body))
            .ok()
            .map(|wanted| wanted.0)
    };
    wanted.ok_or_else(|| ApiError::new(ErrorCode::WrongType, "Send socket_id and channel_name."))
}

/// A form body, as a query string.
fn form_as_uri(body: &[u8]) -> axum::http::Uri {
    let text = String::from_utf8_lossy(body);
    format!("/?{text}").parse().unwrap_or_default()
}

/// Whether the text is two numbers with a dot between them.
fn is_socket_id(text: &str) -> bool {
    let digits = |part: &str| {
        !part.is_empty() && part.len() <= 20 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.split_once('.')
        .is_some_and(|(a, b)| digits(a) && digits(b))
}

fn is_own(channel: &str, user_id: &str) -> bool {
    let owner = ["ngn", "usd", "coins"].iter().find_map(|currency| {
        channel
            .strip_prefix("private-transaction.credit.")?
            .strip_prefix(currency)?
            .strip_prefix('.')
    });
    owner == Some(user_id)
}

/// `{key}:{signature}-{session}`. The protocol lets the server choose the text after the colon. It names the session,
/// so that any server knows with which session the socket ends.
fn permission(
    app: &AppState,
    keys: &Keys,
    socket_id: &str,
    channel: &str,
    session_id: &str,
) -> String {
    let signature = hex(&keys.sign("realtime", &[socket_id, channel, session_id]));
    format!("{}:{signature}-{session_id}", app.config.realtime_key)
}

/// The user named by a permission or a pass.
pub(super) struct Permitted {
    pub session_id: String,
    /// The user, if named: the session must be theirs.
    pub person: Option<String>,
}

/// Verifies a permission: authentic, for this socket and this channel.
pub(super) fn permitted(
    app: &AppState,
    socket_id: &str,
    channel: &str,
    auth: &str,
) -> Option<Permitted> {
    let (_, signed) = auth.split_once(':')?;
    let (_, session_id) = signed.split_once('-')?;
    let ours = app.config.keys.each().any(|keys| {
        let expected = permission(app, &keys, socket_id, channel, session_id);
        same_bytes(expected.as_bytes(), auth.as_bytes())
    });
    ours.then(|| Permitted {
        session_id: session_id.to_owned(),
        person: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_may_listen_to_their_own_channels_only() {
        assert!(is_own("private-transaction.credit.ngn.u1", "u1"));
        assert!(is_own("private-transaction.credit.usd.u1", "u1"));
        for other in [
            "private-transaction.credit.ngn.u2",
            "private-transaction.credit.gbp.u1",
            "private-x",
            "transaction.credit.ngn.u1",
            "private-transaction.credit.ngn.u1.more",
        ] {
            assert!(!is_own(other, "u1"), "{other}");
        }
    }

    #[test]
    fn a_socket_id_is_two_numbers() {
        assert!(is_socket_id("123.456"));
        for bad in ["", "1", "1.", ".1", "1.2.3", "a.b", "1.2:private-x"] {
            assert!(!is_socket_id(bad), "{bad}");
        }
    }

    #[test]
    fn a_form_body_is_parsed_like_json() {
        let mut headers = HeaderMap::new();
        let form = read(&headers, b"socket_id=1.2&channel_name=private-a.b").unwrap();
        headers.insert(
            header::CONTENT_TYPE,
            header::HeaderValue::from_static("application/json"),
        );
        let json = read(
            &headers,
            br#"{"socket_id":"1.2","channel_name":"private-a.b"}"#,
        )
        .unwrap();
        assert_eq!(
            (form.socket_id, form.channel_name),
            (json.socket_id, json.channel_name)
        );
        assert!(read(&headers, b"nonsense").is_err());
    }
}
