//! Reads a table row by row, so that a long history need not fit in memory.

use super::Table;
use crate::error::ApiError;
use crate::secret::Keys;
use futures_util::TryStreamExt;
use serde_json::Value;
use sqlx::AnyConnection;

/// The number of rows after which other tasks of the thread get their turn.
const ROWS_BEFORE_YIELD: u64 = 200;

/// A writer of exported rows.
pub trait Sink {
    /// Begins a table.
    ///
    /// # Errors
    /// The output failed.
    fn begin(&mut self, table: &'static Table) -> std::io::Result<()>;

    /// Writes a row, with values in the order of the table's columns.
    ///
    /// # Errors
    /// The output failed.
    fn row(&mut self, values: Vec<Value>) -> std::io::Result<()>;

    /// Ends a table with this number of rows.
    ///
    /// # Errors
    /// The output failed.
    fn end(&mut self, rows: u64) -> std::io::Result<()>;
}

/// Writes a user's rows of a table to the sink.
///
/// # Errors
/// The database failed, or the sink did.
pub async fn read(
    connection: &mut AnyConnection,
    keys: &Keys,
    user_id: &str,
    table: &'static Table,
    sink: &mut impl Sink,
) -> Result<(), ApiError> {
    sink.begin(table).map_err(ApiError::internal)?;
    let mut rows = sqlx::query(table.query).bind(user_id).fetch(connection);
    let mut count = 0;
    while let Some(row) = rows.try_next().await? {
        let values = table.columns.iter().map(|column| column.value(&row, keys));
        let values: Vec<Value> = values.collect::<Result<_, _>>()?;
        sink.row(values).map_err(ApiError::internal)?;
        count += 1;
        if count % ROWS_BEFORE_YIELD == 0 {
            tokio::task::yield_now().await;
        }
    }
    sink.end(count).map_err(ApiError::internal)
}
