//! Creates the exported file.

use super::document::Document;
use super::form::{Format, Head};
use super::tables::tables;
use super::zipped::Zipped;
use axum::response::Response;
use flate2::read::GzDecoder;
use ground::clock::rfc3339;
use ground::error::ApiError;
use ground::limit::{DAY_SECONDS, Limit};
use ground::own_data;
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::http::download::{Slot, export_slot};
use service::http::limits::count;
use service::letters::{self, News};
use service::settings::tenants;
use std::io::Cursor;

const EXPORTS: Limit = Limit {
    name: "exports",
    most: 10,
    window_seconds: DAY_SECONDS,
};

/// A finished file.
pub enum File {
    /// Stored compressed, sent plain: `length` is that of the plain text.
    Json {
        gzip: Vec<u8>,
        length: usize,
    },
    Zip(Vec<u8>),
}

impl File {
    pub fn answer(self, slot: Slot) -> Response {
        match self {
            Self::Json { gzip, length } => {
                slot.answer_from(length, GzDecoder::new(Cursor::new(gzip)))
            }
            Self::Zip(bytes) => slot.answer(bytes),
        }
    }
}

/// Exports the user's own data. Before anything leaves, the user is notified and an audit entry written.
///
/// # Errors
/// 429 while another export is under way, or after many of them in a day; the database failed.
pub async fn export(
    app: &AppState,
    session: &Session,
    format: Format,
) -> Result<(Slot, File), ApiError> {
    let slot = export_slot(app, &session.user_id).await?;
    count(app, EXPORTS, &session.user_id).await?;
    let user = users::of_session(app, session).await?;
    let tenant = tenants::by_id(&mut *app.db.read().await?, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(|| ApiError::internal("a user without a brand"))?;
    let mut tx = app.db.begin().await?;
    letters::tell(&mut tx, app, &user, News::DataExported(format.shown())).await?;
    let detail = json!({ "format": format.as_str() });
    audit::append(&mut tx, app, &user.id, "data_exported", &detail).await?;
    tx.commit().await?;
    let head = Head {
        exported_at: rfc3339(app.clock.now_ms()),
        business: tenant.name,
    };
    Ok((slot, file(app, &user.id, format, &head).await?))
}

async fn file(
    app: &AppState,
    user_id: &str,
    format: Format,
    head: &Head,
) -> Result<File, ApiError> {
    match format {
        Format::Json => {
            let mut document = Document::begin(head).map_err(ApiError::internal)?;
            read(app, user_id, &mut document).await?;
            let (gzip, length) = document.finish().map_err(ApiError::internal)?;
            Ok(File::Json { gzip, length })
        }
        Format::Csv => {
            let mut zipped = Zipped::begin(head);
            read(app, user_id, &mut zipped).await?;
            Ok(File::Zip(zipped.finish().map_err(ApiError::internal)?))
        }
    }
}

/// Reads all tables in one snapshot.
async fn read(
    app: &AppState,
    user_id: &str,
    sink: &mut impl own_data::Sink,
) -> Result<(), ApiError> {
    let mut snapshot = app.db.snapshot_of_much().await?;
    for table in tables() {
        own_data::read(
            snapshot.connection(),
            &app.config.keys,
            user_id,
            table,
            sink,
        )
        .await?;
        app.pause.pass().await;
    }
    Ok(())
}
