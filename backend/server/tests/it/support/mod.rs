//! A server for each test, and callers for it.

pub mod authenticator;
mod caller;
pub mod contract;
pub mod crowd;
pub mod dice;
pub mod foreign;
pub mod log;
pub mod paper;
mod register;
pub mod rows;
mod sources;

pub use caller::{Answer, Caller};
pub use ground::db::testing::{Database, Engine};
pub use register::world_with_register;
pub use sources::sources;

use ground::clock::Clock;
use ground::config::Config;
use ground::db::Db;
use ground::hasher::Cost;
use ground::random::Random;
use providers::Ports;
use serde_json::{Value, json};
use service::app::AppState;
use std::collections::BTreeMap;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// 2026-11-20T09:00:00Z.
pub const MORNING_MS: i64 = 1_795_165_200_000;
pub const PASSWORD: &str = "Tide4!Harbour";

/// A server with its database and its clock.
pub struct World {
    pub app: AppState,
    pub clock: Clock,
    /// The members that every caller adds to every body.
    pub foreign: Option<foreign::Foreign>,
    /// Sends the calls of every caller many times concurrently.
    pub crowd: Option<crowd::Crowd>,
    router: axum::Router,
    database: Database,
}

impl World {
    /// A server with rate limits disabled.
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, &[("AJO_RATE_LIMIT_FACTOR", "0")]).await
    }

    /// A server with its own settings.
    pub async fn with(engine: Engine, settings: &[(&str, &str)]) -> Self {
        Self::with_ports(engine, settings, |ports| ports).await
    }

    /// A server with its own settings and ports.
    pub async fn with_ports(
        engine: Engine,
        settings: &[(&str, &str)],
        change: impl FnOnce(Ports) -> Ports,
    ) -> Self {
        let database = Database::with_schema(engine).await;
        let mut all = vec![
            (String::from("AJO_DATABASE_URL"), database.url.clone()),
            (
                String::from("AJO_SECRET"),
                String::from("a secret that only the tests of Ajo know"),
            ),
        ];
        all.extend(
            settings
                .iter()
                .map(|(name, value)| (String::from(*name), String::from(*value))),
        );
        let config = Config::read(&move |name| {
            all.iter()
                .rev()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        })
        .unwrap();
        let clock = Clock::set_to(MORNING_MS);
        let db = Db::connect(config.database_url.reveal()).await.unwrap();
        db.migrate(clock.now_ms()).await.unwrap();
        let ports = change(Ports::new(&config, &db, &clock, Random).unwrap());
        let app = AppState::with_ports(config, db, clock.clone(), Cost::Least, ports);
        let router = backend::server::router::router(app.clone());
        Self {
            app,
            clock,
            foreign: None,
            crowd: None,
            router,
            database,
        }
    }

    /// A caller without a session.
    pub fn caller(&self) -> Caller {
        let mut caller = Caller::new(self.router.clone());
        caller.foreign.clone_from(&self.foreign);
        caller.crowd.clone_from(&self.crowd);
        caller
    }

    /// A caller of another server on the same database.
    pub fn at(app: AppState) -> Caller {
        Caller::new(backend::server::router::router(app))
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.clock.advance_ms(seconds * 1_000);
    }

    /// The newest code sent to an address.
    pub async fn code_for(&self, email: &str) -> String {
        self.messages_to(email)
            .await
            .iter()
            .find_map(|message| message["code"].as_str().map(String::from))
            .expect("a code was sent")
    }

    /// The messages sent to an address, newest first.
    pub async fn messages_to(&self, email: &str) -> Vec<Value> {
        let path = format!(
            "/sandbox/messages?to={}",
            email.replace('+', "%2B").replace('@', "%40")
        );
        let answer = self.caller().get(&path).await;
        answer
            .expect(200)
            .data()
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    /// A user who has signed up and proven the address.
    pub async fn member(&self, email: &str) -> Caller {
        self.member_at(self.caller(), registration(email)).await
    }

    /// A user who has signed up with this form at the caller's host, and proven the address.
    pub async fn member_at(&self, mut caller: Caller, registration: Value) -> Caller {
        let email = registration["email"].as_str().unwrap().to_owned();
        caller
            .post("/auth/register", registration)
            .await
            .expect(201);
        let code = self.code_for(&email).await;
        let answer = caller
            .post("/auth/verify", json!({ "email": email, "code": code }))
            .await;
        answer.expect(200);
        caller
    }

    /// A user with a profile and a PIN in naira, 2580.
    pub async fn member_with_pin(&self, email: &str) -> Caller {
        let mut caller = self.member(email).await;
        Self::set_pin(&mut caller).await;
        caller
    }

    /// Fills in the profile and sets the PIN in naira, 2580.
    pub async fn set_pin(caller: &mut Caller) {
        let about = json!({ "first_name": "Ada", "last_name": "Obi", "gender": "female", "dob": "17-03-1994" });
        caller.post("/profile", about).await.expect(200);
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        caller
            .post("/account/settings/pin/create", pin)
            .await
            .expect(200);
    }

    /// Runs the program on this database with command line arguments.
    pub fn program(&self, arguments: &[&str]) -> Output {
        let url = self.app.config.database_url.reveal();
        Command::new(env!("CARGO_BIN_EXE_backend"))
            .args(arguments)
            .env_clear()
            .env("AJO_DATABASE_URL", url.as_str())
            .env("AJO_SECRET", "a secret that only the tests of Ajo know")
            .output()
            .unwrap()
    }

    /// The number returned by a statement.
    pub async fn count(&self, statement: &'static str) -> i64 {
        sqlx::Row::get(&self.row(statement).await, 0)
    }

    /// The text returned by a statement.
    pub async fn text(&self, statement: &'static str) -> String {
        sqlx::Row::get(&self.row(statement).await, 0)
    }

    async fn row(&self, statement: &'static str) -> sqlx::any::AnyRow {
        let mut connection = self.app.db.read().await.unwrap();
        sqlx::query(statement)
            .fetch_one(&mut *connection)
            .await
            .unwrap()
    }

    /// Waits until a call has ended, or is blocked by another transaction's lock. On SQLite, writers queue for the
    /// write lock by themselves.
    pub async fn until_stuck<T>(&self, call: &tokio::task::JoinHandle<T>) {
        self.until_all_stuck(std::slice::from_ref(call)).await;
    }

    /// Waits until each of several calls has ended or is blocked.
    pub async fn until_all_stuck<T>(&self, calls: &[tokio::task::JoinHandle<T>]) {
        const WAITING: &str = "SELECT COUNT(*) AS waiting FROM pg_stat_activity \
             WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let running = || calls.iter().filter(|call| !call.is_finished()).count();
        while self.app.db.engine() == ground::db::Engine::Postgres && running() > 0 {
            let mut connection = self.app.db.read().await.unwrap();
            let row = sqlx::query(WAITING).fetch_one(&mut *connection).await;
            let waiting: i64 = sqlx::Row::get(&row.unwrap(), "waiting");
            if usize::try_from(waiting).is_ok_and(|waiting| waiting >= running()) {
                break;
            }
        }
    }

    /// Checks the invariants of every scenario, and removes the database.
    pub async fn end(self) {
        assert_eq!(
            service::access::audit::check(&self.app)
                .await
                .unwrap()
                .map_err(|broken| broken.to_string())
                .map(|_| ()),
            Ok(())
        );
        let findings = backend::reconciliation::check(
            &mut self.app.db.read().await.unwrap(),
            money::ledger::Scope::Whole,
        )
        .await
        .unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        self.abandon().await;
    }

    /// Removes the database in any state.
    pub async fn abandon(self) {
        self.app.db.close().await;
        self.database.remove().await;
    }
}

/// Sends a call with each caller concurrently; returns the number of responses by status.
pub async fn all_at_once(
    callers: impl IntoIterator<Item = Caller>,
    path: &str,
    body: &Value,
) -> BTreeMap<u16, usize> {
    let calls: Vec<_> = callers
        .into_iter()
        .map(|mut caller| {
            let (path, body) = (path.to_owned(), body.clone());
            tokio::spawn(async move { caller.post(&path, body).await.status.as_u16() })
        })
        .collect();
    let mut counted = BTreeMap::new();
    for call in calls {
        *counted.entry(call.await.unwrap()).or_default() += 1;
    }
    counted
}

/// Signs in, in the caller's browser.
pub async fn sign_in(person: &mut Caller, email: &str) {
    let login = json!({ "email": email, "password": PASSWORD });
    person.post("/auth/login", login).await.expect(200);
}

/// Keeps callers signed in through a long run of short steps: a session ends after three minutes without a call, and
/// after twelve hours in any case.
pub async fn stay_signed_in(person: &mut Caller, email: &str, step: usize) {
    if step.is_multiple_of(1_000) {
        sign_in(person, email).await;
    } else if step.is_multiple_of(5) {
        person.post("/auth/refresh", json!({})).await.expect(200);
    }
}

/// A sign-up form.
pub fn registration(email: &str) -> Value {
    json!({ "name": "Ada Obi", "email": email, "phone": "08031234567", "password": PASSWORD, "agreement": true })
}

/// A unique address.
pub fn fresh_email() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("person{}@example.ng", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// A concurrent or database-specific scenario, run on both databases: `on_both! { async fn name(world: World) { … } }`.
/// On PostgreSQL only if `AJO_TEST_POSTGRES_URL` is set.
#[macro_export]
macro_rules! on_both {
    ($($(#[$attribute:meta])* async fn $name:ident($world:ident: $type:ident $(, $settings:expr)?) $body:block)*) => {$(
        $crate::scenario! { $(#[$attribute])* $name, $world, $type, $body, [$($settings)?],
            #[tokio::test]
            async fn on_sqlite() {
                run($crate::support::Engine::Sqlite).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                if $crate::support::Engine::postgres_is_there() {
                    run($crate::support::Engine::Postgres).await;
                }
            }
        }
    )*};
}

/// A sequential scenario, run on PostgreSQL, whose types and transactions are stricter; on SQLite if there is no
/// PostgreSQL, and on both with `AJO_TEST_ALL`.
#[macro_export]
macro_rules! on_one {
    ($($(#[$attribute:meta])* async fn $name:ident($world:ident: $type:ident $(, $settings:expr)?) $body:block)*) => {$(
        $crate::scenario! { $(#[$attribute])* $name, $world, $type, $body, [$($settings)?],
            #[tokio::test]
            async fn on_one() {
                for engine in $crate::support::Engine::of_one() {
                    run(engine).await;
                }
            }
        }
    )*};
}

#[macro_export]
#[doc(hidden)]
macro_rules! scenario {
    ($(#[$attribute:meta])* $name:ident, $world:ident, $type:ident, $body:block, [$($settings:expr)?], $($tests:item)*) => {
        $(#[$attribute])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn scenario($world: &$type) $body

            #[allow(unused_variables)]
            async fn run(engine: $crate::support::Engine) {
                let settings: &[(&str, &str)] = &[("AJO_RATE_LIMIT_FACTOR", "0")];
                $(let settings = $settings;)?
                let world = $crate::support::World::with(engine, settings).await;
                scenario(&world).await;
                world.end().await;
            }

            $($tests)*
        }
    };
}
