//! The command line.

mod audit;
mod backup;
mod check;
mod cluster;
mod desk;
mod files;
mod health;
mod loan;
mod order;
mod plan;
mod plans_of_seed;
mod rates;
mod reversal;
mod rules;
pub mod secret;
mod seed;
mod signals;
mod support;
mod tenant;
mod user;

use crate::jobs;
use crate::reconciliation;
use crate::rules::archive::{self, Kept};
use crate::server::{connect_areas, openapi, router, serve, stop};
use clap::{Parser, Subcommand};
use community::chat::moving;
use domain_core::calendar::Date;
use domain_core::catalogue::rules_version;
use ground::clock::lagos_day_begins_ms;
use ground::config::{Absent, Config, Outside};
use ground::db::{self, Engine, ServerLock, warn_if_accessible_to_others};
use ground::telemetry;
use money::ledger::{self, Scope, days};
use money::orders::seal;
use service::access::canary;
use service::app::AppState;
use std::path::PathBuf;
use std::process::ExitCode;

/// The signal's number.
const SIGPIPE: i32 = 13;

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
    /// Serve app and API, after migrating the schema (the default command)
    Serve,
    /// Bring the database's schema up to date
    Migrate,
    /// Add the demo people and brands; existing ones stay
    Seed,
    /// Brands
    #[command(subcommand)]
    Tenant(tenant::Command),
    /// People
    #[command(subcommand)]
    User(user::Command),
    /// Exchange rates
    #[command(subcommand)]
    Rates(rates::Command),
    /// The chat with support
    #[command(subcommand)]
    Support(support::Command),
    /// Clusters and their messages
    #[command(subcommand)]
    Cluster(cluster::Command),
    /// Price predictions
    #[command(subcommand)]
    Signals(signals::Command),
    /// Plans on offer: savings, loans, coin sets
    #[command(subcommand)]
    Plan(plan::Command),
    /// Loans: decisions, limits, and bad loans
    #[command(subcommand)]
    Loan(loan::Command),
    /// Work that waits for staff, and the email about it each morning
    #[command(subcommand)]
    Desk(desk::Command),
    /// Provider orders with an unknown outcome
    #[command(subcommand)]
    Order(order::Command),
    /// Money that providers took back after confirming it
    #[command(subcommand)]
    Reversal(reversal::Command),
    /// Copy the database while it is in use, and verify the copy
    Backup {
        /// The file to write; it must not exist
        to: PathBuf,
    },
    /// The ledger
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// The audit log
    #[command(subcommand)]
    Audit(audit::Command),
    /// Recorded decisions: one of them, or all of them repeated by this program's rules
    #[command(subcommand)]
    Rules(rules::Command),
    /// The server's secret
    #[command(subcommand)]
    Secret(secret::Command),
    /// The place of members' files
    #[command(subcommand)]
    Files(files::Command),
    /// Query providers about pending orders that are due
    Reconcile,
    /// Test settings, database and providers; changes nothing
    Check {
        /// Also send a test email to this address
        #[arg(long)]
        send_to: Option<String>,
    },
    /// Check that the server at AJO_ADDR responds, as a container's health check
    Health,
    /// Print the OpenAPI document
    Openapi,
}

#[derive(Subcommand)]
enum LedgerCommand {
    /// Prove that every transfer sums to zero, every balance equals its entries, and statements, orders, credits and
    /// bonuses agree with the ledger
    Check {
        /// Only of what was settled since the beginning of this day, `YYYY-MM-DD`; all days before it must be closed
        #[arg(long, value_name = "DAY", value_parser = day)]
        since: Option<Date>,
    },
}

/// Behaviour of a command if the database, the secret file or the tables are missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Creates missing ones.
    Make,
    /// Writes to an existing database. Needs the server's secret, because the server must be able to decrypt the
    /// result.
    Write,
    Read,
}

impl Command {
    const fn access(&self) -> Access {
        match self {
            Self::Serve | Self::Migrate | Self::Seed => Access::Make,
            Self::Tenant(command) if command.only_reads() => Access::Read,
            Self::User(command) if command.only_reads() => Access::Read,
            Self::Support(command) if command.only_reads() => Access::Read,
            Self::Cluster(command) if command.only_reads() => Access::Read,
            Self::Rates(command) if command.only_reads() => Access::Read,
            Self::Desk(command) if command.only_reads() => Access::Read,
            Self::Signals(command) if command.only_reads() => Access::Read,
            Self::Plan(command) if command.only_reads() => Access::Read,
            Self::Loan(command) if command.only_reads() => Access::Read,
            Self::Order(command) if command.only_reads() => Access::Read,
            Self::Reversal(command) if command.only_reads() => Access::Read,
            Self::Tenant(_)
            | Self::User(_)
            | Self::Support(_)
            | Self::Cluster(_)
            | Self::Rates(_)
            | Self::Signals(_)
            | Self::Plan(_)
            | Self::Loan(_)
            | Self::Desk(_)
            | Self::Order(_)
            | Self::Reversal(_)
            | Self::Secret(_)
            | Self::Files(_)
            | Self::Reconcile => Access::Write,
            Self::Backup { .. }
            | Self::Ledger(_)
            | Self::Audit(_)
            | Self::Rules(_)
            | Self::Check { .. }
            | Self::Health
            | Self::Openapi => Access::Read,
        }
    }
}

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    exit_on_closed_output();
    let command = arguments.command.unwrap_or(Command::Serve);
    // A server logs a fatal error; other commands print it to the terminal.
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

/// Exits quietly with the status of SIGPIPE when standard output is closed early, as by `head`.
fn exit_on_closed_output() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let words = panic.payload_as_str().unwrap_or_default();
        if words.starts_with("failed printing to stdout") {
            #[allow(
                clippy::disallowed_methods,
                reason = "the reader of the output is gone"
            )]
            std::process::exit(128 + SIGPIPE);
        }
        before(panic);
    }));
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
        print!("{}", openapi::text(&router::openapi()));
        return Ok(ExitCode::SUCCESS);
    }
    if matches!(command, Command::Health) {
        return Ok(health::run());
    }
    if let Command::Check { send_to } = command {
        return Ok(check::run(send_to.as_deref()).await);
    }
    let access = command.access();
    let config = Config::from_env(match access {
        Access::Make => Absent::Make,
        Access::Write => Absent::Refuse,
        Access::Read => Absent::DoWithout,
    })?;
    telemetry::start(config.log_json, &config.log_filter);
    exit_on_closed_output();
    if matches!(command, Command::Serve) {
        serve::check(&config)?;
    }
    connect_areas();
    // Before the migrations: another server may be using the schema.
    let _server_lock = match command {
        Command::Serve => Some(ServerLock::take(config.database_url.reveal())?),
        _ => None,
    };
    let app = AppState::open(config, access == Access::Make).await?;
    if access != Access::Read {
        canary::check(&app.db, &app.config.keys, true).await?;
        seal::begin(&app.db, &app.config.keys).await?;
    }
    if !matches!(command, Command::Serve) {
        app.realtime.stand_apart();
        // Standard output may be parsed by another program.
        eprintln!("database: {}", holdings(&app).await?);
    }
    match command {
        Command::Serve => serve(app).await?,
        Command::Migrate => println!("migrate: the schema is up to date"),
        Command::Seed => seed::run(&app).await?,
        Command::Tenant(command) => tenant::run(&app, command).await?,
        Command::User(command) => user::run(&app, command).await?,
        Command::Rates(command) => rates::run(&app, command).await?,
        Command::Signals(command) => signals::run(&app, command).await?,
        Command::Support(command) => support::run(&app, command).await?,
        Command::Cluster(command) => cluster::run(&app, command).await?,
        Command::Plan(command) => plan::run(&app, command).await?,
        Command::Loan(command) => loan::run(&app, command).await?,
        Command::Desk(command) => desk::run(&app, command).await?,
        Command::Order(command) => order::run(&app, command).await?,
        Command::Reversal(command) => reversal::run(&app, command).await?,
        Command::Backup { to } => backup::run(&app, &to).await?,
        Command::Ledger(LedgerCommand::Check { since }) => return ledger_check(&app, since).await,
        Command::Audit(command) => return audit::run(&app, command).await,
        Command::Rules(command) => return rules::run(&app, command).await,
        Command::Secret(command) => return secret::run(&app, command).await,
        Command::Files(command) => return files::run(&app, command).await,
        Command::Reconcile => {
            let settled = money::orders::reconcile(&app)
                .await
                .map_err(|error| error.code())?;
            println!("reconcile: {settled} orders settled");
        }
        Command::Check { .. } | Command::Health | Command::Openapi => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(app: AppState) -> Result<(), Failure> {
    match app.ports.files.try_out().await {
        // Payments do not wait for a bucket.
        Err(why) if app.ports.files.outside() == Some(Outside::Bucket) => {
            tracing::error!(why, "files cannot be stored; everything else is served");
        }
        tried => drop(tried?),
    }
    moving::check_places(&app).await?;
    warn_if_accessible_to_others(app.config.database_url.reveal());
    if let Kept::Missing(why) = archive::keep(&app, &app.config.webapp_dir).await? {
        let version = rules_version();
        tracing::warn!(
            version,
            why,
            "the module of these rules is not in the archive: their decisions cannot be repeated by others"
        );
    }
    if app.config.production() {
        let samples = money::rates::samples(&mut *app.db.read().await?).await?;
        if !samples.is_empty() {
            tracing::error!(
                currencies = samples.join(", "),
                "the exchange rates of these currencies are samples, and nothing is converted by them: set them with `backend rates set`"
            );
        }
    }
    if app.db.engine() == Engine::Postgres {
        let config = &app.config;
        let address = config.database_listen_url.as_ref();
        let address = address.unwrap_or(&config.database_url).reveal().clone();
        tokio::spawn(app.realtime.clone().listen(address));
    }
    let stopped = stop::stop_signal();
    let jobs = jobs::run(app.clone(), stopped.clone());
    Ok(serve::serve(app, stopped, jobs).await?)
}

/// Describes the database and its size, so that the operator notices if it is the wrong one or empty.
async fn holdings(app: &AppState) -> Result<String, Failure> {
    let size = ledger::size(&mut *app.db.read().await?).await?;
    Ok(format!(
        "{}, {} transfers, {} ledger accounts",
        db::shown(app.config.database_url.reveal()),
        size.transfers,
        size.accounts
    ))
}

fn day(text: &str) -> Result<Date, String> {
    Date::parse(text).ok_or_else(|| "a day is written as 2026-11-20".to_owned())
}

async fn ledger_check(app: &AppState, since: Option<Date>) -> Result<ExitCode, Failure> {
    let holdings = holdings(app).await?;
    let findings = match since {
        None => reconciliation::everything(app, Scope::Whole).await?,
        Some(day) => {
            let since_ms = lagos_day_begins_ms(day.day_number());
            let mut connection = app.db.read_much().await?;
            let closed_ms = days::closed_until_ms(&mut connection).await?;
            if closed_ms.is_none_or(|closed_ms| closed_ms < since_ms) {
                return Err(
                    "the day before is not closed: check the whole ledger, without --since".into(),
                );
            }
            reconciliation::check(&mut connection, Scope::Since(since_ms)).await?
        }
    };
    for finding in &findings {
        println!("ledger: {}: {}", finding.what, finding.id);
    }
    println!(
        "ledger check: {} ({holdings})",
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
