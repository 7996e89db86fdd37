use super::driver::{self, LineOptions};
use super::hosts::Place;
use super::testing::{TestDb, databases};
use super::{Db, DbError, Engine, Manner, Tx};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use std::time::{Duration, Instant};

async fn lock(tx: &mut Tx, id: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE things SET n = n + 1 WHERE id = $1")
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// PostgreSQL only: SQLite has one writer at a time.
#[tokio::test]
async fn deadlocks_are_reported_as_contention() {
    for test in databases()
        .await
        .into_iter()
        .filter(|test| test.db.engine() == Engine::Postgres)
    {
        let mut tx = test.db.begin().await.unwrap();
        let table = "CREATE TABLE things (id BIGINT PRIMARY KEY, n BIGINT NOT NULL); INSERT INTO things VALUES (1, 0), (2, 0)";
        tx.connection().execute(sqlx::raw_sql(table)).await.unwrap();
        tx.commit().await.unwrap();

        let (mut one, mut other) = (
            test.db.begin().await.unwrap(),
            test.db.begin().await.unwrap(),
        );
        lock(&mut one, 1).await.unwrap();
        lock(&mut other, 2).await.unwrap();
        let crossed = async |mut tx: Tx, id| match lock(&mut tx, id).await {
            Ok(()) => tx.commit().await,
            Err(error) => Err(error),
        };
        let (one, other) = tokio::join!(crossed(one, 2), crossed(other, 1));
        let refused: Vec<DbError> = [one, other].into_iter().filter_map(Result::err).collect();
        assert!(
            matches!(refused.as_slice(), [DbError::Contended]),
            "{refused:?}"
        );
    }
}

/// The available PostgreSQL databases.
async fn postgres() -> impl Iterator<Item = TestDb> {
    let all = databases().await.into_iter();
    all.filter(|test| test.db.engine() == Engine::Postgres)
}

async fn run(url: &str, statement: String) {
    driver::install();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let statement = sqlx::raw_sql(AssertSqlSafe(statement));
    connection.execute(statement).await.unwrap();
    connection.close().await.unwrap();
}

/// Simulates a server after a failover, and one without free space.
#[tokio::test]
async fn read_only_servers_are_unavailable_and_replaced_after_a_failover() {
    for test in postgres().await {
        let name = test.url.rsplit('/').next().unwrap();
        let set = async |value: &str| {
            let setting = "SET default_transaction_read_only =";
            run(
                &test.url,
                format!("ALTER DATABASE {name} {setting} {value}"),
            )
            .await;
        };
        assert!(test.db.try_to_write().await.is_ok());
        set("on").await;
        let db = Db::connect(&test.url).await.unwrap();
        for _ in 0..2 {
            let refused = db.try_to_write().await;
            assert!(matches!(refused, Err(DbError::Unavailable)), "{refused:?}");
        }
        // Reads still work.
        let reading = sqlx::query("SELECT 1")
            .execute(&mut *db.read().await.unwrap())
            .await;
        assert!(reading.is_ok());
        let mut admin = AnyConnection::connect(&test.url).await.unwrap();
        let own = "SET default_transaction_read_only = off";
        admin.execute(sqlx::raw_sql(own)).await.unwrap();
        let reset = format!("ALTER DATABASE {name} RESET default_transaction_read_only");
        let reset = sqlx::raw_sql(AssertSqlSafe(reset));
        admin.execute(reset).await.unwrap();
        assert!(db.try_to_write().await.is_ok());
    }
}

#[tokio::test]
async fn the_first_writable_host_is_used() {
    for test in postgres().await {
        let several = test.url.replacen('@', "@127.0.0.1:1,", 1);
        let url = format!("{several}?target_session_attrs=read-write");
        let db = Db::connect(&url).await.unwrap();
        assert!(db.try_to_write().await.is_ok());
        let mut listener = super::listener(&url).await.unwrap();
        listener.listen("anything").await.unwrap();

        let read_only = format!("{several}?options=-c%20default_transaction_read_only%3Don");
        let place = Place::read(&read_only, false).unwrap();
        let why = LineOptions::found(&place).await.err().unwrap().to_string();
        assert!(
            why.contains("127.0.0.1: ") && why.contains("; ") && why.ends_with(" is read-only"),
            "{why}"
        );
    }
}

#[tokio::test]
async fn pooled_statements_are_unnamed_and_in_transactions() {
    for test in postgres().await {
        let manner = Manner {
            pooled: true,
            ..Manner::default()
        };
        let db = Db::open(&test.url, manner).await.unwrap();
        let mut connection = db.read().await.unwrap();
        let mut count = async |statement: &'static str| -> i64 {
            let row = sqlx::query(statement).bind(1_i64);
            let row = row.fetch_one(&mut *connection).await.unwrap();
            row.try_get(0).unwrap()
        };
        let named = "SELECT COUNT(*) FROM pg_prepared_statements WHERE $1 = 1 AND name <> ''";
        assert_eq!(count("SELECT $1 + 1").await, 2);
        assert_eq!(count(named).await, 0);
        // Both round trips of a statement are in one transaction: it began before the statement did.
        let began = "SELECT CASE WHEN now() < statement_timestamp() THEN $1 ELSE 0 END";
        assert_eq!(count(began).await, 1);

        let wrong = sqlx::query("SELECT 1 / ($1 - 1)").bind(1_i64);
        assert!(wrong.fetch_optional(&mut *connection).await.is_err());
        let slow = sqlx::query("SELECT 1 FROM pg_sleep($1)").bind(1.0_f64);
        let slow = slow.fetch_all(&mut *connection);
        assert!(
            tokio::time::timeout(Duration::from_millis(50), slow)
                .await
                .is_err()
        );
        drop(connection);

        // Failed and abandoned statements have left no transaction open.
        let mut tx = db.begin().await.unwrap();
        let table = sqlx::raw_sql("CREATE TABLE things (id BIGINT)");
        tx.connection().execute(table).await.unwrap();
        tx.commit().await.unwrap();
        let things = sqlx::query("SELECT COUNT(*) FROM things");
        let rows = things.fetch_all(&mut *db.read().await.unwrap()).await;
        assert_eq!(rows.unwrap().len(), 1);
        db.close().await;
        run(&test.url, String::from("DROP TABLE things")).await;
    }
}

#[tokio::test]
async fn startup_failures_are_quick_and_name_the_cause() {
    let folder = std::env::temp_dir().join(format!("ajo-causes-{}", uuid::Uuid::now_v7()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("ajo.sqlite");
    std::fs::write(&file, [7; 4_096]).unwrap();
    let began = Instant::now();
    let refused = Db::connect(&format!("sqlite:{}", file.display())).await;
    let why = refused.err().unwrap().to_string();
    assert!(why.contains("not a database"), "{why}");
    assert!(began.elapsed() < Duration::from_secs(3));

    let absent = format!("sqlite:{}/absent/ajo.sqlite", folder.display());
    let refused = Db::open(&absent, Manner::default()).await;
    assert!(matches!(refused, Err(DbError::Absent)));
    assert!(!folder.join("absent").exists());
    std::fs::remove_dir_all(folder).unwrap();

    for test in postgres().await {
        let strict = format!("{}?sslmode=require", test.url);
        let why = Db::connect(&strict).await.err().unwrap().to_string();
        assert!(why.contains("TLS") || why.contains("SSL"), "{why}");
        let nobody = Db::connect("postgres://nobody@127.0.0.1:1/ajo").await;
        let why = nobody.err().unwrap().to_string();
        assert!(why.contains("refused"), "{why}");
    }
}

#[tokio::test]
async fn a_replica_that_cannot_be_read_is_passed_over() {
    for test in postgres().await {
        let open = async |replica: &str| {
            let db = Db::open(&test.url, Manner::default()).await.unwrap();
            db.with_replica(replica, Manner::default()).unwrap()
        };
        let application = async |db: &Db| {
            let mut connection = db.read_much().await.unwrap();
            let row = sqlx::query("SELECT CURRENT_SETTING('application_name') AS name");
            let row = row.fetch_one(&mut *connection).await.unwrap();
            row.try_get::<String, _>("name").unwrap()
        };
        // A server that is no replica has all that it wrote.
        let separator = if test.url.contains('?') { '&' } else { '?' };
        let named = format!("{}{separator}application_name=replica", test.url);
        let db = open(&named).await;
        assert_eq!(application(&db).await, "replica");
        let mut snapshot = db.snapshot_of_much().await.unwrap();
        let row = sqlx::query("SELECT CURRENT_SETTING('application_name') AS name");
        let row = row.fetch_one(snapshot.connection()).await.unwrap();
        assert_eq!(row.try_get::<String, _>("name").unwrap(), "replica");
        drop(snapshot);
        db.close().await;

        let begun = Instant::now();
        let db = open("postgres://nobody@127.0.0.1:1/nothing").await;
        assert_eq!(application(&db).await, "ajo");
        assert!(db.snapshot_of_much().await.is_ok());
        assert!(begun.elapsed() < Duration::from_secs(5));
        db.close().await;

        let db = Db::open(&test.url, Manner::default()).await.unwrap();
        let two = db.with_replica("postgres://u@one,two/ajo", Manner::default());
        assert!(matches!(two, Err(DbError::Place(_))));
    }
}
