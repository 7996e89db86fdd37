//! An S3-compatible service on a local port: it checks the signature of each request, and stores, returns and removes
//! objects of one bucket.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;

pub const BUCKET: &str = "ajo-files";
pub const KEY_ID: &str = "key-of-ajo";
pub const SECRET: &str = "canary-secret";

/// Behaviour for all calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mood {
    #[default]
    Well,
    /// Answers with this status, and repeats parts of the request.
    Refuses(u16),
    /// Answers after a long time.
    Sleeps,
}

#[derive(Default)]
pub struct Kept {
    pub mood: Mood,
    pub objects: BTreeMap<String, Vec<u8>>,
    pub requests: usize,
}

#[derive(Clone)]
pub struct StandIn {
    pub url: String,
    kept: Arc<Mutex<Kept>>,
}

impl StandIn {
    pub async fn new() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let stand_in = Self {
            url,
            kept: Arc::default(),
        };
        let router = Router::new()
            .fallback(answer)
            .with_state(stand_in.clone())
            .layer(axum::extract::DefaultBodyLimit::disable());
        tokio::spawn(axum::serve(listener, router).into_future());
        stand_in
    }

    pub fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of objects.
    pub fn objects(&self) -> usize {
        self.kept().objects.len()
    }

    /// The settings for this service's bucket.
    pub fn settings(&self) -> [(&str, &str); 4] {
        [
            ("AJO_FILES", "s3://ajo-files/members"),
            ("AJO_FILES_ENDPOINT", &self.url),
            ("AJO_FILES_KEY_ID", KEY_ID),
            ("AJO_FILES_SECRET", SECRET),
        ]
    }
}

async fn answer(
    State(stand_in): State<StandIn>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mood = stand_in.kept().mood;
    stand_in.kept().requests += 1;
    match mood {
        Mood::Well => {}
        Mood::Refuses(status) => {
            let status = StatusCode::from_u16(status).expect("a status");
            return (
                status,
                "<Error><StringToSign>canary-secret</StringToSign></Error>",
            )
                .into_response();
        }
        Mood::Sleeps => tokio::time::sleep(Duration::from_secs(60)).await,
    }
    if !is_signed(&method, &uri, &headers, &body) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(key) = uri.path().strip_prefix(&format!("/{BUCKET}/")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut kept = stand_in.kept();
    match method {
        Method::PUT => {
            kept.objects.insert(key.to_owned(), body.to_vec());
            [(header::ETAG, "\"1\"")].into_response()
        }
        Method::GET => match kept.objects.get(key) {
            Some(bytes) => {
                let headers = [
                    (header::ETAG, "\"1\""),
                    (header::LAST_MODIFIED, "Fri, 20 Nov 2026 09:00:00 GMT"),
                ];
                (headers, bytes.clone()).into_response()
            }
            None => (
                StatusCode::NOT_FOUND,
                "<Error><Code>NoSuchKey</Code></Error>",
            )
                .into_response(),
        },
        Method::DELETE => {
            kept.objects.remove(key);
            StatusCode::NO_CONTENT.into_response()
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

/// Whether the request has the signature (version 4) of our key.
fn is_signed(method: &Method, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> bool {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let given = text("authorization");
    let part = |name: &str| {
        let parts = given.trim_start_matches("AWS4-HMAC-SHA256 ").split(", ");
        let mut parts = parts.filter_map(|part| part.strip_prefix(name)?.strip_prefix('='));
        parts.next().unwrap_or_default()
    };
    let Some((key_id, scope)) = part("Credential").split_once('/') else {
        return false;
    };
    let content = text("x-amz-content-sha256");
    let signed = part("SignedHeaders");
    let lines: String = signed
        .split(';')
        .map(|name| format!("{name}:{}\n", text(name)))
        .collect();
    let request = [method.as_str(), uri.path(), "", &lines, signed, content].join("\n");
    let digest = hex(&Sha256::digest(request));
    let to_sign = ["AWS4-HMAC-SHA256", text("x-amz-date"), scope, &digest].join("\n");
    let key = scope
        .split('/')
        .fold(format!("AWS4{SECRET}").into_bytes(), |key, part| {
            mac(&key, part)
        });
    key_id == KEY_ID
        && content == hex(&Sha256::digest(body))
        && hex(&mac(&key, &to_sign)) == part("Signature")
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
