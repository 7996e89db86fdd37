//! Independent reads in one round trip.
//!
//! SQLite runs the queries one after the other in a single hop to the driver's thread. PostgreSQL gets them as one
//! statement, whose rows are JSON, because the queries have different columns.

use super::{DbError, Engine};
use futures_util::TryStreamExt;
use serde_json::{Map, Value};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::error::BoxDynError;
use sqlx::{Any, AnyConnection, Arguments, AssertSqlSafe, Either, Encode, Row, Type};

/// A row whose columns are read by name.
pub trait Fields {
    /// A text column.
    ///
    /// # Errors
    /// There is none of this name and type.
    fn text(&self, name: &'static str) -> Result<String, DbError> {
        self.text_or_null(name)?.ok_or_else(|| absent(name))
    }

    /// A text column that may be null.
    ///
    /// # Errors
    /// There is none of this name and type.
    fn text_or_null(&self, name: &'static str) -> Result<Option<String>, DbError>;

    /// A column of whole numbers.
    ///
    /// # Errors
    /// There is none of this name and type.
    fn whole(&self, name: &'static str) -> Result<i64, DbError> {
        self.whole_or_null(name)?.ok_or_else(|| absent(name))
    }

    /// A column of whole numbers that may be null.
    ///
    /// # Errors
    /// There is none of this name and type.
    fn whole_or_null(&self, name: &'static str) -> Result<Option<i64>, DbError>;
}

impl Fields for AnyRow {
    fn text_or_null(&self, name: &'static str) -> Result<Option<String>, DbError> {
        Ok(self.try_get(name)?)
    }

    fn whole_or_null(&self, name: &'static str) -> Result<Option<i64>, DbError> {
        Ok(self.try_get(name)?)
    }
}

fn absent(name: &str) -> DbError {
    DbError::Fault(sqlx::Error::ColumnNotFound(name.to_owned()))
}

/// A row of one of several queries.
pub struct Record(Inner);

enum Inner {
    Row(AnyRow),
    Json(Map<String, Value>),
}

impl Fields for Record {
    fn text_or_null(&self, name: &'static str) -> Result<Option<String>, DbError> {
        match &self.0 {
            Inner::Row(row) => row.text_or_null(name),
            Inner::Json(fields) => match fields.get(name) {
                Some(Value::Null) => Ok(None),
                Some(Value::String(text)) => Ok(Some(text.clone())),
                _ => Err(absent(name)),
            },
        }
    }

    fn whole_or_null(&self, name: &'static str) -> Result<Option<i64>, DbError> {
        match &self.0 {
            Inner::Row(row) => row.whole_or_null(name),
            Inner::Json(fields) => match fields.get(name) {
                Some(Value::Null) => Ok(None),
                Some(value) => value.as_i64().map(Some).ok_or_else(|| absent(name)),
                None => Err(absent(name)),
            },
        }
    }
}

/// Queries with their arguments. Nothing runs before [`Reads::fetch`].
///
/// PostgreSQL sees one moment. SQLite may see a later one with each query, in the order of addition: a version that is
/// read first, and compared when something is written, covers all that follow.
#[derive(Default)]
pub struct Reads {
    queries: Vec<(&'static str, String)>,
    arguments: AnyArguments,
    /// Number of arguments before the last query.
    before: usize,
    failure: Option<BoxDynError>,
}

/// The rows of several queries, each query by its name.
#[derive(Default)]
pub struct Found(Vec<(&'static str, Vec<Record>)>);

impl Found {
    /// The rows of a query.
    pub fn all(&self, name: &str) -> &[Record] {
        let found = self.0.iter().find(|(query, _)| *query == name);
        found.map_or(&[], |(_, rows)| rows)
    }

    /// The first row of a query.
    pub fn first(&self, name: &str) -> Option<&Record> {
        self.all(name).first()
    }
}

impl Reads {
    /// Adds a query under a name; its placeholders count from `$1`. [`Reads::bind`] supplies their values.
    pub fn add(&mut self, name: &'static str, query: &'static str) -> &mut Self {
        self.before = self.arguments.len();
        let query = super::batch::renumbered(query, self.before);
        self.queries.push((name, query));
        self
    }

    /// Binds the next placeholder of the last query.
    pub fn bind<'v>(&mut self, value: impl Encode<'v, Any> + Type<Any>) -> &mut Self {
        if let Err(failure) = self.arguments.add(value) {
            self.failure.get_or_insert(failure);
        }
        self
    }

    /// Runs the queries in one round trip.
    ///
    /// # Errors
    /// A query failed.
    pub async fn fetch(self, connection: &mut AnyConnection) -> Result<Found, DbError> {
        if let Some(failure) = self.failure {
            return Err(DbError::Fault(sqlx::Error::Encode(failure)));
        }
        let mut found = Found(
            self.queries
                .iter()
                .map(|(name, _)| (*name, Vec::new()))
                .collect(),
        );
        let engine = Engine::of(connection);
        // Composed of `&'static str` only.
        let text = AssertSqlSafe(text(&self.queries, engine));
        let query = sqlx::query_with(text, self.arguments);
        match engine {
            Engine::Sqlite => {
                // Each query's rows are followed by its result.
                let mut answers = sqlx::Executor::fetch_many(connection, query);
                let mut at = 0;
                while let Some(answer) = answers.try_next().await? {
                    match answer {
                        Either::Left(_) => at += 1,
                        Either::Right(row) => {
                            if let Some((_, rows)) = found.0.get_mut(at) {
                                rows.push(Record(Inner::Row(row)));
                            }
                        }
                    }
                }
            }
            Engine::Postgres => {
                for row in query.fetch_all(connection).await? {
                    let (at, json): (i64, String) = (row.try_get("at")?, row.try_get("found")?);
                    let fields = serde_json::from_str(&json).map_err(|_| absent("found"))?;
                    let of = usize::try_from(at).ok().and_then(|at| found.0.get_mut(at));
                    if let Some((_, rows)) = of {
                        rows.push(Record(Inner::Json(fields)));
                    }
                }
            }
        }
        Ok(found)
    }
}

fn text(queries: &[(&'static str, String)], engine: Engine) -> String {
    match engine {
        Engine::Sqlite => {
            let queries: Vec<&str> = queries.iter().map(|(_, query)| query.as_str()).collect();
            queries.join(";\n")
        }
        Engine::Postgres => {
            let numbered = queries.iter().enumerate();
            let parts: Vec<String> = numbered
                .map(|(at, (_, query))| {
                    format!("SELECT CAST({at} AS BIGINT) AS at, CAST(row_to_json(q) AS TEXT) AS found FROM ({query}) AS q")
                })
                .collect();
            parts.join("\nUNION ALL ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::databases;
    use super::*;

    #[tokio::test]
    async fn each_query_has_its_own_rows() {
        for test in databases().await {
            let mut reads = Reads::default();
            reads
                .add(
                    "one",
                    "SELECT CAST($1 AS TEXT) AS name, CAST(NULL AS TEXT) AS none, CAST($2 AS BIGINT) AS count",
                )
                .bind("Ilé \"1\"")
                .bind(i64::MAX)
                .add("none", "SELECT 1 AS count WHERE 1 = 2")
                .add("two", "SELECT CAST($1 AS BIGINT) AS count UNION ALL SELECT CAST(NULL AS BIGINT) ORDER BY 1 DESC")
                .bind(-7_i64);
            let mut connection = test.db.read().await.unwrap();
            let found = reads.fetch(&mut connection).await.unwrap();
            let one = found.first("one").unwrap();
            assert_eq!(one.text("name").unwrap(), "Ilé \"1\"");
            assert_eq!(one.text_or_null("none").unwrap(), None);
            assert_eq!(one.whole("count").unwrap(), i64::MAX);
            assert!(one.text("none").is_err() && one.text("other").is_err());
            assert!(found.first("none").is_none() && found.first("other").is_none());
            let two = found
                .all("two")
                .iter()
                .map(|row| row.whole_or_null("count").unwrap());
            let mut two: Vec<Option<i64>> = two.collect();
            two.sort_unstable();
            assert_eq!(two, [None, Some(-7)]);
        }
    }
}
