//! Writes as data: several units of work, decided before, take effect in one statement or not at all.
//!
//! A [`Write`] is a statement about rows; [`Writes`] holds the rows. Those of several units are put together, so a
//! statement costs the same for one unit and for many. Whatever must still be true is a condition of a statement, and
//! each row must change exactly one row of its table: if one does not, all is refused and nothing has happened.

use super::{Db, DbError, Engine, Tx};
use futures_util::TryStreamExt;
use serde_json::Value;
use sqlx::any::AnyArguments;
use sqlx::{AnyConnection, Arguments, AssertSqlSafe, Either};

/// PostgreSQL's code of a refusal, raised by `refuse_unless_all`.
pub(super) const REFUSED: &str = "AJ001";

/// More rows than a write ever has. PostgreSQL takes a function for a hundred rows, and reads a whole table of some
/// thousand for them; behind a limit that it does not know, it takes it for ten, and looks each up.
const MOST_ROWS: usize = 100_000;

/// A kind of write.
#[derive(Debug)]
pub struct Write {
    /// Names the write in a refusal.
    pub name: &'static str,
    /// The columns of the rows.
    pub columns: &'static [(&'static str, Column)],
    /// `INSERT INTO … SELECT … FROM rows`, or `UPDATE … SET … FROM rows WHERE …`.
    pub statement: &'static str,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    Text,
    Whole,
}

impl Column {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "bigint",
        }
    }
}

/// Rows to write, by the kind of write, in the order in which the kinds were first added.
#[derive(Debug, Default)]
pub struct Writes(Vec<(&'static Write, Vec<Value>)>);

/// The obligation of the rows of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Must {
    ChangeAll,
    Nothing,
}

/// The reason why writes had no effect.
#[derive(Debug)]
pub enum Refused {
    /// Something is no longer as it was read, or is taken.
    Stale(String),
    /// The database failed. If the connection broke, the outcome is unknown.
    Failed(DbError),
}

impl Refused {
    /// The name of a refusal by a unique constraint.
    pub const DUPLICATE: &str = "duplicate";
}

impl From<DbError> for Refused {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Refused(name) => Self::Stale(name),
            DbError::Duplicate => Self::Stale(Self::DUPLICATE.to_owned()),
            DbError::Contended => Self::Stale(String::from("contended")),
            other => Self::Failed(other),
        }
    }
}

impl From<sqlx::Error> for Refused {
    fn from(error: sqlx::Error) -> Self {
        DbError::from(error).into()
    }
}

impl Writes {
    /// Adds a row: an object with a value for each column.
    pub fn add(&mut self, write: &'static Write, row: Value) -> &mut Self {
        match self
            .0
            .iter_mut()
            .find(|(kind, _)| std::ptr::eq(*kind, write))
        {
            Some((_, rows)) => rows.push(row),
            None => self.0.push((write, vec![row])),
        }
        self
    }

    /// Adds the rows of another unit.
    pub fn extend(&mut self, others: &Self) {
        for (write, rows) in &others.0 {
            for row in rows {
                self.add(write, row.clone());
            }
        }
    }

    /// Writes everything, durably, or nothing.
    ///
    /// # Errors
    /// A row did not change exactly one row, or violates a constraint; the database failed.
    pub async fn run(&self, db: &Db) -> Result<(), Refused> {
        self.run_as(db, Must::ChangeAll).await
    }

    /// Writes what can be written, durably: a row may change none.
    ///
    /// # Errors
    /// A row violates a constraint; the database failed.
    pub async fn run_some(&self, db: &Db) -> Result<(), Refused> {
        self.run_as(db, Must::Nothing).await
    }

    async fn run_as(&self, db: &Db, must: Must) -> Result<(), Refused> {
        match db.engine() {
            Engine::Sqlite => {
                let mut tx = db.begin().await?;
                match self.run_on_sqlite(&mut tx, must).await {
                    Ok(()) => Ok(tx.commit().await?),
                    Err(refused) => {
                        tx.rollback().await?;
                        Err(refused)
                    }
                }
            }
            // A statement is a transaction of its own: one round trip, and no lock outlives it.
            Engine::Postgres => self.run_on_postgres(&mut *db.read().await?, must).await,
        }
    }

    /// Writes everything in a transaction. After an error, drop it.
    ///
    /// # Errors
    /// See [`Writes::run`].
    pub async fn run_in(&self, tx: &mut Tx) -> Result<(), DbError> {
        let done = match tx.engine() {
            Engine::Sqlite => self.run_on_sqlite(tx, Must::ChangeAll).await,
            Engine::Postgres => self.run_on_postgres(tx.connection(), Must::ChangeAll).await,
        };
        done.map_err(|refused| match refused {
            Refused::Stale(name) => DbError::Refused(name),
            Refused::Failed(error) => error,
        })
    }

    async fn run_on_postgres(
        &self,
        connection: &mut AnyConnection,
        must: Must,
    ) -> Result<(), Refused> {
        if self.0.is_empty() {
            return Ok(());
        }
        sqlx::query_with(AssertSqlSafe(self.for_postgres(must)), self.arguments()?)
            .execute(connection)
            .await?;
        Ok(())
    }

    async fn run_on_sqlite(&self, tx: &mut Tx, must: Must) -> Result<(), Refused> {
        if self.0.is_empty() {
            return Ok(());
        }
        let query = sqlx::query_with(AssertSqlSafe(self.for_sqlite()), self.arguments()?);
        let mut answers = sqlx::Executor::fetch_many(tx.connection(), query);
        let mut wanted = self.0.iter();
        while let Some(answer) = answers.try_next().await? {
            let Either::Left(done) = answer else { continue };
            let Some((write, rows)) = wanted.next() else {
                break;
            };
            let changed = usize::try_from(done.rows_affected());
            if must == Must::ChangeAll && changed != Ok(rows.len()) {
                return Err(Refused::Stale(write.name.to_owned()));
            }
        }
        Ok(())
    }

    fn arguments(&self) -> Result<AnyArguments, Refused> {
        let mut arguments = AnyArguments::default();
        for (write, rows) in &self.0 {
            // Everybody locks rows in the order of their first column.
            let mut rows: Vec<&Value> = rows.iter().collect();
            if let Some((key, _)) = write.columns.first() {
                rows.sort_by_cached_key(|row| row[key].to_string());
            }
            let text = serde_json::to_string(&rows).unwrap_or_default();
            let added = arguments.add(text);
            added.map_err(|failure| DbError::Fault(sqlx::Error::Encode(failure)))?;
        }
        Ok(arguments)
    }

    /// The rows come first in each statement, as JSON.
    fn for_sqlite(&self) -> String {
        let numbered = self.0.iter().zip(1..);
        let statements: Vec<String> = numbered
            .map(|((write, _), number)| {
                let columns = write.columns.iter();
                let columns: Vec<String> = columns
                    .map(|(name, _)| format!("value ->> '{name}' AS {name}"))
                    .collect();
                format!(
                    "WITH rows AS (SELECT {} FROM json_each(${number}))\n{}",
                    columns.join(", "),
                    write.statement
                )
            })
            .collect();
        statements.join(";\n")
    }

    /// Each statement is a part of one; the last part compares how many rows each was to change and has changed.
    fn for_postgres(&self, must: Must) -> String {
        let (mut parts, mut checks) = (Vec::new(), Vec::new());
        for ((write, _), number) in self.0.iter().zip(1..) {
            let columns = write.columns.iter();
            let columns: Vec<String> = columns
                .map(|(name, column)| format!("{name} {}", column.as_str()))
                .collect();
            let statement = write.statement.replace(
                "FROM rows",
                &["FROM r", &number.to_string(), " AS rows"].concat(),
            );
            parts.push(format!(
                "r{number} AS (SELECT * FROM json_to_recordset(CAST(${number} AS json)) AS r ({}) LIMIT (SELECT {MOST_ROWS})),\nw{number} AS ({statement} RETURNING 1)",
                columns.join(", ")
            ));
            checks.push(match must {
                Must::ChangeAll => format!(
                    "refuse_unless_all('{}', (SELECT COUNT(*) FROM r{number}), (SELECT COUNT(*) FROM w{number}))",
                    write.name
                ),
                Must::Nothing => format!("(SELECT COUNT(*) FROM w{number})"),
            });
        }
        // The first thing that is evaluated: a row that somebody holds must not hold up everybody.
        let patience = "set_config('lock_timeout', '3s', true)";
        format!(
            "WITH {}\nSELECT {patience},\n{}",
            parts.join(",\n"),
            checks.join(",\n")
        )
    }
}
