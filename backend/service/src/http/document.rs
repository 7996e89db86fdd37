//! Public documents, identical for all clients: compressed, with an ETag.
//!
//! No other response of the API is compressed: the length of a compressed response that holds both a secret and text
//! chosen by an attacker reveals the secret (BREACH).

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use ground::secret::sha256_hex;
use serde::Serialize;
use std::io::Write;

/// Revalidate each time; 304 if unchanged.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const GZIP: HeaderValue = HeaderValue::from_static("gzip");
const BY_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");

/// A document, and its compressed form.
pub struct PublicDocument {
    kind: HeaderValue,
    plain: Version,
    gzip: Version,
}

struct Version {
    bytes: Bytes,
    etag: String,
}

impl PublicDocument {
    /// A JSON document, serialised and compressed.
    pub fn new(value: &impl Serialize) -> Self {
        Self::of(JSON, serde_json::to_vec(value).unwrap_or_default())
    }

    /// A document of this media type, compressed.
    pub fn of(kind: HeaderValue, bytes: Vec<u8>) -> Self {
        let hash = sha256_hex(&bytes);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to a Vec cannot fail.
        let _ = encoder.write_all(&bytes);
        let compressed = encoder.finish().unwrap_or_default();
        Self {
            kind,
            plain: Version {
                bytes: bytes.into(),
                etag: format!("\"{hash}\""),
            },
            gzip: Version {
                bytes: compressed.into(),
                etag: format!("\"{hash}-gzip\""),
            },
        }
    }

    /// The document in the encoding that the request accepts; 304 if the client has it.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let compressed = takes_gzip(asked);
        let version = if compressed { &self.gzip } else { &self.plain };
        let mut response = if has(asked, &version.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            (
                [(header::CONTENT_TYPE, self.kind.clone())],
                version.bytes.clone(),
            )
                .into_response()
        };
        let is_there = response.status() == StatusCode::OK;
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, REVALIDATE);
        headers.insert(header::VARY, BY_ENCODING);
        if let Ok(etag) = HeaderValue::from_str(&version.etag) {
            headers.insert(header::ETAG, etag);
        }
        if compressed && is_there {
            headers.insert(header::CONTENT_ENCODING, GZIP);
        }
        response
    }
}

/// The items of a list header, over all its lines.
fn words(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
}

fn has(asked: &HeaderMap, etag: &str) -> bool {
    words(asked, header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.trim_start_matches("W/") == etag)
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let refused = |weight: &str| {
        let weight = weight.trim().trim_start_matches("q=");
        weight.starts_with('0') && weight.bytes().all(|byte| matches!(byte, b'0' | b'.'))
    };
    words(asked, header::ACCEPT_ENCODING).any(|accepted| {
        let (coding, weight) = accepted.split_once(';').unwrap_or((accepted, ""));
        coding.trim().eq_ignore_ascii_case("gzip") && !refused(weight)
    })
}

#[cfg(test)]
mod tests {
    use super::{PublicDocument, takes_gzip};
    use axum::body::to_bytes;
    use axum::http::{HeaderMap, header};
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn asking(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn gzip_is_sent_if_accepted() {
        for (accepted, taken) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("deflate,gzip ; q=1.0", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("br", false),
            ("", false),
        ] {
            let asked = asking(header::ACCEPT_ENCODING, accepted);
            assert_eq!(takes_gzip(&asked), taken, "{accepted:?}");
        }
    }

    #[tokio::test]
    async fn both_encodings_hold_the_same_document_and_revalidate() {
        let text = "the same words again and again ".repeat(100);
        let document = PublicDocument::new(&text);
        let plain = document.answer(&HeaderMap::new());
        let compressed = document.answer(&asking(header::ACCEPT_ENCODING, "gzip"));
        assert_eq!(compressed.headers()["content-encoding"], "gzip");
        assert_ne!(plain.headers()["etag"], compressed.headers()["etag"]);
        let etag = plain.headers()["etag"].to_str().unwrap().to_owned();
        for known in [
            etag.clone(),
            format!("W/{etag}"),
            format!("\"x\", {etag}"),
            "*".into(),
        ] {
            let again = document.answer(&asking(header::IF_NONE_MATCH, &known));
            assert_eq!(again.status(), 304, "{known}");
            assert_eq!(again.headers()["etag"], etag.as_str());
            assert!(to_bytes(again.into_body(), 10).await.unwrap().is_empty());
        }
        let other = document.answer(&asking(header::IF_NONE_MATCH, "\"x\""));
        assert_eq!(other.status(), 200);
        let plain = to_bytes(plain.into_body(), 10_000).await.unwrap();
        let compressed = to_bytes(compressed.into_body(), 10_000).await.unwrap();
        assert!(compressed.len() * 10 < plain.len());
        let mut read = Vec::new();
        GzDecoder::new(&compressed[..])
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, plain);
    }
}
