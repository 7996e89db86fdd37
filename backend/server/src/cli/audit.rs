//! The audit log.

use super::Failure;
use clap::Subcommand;
use service::access::audit;
use service::app::AppState;
use std::process::ExitCode;

#[derive(Subcommand)]
pub enum Command {
    /// Prove that no entry was changed, added or removed, and print the heads of the hash chains
    Check {
        /// Compare with heads that were stored elsewhere: `audit_heads` of a "daily check" line in a server log
        #[arg(long)]
        against: Option<String>,
    },
}

pub async fn run(app: &AppState, command: Command) -> Result<ExitCode, Failure> {
    let Command::Check { against } = command;
    let mut broken = Vec::new();
    match audit::check(app).await.map_err(|error| error.code())? {
        Ok(entries) => println!("audit check: {entries} entries"),
        Err(found) => broken.push(found),
    }
    if let Some(heads) = against {
        let compared = audit::check_against(&app.db, &heads).await;
        broken.extend(compared.map_err(|error| error.message().to_owned())?.err());
    }
    let heads = audit::heads(&mut *app.db.read().await?).await?;
    println!("audit heads: {heads}");
    for found in &broken {
        println!("{found}");
    }
    println!(
        "audit check: {}",
        if broken.is_empty() {
            "clean"
        } else {
            "NOT clean"
        }
    );
    Ok(if broken.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
