//! Independent writes in one round trip.
//!
//! Each statement costs a round trip: to the driver's thread for SQLite, to the server for PostgreSQL. A batch of any
//! size costs one.

use super::{DbError, Engine, Tx};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::error::BoxDynError;
use sqlx::{Any, Arguments, AssertSqlSafe, Encode, Type};

/// Statements that insert or update, with their arguments. Nothing runs before [`Batch::run`].
///
/// No two statements may touch the same row: PostgreSQL runs them as one statement on one snapshot. A statement may
/// refer to a row that another one inserts. `SELECT` is not allowed: PostgreSQL skips it.
///
/// Statements with results run first, then the others, each group in order. (SQLite runs all in the order of addition,
/// which makes no difference: it has one writer at a time.)
#[derive(Default)]
pub struct Batch {
    statements: Vec<String>,
    /// Indices of the statements with results.
    returning: Vec<usize>,
    arguments: AnyArguments,
    /// Number of arguments before the last statement.
    before: usize,
    failure: Option<BoxDynError>,
}

impl Batch {
    /// Adds a statement; its placeholders count from `$1`. [`Batch::bind`] supplies their values.
    pub fn add(&mut self, statement: &'static str) -> &mut Self {
        self.before = self.arguments.len();
        self.statements.push(renumbered(statement, self.before));
        self
    }

    /// Adds a statement with a `RETURNING` clause; [`Batch::fetch`] returns its rows. All such statements of a batch
    /// return the same columns.
    pub fn add_returning(&mut self, statement: &'static str) -> &mut Self {
        self.returning.push(self.statements.len());
        self.add(statement)
    }

    /// Binds the next placeholder of the last statement.
    pub fn bind<'v>(&mut self, value: impl Encode<'v, Any> + Type<Any>) -> &mut Self {
        if let Err(failure) = self.arguments.add(value) {
            self.failure.get_or_insert(failure);
        }
        self
    }

    /// Runs the statements in one round trip.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn run(self, tx: &mut Tx) -> Result<(), DbError> {
        if let Some((text, arguments)) = self.into_statement(tx.engine())? {
            // Composed of `&'static str` only.
            sqlx::query_with(AssertSqlSafe(text), arguments)
                .execute(tx.connection())
                .await?;
        }
        Ok(())
    }

    /// Runs the statements in one round trip and returns the rows of those with results, in their order.
    ///
    /// # Errors
    /// A statement failed.
    pub async fn fetch(self, tx: &mut Tx) -> Result<Vec<AnyRow>, DbError> {
        let Some((text, arguments)) = self.into_statement(tx.engine())? else {
            return Ok(Vec::new());
        };
        // Composed of `&'static str` only.
        let rows = sqlx::query_with(AssertSqlSafe(text), arguments)
            .fetch_all(tx.connection())
            .await?;
        Ok(rows)
    }

    fn into_statement(self, engine: Engine) -> Result<Option<(String, AnyArguments)>, DbError> {
        if let Some(failure) = self.failure {
            return Err(DbError::Fault(sqlx::Error::Encode(failure)));
        }
        let text = match (engine, self.statements.as_slice()) {
            (_, []) => return Ok(None),
            (Engine::Sqlite, statements) => statements.join(";\n"),
            (Engine::Postgres, [only]) => only.clone(),
            (Engine::Postgres, statements) if !self.returning.is_empty() => {
                let results = self.returning.iter();
                let results: Vec<_> = results.map(|n| format!("SELECT * FROM w{n}")).collect();
                with(statements, &results.join(" UNION ALL "))
            }
            (Engine::Postgres, [others @ .., last]) => with(others, last),
        };
        Ok(Some((text, self.arguments)))
    }
}

/// A PostgreSQL statement with the others as common table expressions `w0`, `w1`…
fn with(statements: &[String], last: &str) -> String {
    let named = statements.iter().enumerate();
    let parts: Vec<_> = named.map(|(n, text)| format!("w{n} AS ({text})")).collect();
    format!("WITH {}\n{last}", parts.join(",\n"))
}

/// Renumbers `$1`, `$2`… to follow the first `before` arguments.
pub(super) fn renumbered(statement: &str, before: usize) -> String {
    let mut parts = statement.split('$');
    let mut text = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = part.split_at(digits);
        match number.parse::<usize>() {
            Ok(number) => text.push_str(&format!("${}{rest}", number + before)),
            Err(_) => text.push_str(&format!("${part}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::testing::databases;
    use super::*;
    use sqlx::{Executor, Row};

    const TABLES: &str = "CREATE TABLE houses (id BIGINT PRIMARY KEY, name TEXT NOT NULL); \
         CREATE TABLE rooms (house_id BIGINT NOT NULL REFERENCES houses (id), name TEXT UNIQUE)";

    #[test]
    fn placeholders_continue_after_the_previous_statement() {
        assert_eq!(
            renumbered("VALUES ($1, $12, $2)", 30),
            "VALUES ($31, $42, $32)"
        );
        assert_eq!(renumbered("VALUES ($1)", 0), "VALUES ($1)");
        assert_eq!(renumbered("LIKE '$' || $1", 3), "LIKE '$' || $4");
    }

    fn house(rooms: &[Option<&str>]) -> Batch {
        let mut batch = Batch::default();
        batch
            .add("INSERT INTO houses (id, name) VALUES ($1, $2)")
            .bind(7_i64)
            .bind("Ile");
        for room in rooms {
            batch
                .add("INSERT INTO rooms (house_id, name) VALUES ($1, $2)")
                .bind(7_i64)
                .bind(*room);
        }
        batch
    }

    #[tokio::test]
    async fn batches_are_atomic() {
        for test in databases().await {
            let mut tx = test.db.begin().await.unwrap();
            tx.connection()
                .execute(sqlx::raw_sql(TABLES))
                .await
                .unwrap();
            tx.commit().await.unwrap();

            let mut tx = test.db.begin().await.unwrap();
            Batch::default().run(&mut tx).await.unwrap();
            let refused = house(&[Some("hall"), Some("hall")]).run(&mut tx).await;
            assert!(matches!(refused, Err(DbError::Duplicate)), "{refused:?}");
            drop(tx);

            let mut tx = test.db.begin().await.unwrap();
            house(&[Some("hall"), None]).run(&mut tx).await.unwrap();
            tx.commit().await.unwrap();
            let found = sqlx::query(
                "SELECT COUNT(*) AS rooms, COUNT(rooms.name) AS named FROM rooms JOIN houses ON houses.id = house_id",
            )
            .fetch_one(&mut *test.db.read().await.unwrap())
            .await
            .unwrap();
            let count = |column: &str| found.get::<i64, _>(column);
            assert_eq!((count("rooms"), count("named")), (2, 1));
        }
    }

    #[tokio::test]
    async fn batches_return_the_rows_of_returning_statements() {
        for test in databases().await {
            let mut tx = test.db.begin().await.unwrap();
            tx.connection()
                .execute(sqlx::raw_sql(TABLES))
                .await
                .unwrap();
            let added = house(&[Some("hall"), Some("attic")]).fetch(&mut tx).await;
            assert!(added.unwrap().is_empty());

            const RENAME: &str = "UPDATE rooms SET name = $2 WHERE name = $1 RETURNING name";
            let mut batch = Batch::default();
            batch
                .add_returning(RENAME)
                .bind("hall")
                .bind("lobby")
                .add("INSERT INTO rooms (house_id, name) VALUES ($1, 'cellar')")
                .bind(7_i64)
                .add_returning(RENAME)
                .bind("garage")
                .bind("shed")
                .add_returning(RENAME)
                .bind("attic")
                .bind("loft");
            let rows = batch.fetch(&mut tx).await.unwrap();
            let names: Vec<String> = rows.iter().map(|row| row.get("name")).collect();
            assert_eq!(names, ["lobby", "loft"]);

            let rooms = sqlx::query("SELECT name FROM rooms ORDER BY name");
            let rooms = rooms.fetch_all(tx.connection()).await.unwrap();
            let names: Vec<String> = rooms.iter().map(|row| row.get("name")).collect();
            assert_eq!(names, ["cellar", "lobby", "loft"]);
        }
    }
}
