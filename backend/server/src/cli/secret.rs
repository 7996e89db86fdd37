//! Rotation of the server's secret.

use super::Failure;
use clap::Subcommand;
use community::chat::rotation;
use ground::error::ApiError;
use ground::queue::{self, Kind};
use ground::sealed::{self, Batch};
use identity::{numbers, pin};
use money::ledger::days;
use money::orders::seal;
use service::access::{audit, canary, users};
use service::app::AppState;
use service::push::browsers;
use signals::exchange;
use std::process::ExitCode;

#[derive(Subcommand)]
pub enum Command {
    /// Re-encrypt with AJO_SECRET what was encrypted with AJO_SECRET_PREVIOUS, and report what still needs the latter
    Rotate,
}

pub async fn run(app: &AppState, command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Rotate => rotate(app).await,
    }
}

/// Result of a rotation, with everything that still depends on another secret.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rotation {
    pub numbers: Batch,
    pub messages: Batch,
    pub files: Batch,
    pub browsers: Batch,
    pub exchange_keys: Batch,
    pub audit_exports: Batch,
    pub closed_days: Batch,
    pub orders: Batch,
    pub canary: Batch,
    /// Renewed at the next sign-in.
    pub passwords: i64,
    /// Renewed at the next entry.
    pub pins: i64,
    /// Removed once sent.
    pub queued: i64,
}

impl Rotation {
    fn sealed(&self) -> [(&'static str, &Batch); 9] {
        [
            ("national numbers", &self.numbers),
            ("chat messages", &self.messages),
            ("chat files", &self.files),
            ("browsers for push messages", &self.browsers),
            ("exchange keys", &self.exchange_keys),
            ("exports of the audit log", &self.audit_exports),
            ("closed days of the ledger", &self.closed_days),
            ("orders", &self.orders),
            ("the canary of the secret", &self.canary),
        ]
    }

    fn unreadable(&self) -> u64 {
        self.sealed()
            .iter()
            .map(|(_, batch)| batch.unreadable)
            .sum()
    }
}

/// Re-encrypts all encrypted values, a bounded number of rows in each transaction. It is safe to interrupt and resume.
///
/// # Errors
/// The database failed.
pub async fn rotation(app: &AppState) -> Result<Rotation, ApiError> {
    let numbers = all(async |after| numbers::seal_anew(app, after).await).await?;
    let messages = all(async |after| rotation::seal_messages_anew(app, after).await).await?;
    let files = all(async |after| rotation::seal_file_anew(app, after).await).await?;
    let browsers = all(async |after| browsers::seal_anew(app, after).await).await?;
    let exchange_keys = all(async |after| exchange::seal_anew(app, after).await).await?;
    let audit_exports = audit::sign_anew(app).await?;
    let closed_days = days::sign_anew(app).await?;
    let orders = all(async |after| Ok(seal::sign_anew(app, after).await?)).await?;
    let canary = canary::seal_anew(&app.db, &app.config.keys).await?;
    let key_id = app.config.keys.id();
    let mut connection = app.db.read().await?;
    let queued = ["%", &sealed::current_pattern(&app.config.keys)].concat();
    let kinds = [
        Kind::Email,
        Kind::Sms,
        Kind::Telegram,
        Kind::Whatsapp,
        Kind::Push,
    ];
    Ok(Rotation {
        numbers,
        messages,
        files,
        browsers,
        exchange_keys,
        audit_exports,
        closed_days,
        orders,
        canary,
        passwords: users::hashed_otherwise(&mut connection, &key_id).await?,
        pins: pin::hashed_otherwise(&mut connection, &key_id).await?,
        queued: queue::payloads_unlike(&mut connection, &kinds, &queued).await?,
    })
}

async fn all(batch: impl AsyncFn(&str) -> Result<Batch, ApiError>) -> Result<Batch, ApiError> {
    let mut sum = Batch::default();
    let mut after = String::new();
    loop {
        let next = batch(&after).await?;
        sum.sealed += next.sealed;
        sum.unreadable += next.unreadable;
        match next.last {
            Some(last) => after = last,
            None => return Ok(sum),
        }
    }
}

async fn rotate(app: &AppState) -> Result<ExitCode, Failure> {
    let done = rotation(app).await.map_err(|error| error.code())?;
    for (what, batch) in done.sealed() {
        println!("{what}: {} sealed anew", batch.sealed);
        if batch.unreadable > 0 {
            println!(
                "{what}: {} CANNOT BE DECRYPTED with either secret",
                batch.unreadable
            );
        }
    }
    println!(
        "hashed with another secret: {} passwords (renewed at the next sign-in), {} PINs (renewed at the next entry)",
        done.passwords, done.pins
    );
    println!(
        "sealed with another secret: {} messages that wait to be sent",
        done.queued
    );
    let is_needed = done.passwords + done.pins + done.queued > 0;
    println!(
        "secret rotate: {}",
        match (done.unreadable(), is_needed) {
            (1.., _) => "NOT everything could be decrypted",
            (0, true) => "done; whatever is listed above still needs AJO_SECRET_PREVIOUS",
            (0, false) => "done; nothing needs AJO_SECRET_PREVIOUS any more",
        }
    );
    Ok(match done.unreadable() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}
