//! `backend check`: tests settings, database and providers, one line each.

use crate::server::serve;
use ground::clock::Clock;
use ground::config::{Absent, Config};
use ground::db::{self, Db, Manner};
use ground::telemetry;
use money::ledger;
use money::rates;
use providers::check::{self, Found};
use service::access::canary;
use std::process::ExitCode;

/// Runs all checks, and sends a test email if an address is given.
pub async fn run(send_to: Option<&str>) -> ExitCode {
    let config = Config::from_env(Absent::DoWithout).and_then(|config| {
        serve::check(&config)?;
        Ok(config)
    });
    let config = match config {
        Ok(config) => config,
        Err(error) => {
            for fault in error.0.lines() {
                tell("settings", &Err(fault.to_owned()));
            }
            return ExitCode::FAILURE;
        }
    };
    // The report below contains every failure.
    telemetry::start(false, "off");
    let clock = Clock::system();
    let mut all = vec![("settings", Ok(said(&config)))];
    all.push(("database", database(&config).await));
    if config.production() {
        all.push(("secret and rates", contents(&config).await));
    }
    if let Some(notices) = notices(&config).await {
        all.push(("notices", notices));
    }
    all.extend(check::providers(&config, &clock).await);
    if let Some(to) = send_to {
        all.push(("test email", check::send_email(&config, &clock, to).await));
    }
    for (what, found) in &all {
        tell(what, found);
    }
    match all.iter().all(|(_, found)| found.is_ok()) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn tell(what: &str, found: &Found) {
    match found {
        Ok(good) => println!("{what}: ok: {good}"),
        Err(wrong) => println!("{what}: NOT ok: {wrong}"),
    }
}

fn said(config: &Config) -> String {
    let environment = match config.production() {
        true => "production",
        false => "development",
    };
    format!("{environment}, at {}", config.addr)
}

async fn database(config: &Config) -> Found {
    let url = config.database_url.reveal();
    let manner = Manner {
        make: false,
        pooled: config.database_pooled,
        connections: config.database_connections,
    };
    let tried = async {
        let db = Db::open(url, manner).await?;
        db.check_schema().await?;
        db.try_to_write().await?;
        let size = ledger::size(&mut *db.read().await?).await?;
        db.close().await;
        Ok::<_, db::DbError>(size)
    };
    let name = db::shown(url);
    match tried.await {
        Ok(size) => Ok(format!(
            "{name} accepts writes and has the current schema, {} transfers and {} ledger accounts",
            size.transfers, size.accounts
        )),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// Checks that the secret matches the database and that exchange rates are set.
async fn contents(config: &Config) -> Found {
    let manner = Manner {
        make: false,
        pooled: config.database_pooled,
        connections: config.database_connections,
    };
    let tried = async {
        let db = Db::open(config.database_url.reveal(), manner).await?;
        let samples = rates::samples(&mut *db.read().await?).await?;
        let known = canary::check(&db, &config.keys, false).await;
        db.close().await;
        Ok::<_, db::DbError>((samples, known))
    };
    let (samples, known) = tried.await.map_err(|error| error.to_string())?;
    known.map_err(|error| error.0)?;
    match samples.is_empty() {
        true => Ok(String::from(
            "the secret matches the database, every exchange rate is set",
        )),
        false => Err(format!(
            "the exchange rates of {} are samples: set them with `backend rates set`",
            samples.join(", ")
        )),
    }
}

/// Checks the separate address for LISTEN, if configured.
async fn notices(config: &Config) -> Option<Found> {
    let url = config.database_listen_url.as_ref()?.reveal();
    let name = db::shown(url);
    Some(match db::listener(url).await {
        Ok(_) => Ok(format!("{name} accepts LISTEN")),
        Err(error) => Err(format!("{name}: {error}")),
    })
}
