//! State shared by all calls, built once at startup.

use crate::access::session::active::ActiveSessions;
use crate::combiner::waiting::Combiner;
use crate::settings::tenant_ids::TenantIds;
use axum::http::HeaderValue;
use ground::broadcast::Hub;
use ground::clock::Clock;
use ground::config::{Config, ConfigError};
use ground::db::{self, Db, DbError, Manner};
use ground::hasher::{Cost, Hasher};
use ground::limit::LocalCounters;
use ground::metrics::Metrics;
use ground::pause::Pause;
use ground::random::Random;
use ground::slots::Slots;
use ground::tally::{LastDone, Tally};
use providers::Ports;
use providers::messages::Senders;
use std::ops::Deref;
use std::sync::Arc;

/// The application: cheap to clone, shared by all calls.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

/// The parts of the shared state.
pub struct Parts {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub hasher: Hasher,
    pub ports: Ports,
    pub realtime: Hub,
    /// Units of several calls, written in one statement.
    pub combiner: Combiner,
    /// The activity of sessions that is not written yet.
    pub activity: ActiveSessions,
    pub tenant_ids: TenantIds,
    pub metrics: Metrics,
    pub senders: Senders,
    /// Rounds of the jobs, by result.
    pub rounds: Tally,
    /// Settled orders by kind of payment and result.
    pub settled: Tally,
    /// The time of each job's last successful round.
    pub last_done: LastDone,
    pub local_counters: LocalCounters,
    /// Limits on concurrent uploads and large downloads.
    pub uploads: Slots,
    pub downloads: Slots,
    pub pictures: Slots,
    /// Limit on concurrent exports of users' own data.
    pub exports: Slots,
    pub rules_version: HeaderValue,
    /// Stops a job before it commits, for tests.
    pub pause: Pause,
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppState {
    /// Connects to the database and builds the state. With `make`, a missing SQLite file is created and the schema is
    /// migrated; without, the database must exist with the current schema.
    ///
    /// # Errors
    /// A setting or the database is unusable.
    pub async fn open(config: Config, make: bool) -> Result<Self, ConfigError> {
        let clock = Clock::system();
        let url = config.database_url.reveal();
        let failed = |error: DbError| ConfigError(format!("{}: {error}", db::shown(url)));
        let manner = Manner {
            make,
            pooled: config.database_pooled,
            connections: config.database_connections,
        };
        let mut db = Db::open(url, manner).await.map_err(failed)?;
        if let Some(url) = &config.database_read_url {
            let url = url.reveal();
            db = db.with_replica(url, manner).map_err(|error| {
                ConfigError(format!(
                    "AJO_DATABASE_READ_URL, {}: {error}",
                    db::shown(url)
                ))
            })?;
        }
        // Before the migration: if startup fails, the schema still suits the previous version.
        let ports = Ports::new(&config, &db, &clock, Random)?;
        if make {
            db.migrate(clock.now_ms()).await.map_err(failed)?;
        } else {
            db.check_schema().await.map_err(failed)?;
        }
        Ok(Self::with_ports(config, db, clock, Cost::Full, ports))
    }

    /// Builds the state, with ports according to the configuration.
    ///
    /// # Errors
    /// A port is not allowed in this environment.
    pub fn with(config: Config, db: Db, clock: Clock, cost: Cost) -> Result<Self, ConfigError> {
        let ports = Ports::new(&config, &db, &clock, Random)?;
        Ok(Self::with_ports(config, db, clock, cost, ports))
    }

    /// Builds the state with the given ports.
    pub fn with_ports(config: Config, db: Db, clock: Clock, cost: Cost, ports: Ports) -> Self {
        let hasher = Hasher::new(config.keys.clone(), cost);
        let rules_version = HeaderValue::from_str(domain_core::rules_version())
            .unwrap_or_else(|_| HeaderValue::from_static(""));
        let realtime = Hub::new(db.clone());
        Self(Arc::new(Parts {
            config,
            db,
            clock,
            random: Random,
            hasher,
            ports,
            realtime,
            combiner: Combiner::default(),
            activity: ActiveSessions::default(),
            tenant_ids: TenantIds::default(),
            metrics: Metrics::default(),
            senders: Senders::default(),
            rounds: Tally::new("ajo_job_rounds_total", "job"),
            settled: Tally::new("ajo_orders_settled_total", "kind"),
            last_done: LastDone::default(),
            local_counters: LocalCounters::default(),
            uploads: Slots::for_uploads(),
            downloads: Slots::for_downloads(),
            pictures: Slots::for_pictures(),
            exports: Slots::for_exports(),
            rules_version,
            pause: Pause::default(),
        }))
    }
}
