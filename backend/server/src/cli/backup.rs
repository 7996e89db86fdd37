//! An online copy of the database.

use super::Failure;
use ground::db::{Db, Engine};
use ground::private_file;
use money::ledger::{self, Scope};
use service::app::AppState;
use sqlx::Row;
use std::io::ErrorKind;
use std::path::Path;

/// Copies the database into a file, as of one instant, and checks the copy: file integrity and ledger.
pub async fn run(app: &AppState, to: &Path) -> Result<(), Failure> {
    if app.db.engine() == Engine::Postgres {
        return Err("a PostgreSQL database is copied with pg_dump --format=custom".into());
    }
    let path = to.to_str().ok_or("the file's name is not text")?;
    match private_file::create(to) {
        Ok(_empty) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(format!("{} already exists", to.display()).into());
        }
        Err(error) => return Err(format!("{}: {error}", to.display()).into()),
    }
    // SQLite accepts an existing file only if it is empty.
    let copied = sqlx::query("VACUUM INTO $1")
        .bind(path)
        .execute(&mut *app.db.read().await?)
        .await;
    if let Err(error) = copied {
        std::fs::remove_file(to)?;
        return Err(error.into());
    }

    let copy = Db::connect(&format!("sqlite:{path}")).await?;
    let mut connection = copy.read().await?;
    let verdict: String = sqlx::query("PRAGMA integrity_check")
        .fetch_one(&mut *connection)
        .await?
        .try_get(0)?;
    let findings = ledger::check(&mut connection, Scope::Whole).await?;
    drop(connection);
    copy.close().await;
    if verdict != "ok" || !findings.is_empty() {
        return Err(format!(
            "the copy is damaged: {verdict}; {} findings in its ledger",
            findings.len()
        )
        .into());
    }
    println!("backup: {} is complete and consistent", to.display());
    Ok(())
}
