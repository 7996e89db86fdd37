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
    use super::super::testing::on_both;
    use super::*;
    use sqlx::Row;

    #[test]
    fn placeholders_count_on_from_the_statement_before() {
        assert_eq!(
            renumbered("VALUES ($1, $12, $2)", 30),
            "VALUES ($31, $42, $32)"
        );
        assert_eq!(renumbered("VALUES ($1)", 0), "VALUES ($1)");
        assert_eq!(renumbered("LIKE '$' || $1", 3), "LIKE '$' || $4");
    }
}
