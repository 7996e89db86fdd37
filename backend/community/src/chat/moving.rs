//! Moves attachments to the configured place, one at a time.

use super::stored::Stored;
use ground::config::{ConfigError, Outside};
use ground::db::DbError;
use ground::error::ApiError;
use service::app::AppState;
use sqlx::{AnyConnection, Row};

/// One step of the move.
pub struct Step {
    /// The attachment; the next step follows it.
    pub id: String,
    /// Whether it was moved. Otherwise it was deleted, moved or stored anew meanwhile, or its bytes are missing.
    pub moved: bool,
}

/// Moves the first attachment after an identifier that is in another place. `None` if there are no more.
///
/// # Errors
/// 503 if a place is unavailable; the database failed.
pub async fn step(app: &AppState, after: &str) -> Result<Option<Step>, ApiError> {
    let Some(id) = next_elsewhere(app, after).await? else {
        return Ok(None);
    };
    let stored = Stored::read(app, &id).await?;
    // Another command may have moved it meanwhile.
    let stored = stored.filter(|stored| !stored.is_in_place(app));
    let moved = match stored {
        Some(mut stored) => match stored.sealed.take() {
            Some(sealed) => stored.replace(app, sealed).await?,
            None => false,
        },
        None => false,
    };
    Ok(Some(Step { id, moved }))
}

/// The names of files in a kind of place, as a pattern for SQL's LIKE.
fn files_in(outside: Option<Outside>) -> String {
    [outside.map_or("database", Outside::as_str), "/%"].concat()
}

/// The first attachment after an identifier that is in another place than the configured one.
async fn next_elsewhere(app: &AppState, after: &str) -> Result<Option<String>, ApiError> {
    let row = sqlx::query(
        "SELECT id FROM chat_attachments WHERE id > $1 AND COALESCE(sealed_at, 'database/') NOT LIKE $2 ORDER BY id LIMIT 1",
    )
    .bind(after)
    .bind(files_in(app.ports.files.outside()))
    .fetch_optional(&mut *app.db.read().await?)
    .await?;
    Ok(row.map(|row| row.try_get("id")).transpose()?)
}

/// The number of attachments that are in another place than the configured one.
///
/// # Errors
/// The database failed.
pub async fn elsewhere(app: &AppState) -> Result<i64, ApiError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS found FROM chat_attachments WHERE COALESCE(sealed_at, 'database/') NOT LIKE $1",
    )
    .bind(files_in(app.ports.files.outside()))
    .fetch_one(&mut *app.db.read().await?)
    .await?;
    Ok(row.try_get("found")?)
}

/// Checks that every place that a row names is configured.
///
/// # Errors
/// One is not; the database failed.
pub async fn check_places(app: &AppState) -> Result<(), ConfigError> {
    let failed = |error: DbError| ConfigError(error.to_string());
    let mut connection = app.db.read().await.map_err(failed)?;
    for outside in Outside::ALL {
        if app.ports.files.knows(outside) {
            continue;
        }
        if are_there(&mut connection, outside).await.map_err(failed)? {
            let example = match outside {
                Outside::Folder => "folder:/var/lib/ajo/files",
                Outside::Bucket => "s3://ajo-files",
            };
            return Err(ConfigError(format!(
                "files of members are in a {0} that no setting names: set AJO_FILES_PREVIOUS to it, like {example}, until \
                 `backend files move` has moved them",
                outside.as_str()
            )));
        }
    }
    Ok(())
}

async fn are_there(connection: &mut AnyConnection, outside: Outside) -> Result<bool, DbError> {
    let row =
        sqlx::query("SELECT 1 AS found FROM chat_attachments WHERE sealed_at LIKE $1 LIMIT 1")
            .bind(files_in(Some(outside)))
            .fetch_optional(connection)
            .await?;
    Ok(row.is_some())
}
