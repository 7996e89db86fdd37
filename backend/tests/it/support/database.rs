//! A database for one test: a file in its own folder, or its own PostgreSQL database.

use backend::random::Random;
use sqlx::{Connection, Executor};
use std::path::PathBuf;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    pub fn postgres_is_there() -> bool {
        admin_url().is_some()
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
    pub async fn create(engine: Engine) -> Self {
        let name = format!("ajo_test_{}", backend::secret::hex(&Random.bytes::<8>()));
        match engine {
            Engine::Sqlite => {
                let folder = std::env::temp_dir().join(&name);
                std::fs::create_dir_all(&folder).unwrap();
                Self {
                    url: format!("sqlite:{}/ajo.sqlite", folder.display()),
                    place: Place::Folder(folder),
                }
            }
            Engine::Postgres => {
                let admin = admin_url().unwrap();
                run(&admin, format!("CREATE DATABASE {name}")).await;
                let (base, _) = admin.rsplit_once('/').unwrap();
                Self {
                    url: format!("{base}/{name}"),
                    place: Place::Named(name),
                }
            }
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

/// The statement holds a name that was made here, not a value from outside.
async fn run(url: &str, statement: String) {
    let mut connection = sqlx::postgres::PgConnection::connect(url).await.unwrap();
    connection
        .execute(sqlx::raw_sql(sqlx::AssertSqlSafe(statement)))
        .await
        .unwrap();
    connection.close().await.unwrap();
}
