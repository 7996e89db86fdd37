//! The archive of the rules: the module of each version that has decided here, beside its decisions and in their backups.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain_core::catalogue::rules_version;
use ground::db::DbError;
use ground::error::ApiError;
use ground::secret::sha256_hex;
use serde::Deserialize;
use service::app::AppState;
use service::http::{Client, Path, download};
use sqlx::Row;
use std::io::Write;
use std::path::Path as FilePath;

/// The name of a module in its address, after the version.
const ENDING: &str = ".wasm";
/// A module that is larger is not one of ours.
const MOST_BYTES: u64 = 8 * 1024 * 1024;

/// The description of a built module.
#[derive(Deserialize)]
struct Built {
    rules: String,
    sha256: String,
}

/// The outcome of [`keep`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// The module was added, or was there before.
    Kept,
    /// The web app was built without it, with other rules, or damaged.
    Missing(String),
}

/// Adds the module of this server's rules, which the build of the web app has made in its folder.
///
/// # Errors
/// The database failed.
pub async fn keep(app: &AppState, webapp: &FilePath) -> Result<Kept, DbError> {
    let known = sqlx::query("SELECT version FROM rules_modules WHERE version = $1")
        .bind(rules_version())
        .fetch_optional(&mut *app.db.read().await?)
        .await?;
    if known.is_some() {
        return Ok(Kept::Kept);
    }
    let module = match built(&webapp.join("check")) {
        Ok(module) => module,
        Err(why) => return Ok(Kept::Missing(why)),
    };
    let mut tx = app.db.begin().await?;
    sqlx::query("INSERT INTO rules_modules (version, sha256, module, at_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
        .bind(rules_version())
        .bind(sha256_hex(&module))
        .bind(compressed(&module))
        .bind(app.clock.now_ms())
        .execute(tx.connection())
        .await?;
    tx.commit().await?;
    Ok(Kept::Kept)
}

/// The module of this server's rules in a folder.
fn built(folder: &FilePath) -> Result<Vec<u8>, String> {
    let read = |name: &str| {
        let path = folder.join(name);
        let size = std::fs::metadata(&path).map(|file| file.len());
        match size {
            Ok(size) if size <= MOST_BYTES => {
                std::fs::read(&path).map_err(|error| error.to_string())
            }
            Ok(_) => Err(format!("{} is too large", path.display())),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    };
    let said: Built =
        serde_json::from_slice(&read("check.json")?).map_err(|error| error.to_string())?;
    if said.rules != rules_version() {
        return Err(format!(
            "the web app was built with the rules {}",
            said.rules
        ));
    }
    let module = read("check.wasm")?;
    match sha256_hex(&module) == said.sha256 {
        true => Ok(module),
        false => Err("check.wasm is not the module that check.json describes".into()),
    }
}

/// Compressed as browsers and programs accept it.
fn compressed(module: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    // Writing to memory does not fail.
    let _ = writer.write_all(module);
    writer.finish().unwrap_or_default()
}

/// A module by its version, for anybody and any site: it says nothing about a person.
///
/// # Errors
/// 404 for an unknown version.
pub async fn serve(
    State(app): State<AppState>,
    client: Client,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let version = name.strip_suffix(ENDING).ok_or_else(ApiError::not_found)?;
    let _slot = download::picture_slot(&app, &client).await?;
    let row = sqlx::query("SELECT sha256, module FROM rules_modules WHERE version = $1")
        .bind(version)
        .fetch_optional(&mut *app.db.read().await?)
        .await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let (sha256, module): (String, Vec<u8>) = (row.try_get("sha256")?, row.try_get("module")?);
    let tag = HeaderValue::from_str(&format!("\"{sha256}\"")).map_err(ApiError::internal)?;
    let accepts = headers.get(header::ACCEPT_ENCODING);
    let accepts = accepts.and_then(|value| value.to_str().ok());
    let takes_gzip = accepts.is_some_and(|accepted| accepted.contains("gzip"));
    let mut response = match takes_gzip {
        true => Body::from(module).into_response(),
        false => Body::from(plain(&module)?).into_response(),
    };
    *response.status_mut() = StatusCode::OK;
    let set = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "application/wasm"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::VARY, "accept-encoding"),
    ] {
        set.insert(name, HeaderValue::from_static(value));
    }
    set.insert(header::ETAG, tag);
    if takes_gzip {
        set.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

fn plain(module: &[u8]) -> Result<Vec<u8>, ApiError> {
    let mut reader = flate2::write::GzDecoder::new(Vec::new());
    reader.write_all(module).map_err(ApiError::internal)?;
    reader.finish().map_err(ApiError::internal)
}
