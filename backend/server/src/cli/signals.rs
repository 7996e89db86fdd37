//! Trade signals.

use super::Failure;
use clap::Subcommand;
use providers::signals::Predictions;
use service::app::AppState;
use signals::predictions;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub enum Command {
    /// List the current predictions
    List,
    /// Replace the predictions with those in a file, and notify subscribers
    Push {
        /// JSON with first_match, second_match, third_match and forth_match, each a list of objects with id, symbol,
        /// logo and percent_change_24h
        file: PathBuf,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List)
    }
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::List => list(app).await,
        Command::Push { file } => push(app, &file).await,
    }
}

async fn list(app: &AppState) -> Result<(), Failure> {
    let listed = predictions::listed(app)
        .await
        .map_err(|error| error.code())?;
    let Some((signals, made_at)) = listed else {
        println!("signals: none yet");
        return Ok(());
    };
    println!("made at {made_at}");
    let names = ["first_match", "second_match", "third_match", "forth_match"];
    for (name, group) in names.iter().zip(signals.groups()) {
        for one in group {
            println!(
                "{name}\t{}\t{}\t{}",
                one.id, one.symbol, one.percent_change_24h
            );
        }
    }
    Ok(())
}

async fn push(app: &AppState, file: &Path) -> Result<(), Failure> {
    let bytes = std::fs::read(file)?;
    let signals = Predictions::read(&bytes).ok_or(
        "not a document of signals: four lists of at most twelve, each with id, symbol and percent_change_24h",
    )?;
    let changed = predictions::put(app, &signals, app.clock.now_ms()).await;
    match changed.map_err(|error| error.code())? {
        true => println!("signals: replaced, and subscribers are notified"),
        false => println!("signals: the same as before"),
    }
    Ok(())
}
