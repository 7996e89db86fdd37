//! The place of members' files.

use super::Failure;
use clap::Subcommand;
use community::chat::moving;
use ground::error::ApiError;
use service::app::AppState;
use service::files;
use std::process::ExitCode;

/// A line of progress for this many files.
const PORTION: u64 = 100;

#[derive(Subcommand)]
pub enum Command {
    /// Move all files to the place that AJO_FILES names, beside a running server; safe to interrupt and repeat
    Move,
}

pub async fn run(app: &AppState, command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Move => move_all(app).await,
    }
}

async fn move_all(app: &AppState) -> Result<ExitCode, Failure> {
    let place = app.ports.files.try_out().await?;
    println!("files move: {place}");
    let failed = |error: ApiError| format!("{}: nothing is lost, repeat the command", error.code());
    let (mut after, mut moved) = (String::new(), 0_u64);
    while let Some(step) = moving::step(app, &after).await.map_err(failed)? {
        after = step.id;
        if step.moved {
            moved += 1;
            if moved.is_multiple_of(PORTION) {
                println!("files move: {moved} moved");
            }
        } else {
            eprintln!("files move: {after} was changed meanwhile, or its bytes are missing");
        }
    }
    while files::remove_due(app).await.map_err(failed)? > 0 {}
    let left = moving::elsewhere(app).await.map_err(failed)?;
    println!("files move: {moved} moved, {left} left elsewhere");
    Ok(match left {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}
