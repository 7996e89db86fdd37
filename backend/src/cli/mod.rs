//! The command line.

mod backup;
mod health;
mod seed;
mod support;
mod tenant;
mod user;

use crate::app::AppState;
use crate::config::Config;
use crate::db::{Engine, ServerLock, warn_if_accessible_to_others};
use crate::server::{connect_areas, openapi, serve};
use crate::{jobs, ledger, telemetry};
use clap::{Parser, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Ajo's server. Settings come from the environment: see docs/operations.md.
#[derive(Parser)]
#[command(name = "backend", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve app and API (what happens without a command); brings the schema up to date first
    Serve,
    /// Bring the database's schema up to date
    Migrate,
    /// Add the demo people and brands; what is there stays
    Seed,
    /// Brands
    #[command(subcommand)]
    Tenant(tenant::Command),
    /// People
    #[command(subcommand)]
    User(user::Command),
    /// The chat with support
    #[command(subcommand)]
    Support(support::Command),
    /// Copy the database while it is in use, and check the copy
    Backup {
        /// The file to write; it must not exist
        to: PathBuf,
    },
    /// The ledger
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// Ask providers what became of orders that are due
    Reconcile,
    /// Ask the server at AJO_ADDR whether it responds, as a container's health check
    Health,
    /// Print the description of the API
    Openapi,
}

#[derive(Subcommand)]
enum LedgerCommand {
    /// Prove that every transfer sums to zero and every balance equals its entries
    Check,
}

/// Runs what the command line asks for.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let command = arguments.command.unwrap_or(Command::Serve);
    // A server's fatal error goes to its log; other commands print for a terminal.
    let in_log = matches!(command, Command::Serve) && Config::log_is_json(&environment);
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into(), in_log),
    };
    match runtime.block_on(run(command)) {
        Ok(code) => code,
        Err(error) => failed(&error, in_log),
    }
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn failed(error: &Failure, in_log: bool) -> ExitCode {
    if in_log {
        eprintln!("{}", telemetry::fatal(error));
    } else {
        eprintln!("backend: {error}");
    }
    ExitCode::FAILURE
}

async fn run(command: Command) -> Result<ExitCode, Failure> {
    if matches!(command, Command::Openapi) {
        // A reader such as `head` may close the pipe early.
        let _ = std::io::stdout().write_all(openapi::text().as_bytes());
        return Ok(ExitCode::SUCCESS);
    }
    if matches!(command, Command::Health) {
        return Ok(health::run());
    }
    let config = Config::from_env()?;
    telemetry::start(config.log_json);
    connect_areas();
    // Before the migrations: another server may be using the schema.
    let _server_lock = match command {
        Command::Serve => Some(ServerLock::take(config.database_url.reveal())?),
        _ => None,
    };
    let app = AppState::open(config).await?;
    if !matches!(command, Command::Serve) {
        app.realtime.stand_apart();
    }
    match command {
        Command::Serve => serve(app).await?,
        Command::Migrate => println!("migrate: the schema is up to date"),
        Command::Seed => seed::run(&app).await?,
        Command::Tenant(command) => tenant::run(&app, command).await?,
        Command::User(command) => user::run(&app, command).await?,
        Command::Support(command) => support::run(&app, command).await?,
        Command::Backup { to } => backup::run(&app, &to).await?,
        Command::Ledger(LedgerCommand::Check) => return ledger_check(&app).await,
        Command::Reconcile => {
            let settled = crate::payment::orders::reconcile(&app)
                .await
                .map_err(|error| error.code())?;
            println!("reconcile: {settled} orders settled");
        }
        Command::Health | Command::Openapi => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(app: AppState) -> Result<(), Failure> {
    warn_if_accessible_to_others(app.config.database_url.reveal());
    if app.db.engine() == Engine::Postgres {
        let address = app.config.database_url.reveal().clone();
        tokio::spawn(app.realtime.clone().listen(address));
    }
    let stopped = serve::stop_signal();
    let jobs = jobs::run(app.clone(), stopped.clone());
    Ok(serve::serve(app, stopped, jobs).await?)
}

async fn ledger_check(app: &AppState) -> Result<ExitCode, Failure> {
    let findings = ledger::check(&mut *app.db.read().await?).await?;
    for finding in &findings {
        println!("ledger: {}: {}", finding.what, finding.id);
    }
    println!(
        "ledger check: {}",
        if findings.is_empty() {
            "clean"
        } else {
            "NOT clean"
        }
    );
    Ok(if findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
