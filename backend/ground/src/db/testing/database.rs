//! A database for one test: a file in its own folder, or its own PostgreSQL database. The unit tests of the server use
//! it too.

use crate::db::Db;
use crate::random::Random;
use crate::secret::{hex, sha256_hex};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    pub fn postgres_is_there() -> bool {
        admin_url().is_some()
    }

    /// The databases of a scenario that needs only one.
    #[allow(dead_code, reason = "of use to tests over HTTP only")]
    pub fn of_one() -> Vec<Self> {
        let everything = std::env::var_os("AJO_TEST_ALL").is_some_and(|value| !value.is_empty());
        match (Self::postgres_is_there(), everything) {
            (false, _) => vec![Self::Sqlite],
            (true, false) => vec![Self::Postgres],
            (true, true) => vec![Self::Sqlite, Self::Postgres],
        }
    }
}

fn admin_url() -> Option<String> {
    std::env::var("AJO_TEST_POSTGRES_URL")
        .ok()
        .filter(|url| !url.is_empty())
}

pub struct Database {
    pub url: String,
    place: Place,
}

enum Place {
    Folder(PathBuf),
    Named(String),
}

impl Database {
    /// An empty database.
    pub async fn create(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::file(None),
            Engine::Postgres => Self::named("template0").await,
        }
    }

    /// A database with the current schema, copied from a template, because migrating takes longer than most tests.
    pub async fn with_schema(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::file(Some(&template_file().await)),
            Engine::Postgres => Self::named(&template_database().await).await,
        }
    }

    fn file(template: Option<&Path>) -> Self {
        let folder = std::env::temp_dir().join(fresh_name());
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("ajo.sqlite");
        if let Some(template) = template {
            std::fs::copy(template, &file).unwrap();
        }
        Self {
            url: format!("sqlite:{}", file.display()),
            place: Place::Folder(folder),
        }
    }

    async fn named(template: &str) -> Self {
        let (admin, name) = (admin_url().unwrap(), fresh_name());
        run(
            &admin,
            // Copying the files takes half as long as logging each of their pages.
            format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"),
        )
        .await;
        Self {
            url: beside(&admin, &name),
            place: Place::Named(name),
        }
    }

    /// Its URL, and the folder that its owner removes.
    #[allow(dead_code, reason = "of use to unit tests only")]
    pub fn left(self) -> (String, Option<PathBuf>) {
        match self.place {
            Place::Folder(folder) => (self.url, Some(folder)),
            Place::Named(_) => (self.url, None),
        }
    }

    pub async fn remove(self) {
        match self.place {
            Place::Folder(folder) => std::fs::remove_dir_all(folder).unwrap(),
            Place::Named(name) => {
                run(
                    &admin_url().unwrap(),
                    format!("DROP DATABASE {name} WITH (FORCE)"),
                )
                .await
            }
        }
    }
}

fn fresh_name() -> String {
    format!("ajo_test_{}", hex(&Random.bytes::<8>()))
}

/// The URL of another database on the same server.
fn beside(admin: &str, name: &str) -> String {
    let (base, _) = admin.rsplit_once('/').unwrap();
    format!("{base}/{name}")
}

/// The template's name: a digest of all migrations, so that another schema has another name.
fn template_name() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts = files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap());
    let digest = sha256_hex(texts.collect::<String>().as_bytes());
    format!("ajo_template_{}", &digest[..16])
}

async fn make_schema(url: &str) {
    let db = Db::connect(url).await.unwrap();
    db.migrate(0).await.unwrap();
    db.close().await;
}

async fn template_file() -> PathBuf {
    // Unit tests have no persistent folder.
    let folder = option_env!("CARGO_TARGET_TMPDIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let file = folder.join(format!("{}.sqlite", template_name()));
    if !file.exists() {
        // Concurrent tests each create their own, and the last one stays.
        let (made, whole) = (Database::file(None), folder.join(fresh_name()));
        make_schema(&made.url).await;
        // The copy is not open anywhere, so it is not written while tests read it.
        let mut connection = SqliteConnection::connect(&made.url).await.unwrap();
        let copied = sqlx::query("VACUUM INTO $1").bind(whole.to_str().unwrap());
        copied.execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        made.remove().await;
        std::fs::rename(&whole, &file).unwrap();
    }
    file
}

async fn template_database() -> String {
    const LOCK: i64 = 2_611_251;
    let (admin, name) = (admin_url().unwrap(), template_name());
    let mut connection = PgConnection::connect(&admin).await.unwrap();
    let mut is_there = async || -> bool {
        let found = sqlx::query("SELECT 1 FROM pg_database WHERE datname = $1").bind(&name);
        found
            .fetch_optional(&mut connection)
            .await
            .unwrap()
            .is_some()
    };
    if !is_there().await {
        // Held until the connection is closed.
        let mut alone = PgConnection::connect(&admin).await.unwrap();
        let lock = sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK);
        lock.execute(&mut alone).await.unwrap();
        if !is_there().await {
            let made = fresh_name();
            run(&admin, format!("CREATE DATABASE {made} TEMPLATE template0")).await;
            make_schema(&beside(&admin, &made)).await;
            // The server may take a moment to notice that the connections are closed.
            let renamed = format!("ALTER DATABASE {made} RENAME TO {name}");
            while alone.execute(AssertSqlSafe(renamed.clone())).await.is_err() {
                tokio::task::yield_now().await;
            }
        }
        alone.close().await.unwrap();
    }
    connection.close().await.unwrap();
    name
}

/// The statement contains a generated name, not a value from outside.
async fn run(url: &str, statement: String) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    connection
        .execute(sqlx::raw_sql(AssertSqlSafe(statement)))
        .await
        .unwrap();
    connection.close().await.unwrap();
}
