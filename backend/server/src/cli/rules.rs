//! Recorded decisions.

use super::Failure;
use crate::reconciliation::replay::{self, Forbidden};
use clap::Subcommand;
use service::app::AppState;
use sqlx::AnyConnection;
use std::process::ExitCode;

/// Something changed, within what `--forbid` allows.
const CHANGED: u8 = 3;
/// Something changed that `--forbid` names.
const BROKEN: u8 = 4;
/// The records could not be repeated.
const FAILED: u8 = 2;

#[derive(Subcommand)]
pub enum Command {
    /// Repeat all recorded decisions with the rules of this program, and say what would have been otherwise. Run it with
    /// the next version's program before an upgrade: it only reads
    Replay {
        /// A month in Lagos, such as 2026-10; all of them without it
        #[arg(long)]
        month: Option<String>,
        /// Differences that end with exit status 4
        #[arg(long, value_delimiter = ',')]
        forbid: Vec<Forbidden>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the decision about a transfer
    Show {
        /// The reference on the statement
        reference: String,
    },
}

/// Exit status 0: no decision changes; 3: some do; 4: some that `--forbid` names; 2: the records cannot be read.
pub async fn run(app: &AppState, command: Command) -> Result<ExitCode, Failure> {
    let mut connection = app.db.read().await?;
    match command {
        Command::Show { reference } => show(&mut connection, &reference).await,
        Command::Replay {
            month,
            forbid,
            json,
        } => {
            let report = match replay::run(&mut connection, month.as_deref()).await {
                Ok(report) => report,
                Err(why) => {
                    eprintln!("rules replay: {why}");
                    return Ok(ExitCode::from(FAILED));
                }
            };
            match json {
                true => println!("{}", report.to_json()),
                false => print!("{report}"),
            }
            Ok(match (report.is_unchanged(), report.breaks(&forbid)) {
                (true, _) => ExitCode::SUCCESS,
                (false, true) => ExitCode::from(BROKEN),
                (false, false) => ExitCode::from(CHANGED),
            })
        }
    }
}

async fn show(connection: &mut AnyConnection, reference: &str) -> Result<ExitCode, Failure> {
    let Some(record) = replay::record(connection, reference).await? else {
        println!("rules show: no decision is recorded for {reference}");
        return Ok(ExitCode::FAILURE);
    };
    println!("{record}");
    Ok(ExitCode::SUCCESS)
}
