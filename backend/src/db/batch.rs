//! Writes without a result, sent to the database together.
//!
//! A statement costs a round trip: to the driver's thread for SQLite, to the server for PostgreSQL. A batch costs one,
//! however many statements are in it.

use super::{DbError, Engine, Tx};
use sqlx::any::AnyArguments;
use sqlx::error::BoxDynError;
use sqlx::{Any, Arguments, AssertSqlSafe, Encode, Type};

/// Statements that insert or update, with their arguments. Nothing runs before [`Batch::run`].
///
/// No two of them may touch the same row: PostgreSQL runs them as one statement, on one snapshot. One may refer to the
/// row that another inserts. A `SELECT` does not belong here: PostgreSQL skips it.
#[derive(Default)]
pub struct Batch {
    statements: Vec<String>,
    arguments: AnyArguments,
    /// How many arguments the statements before the last one have.
    before: usize,
    failure: Option<BoxDynError>,
}

impl Batch {
    /// Adds a statement; its placeholders count from `$1`. [`Batch::bind`] gives their values.
    pub fn add(&mut self, statement: &'static str) -> &mut Self {
        self.before = self.arguments.len();
        self.statements.push(renumbered(statement, self.before));
        self
    }

    /// The value of the last statement's next placeholder.
    pub fn bind<'v>(&mut self, value: impl Encode<'v, Any> + Type<Any>) -> &mut Self {
        if let Err(failure) = self.arguments.add(value) {
            self.failure.get_or_insert(failure);
        }
        self
    }

    /// Runs the statements in one round trip.
    ///
    /// # Errors
    /// The database's, for any of them.
    pub async fn run(self, tx: &mut Tx) -> Result<(), DbError> {
        if let Some(failure) = self.failure {
            return Err(DbError::Fault(sqlx::Error::Encode(failure)));
        }
        let Some((last, others)) = self.statements.split_last() else {
            return Ok(());
        };
        let text = match tx.engine() {
            Engine::Sqlite => self.statements.join(";\n"),
            Engine::Postgres if others.is_empty() => last.clone(),
            Engine::Postgres => {
                let named = others.iter().enumerate();
                let parts: Vec<_> = named.map(|(n, text)| format!("w{n} AS ({text})")).collect();
                format!("WITH {}\n{last}", parts.join(",\n"))
            }
        };
        // Made of `&'static str` alone.
        sqlx::query_with(AssertSqlSafe(text), self.arguments)
            .execute(tx.connection())
            .await?;
        Ok(())
    }
}

/// `$1`, `$2`… counted from after `before`.
fn renumbered(statement: &str, before: usize) -> String {
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
    fn placeholders_count_on_from_the_statement_before() {
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
    async fn every_statement_of_a_batch_runs_or_none() {
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
}
