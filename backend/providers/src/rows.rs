//! Lists from providers, parsed row by row: an invalid row is skipped without losing the list.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The valid rows of a list. The number of invalid ones is logged.
#[derive(Debug)]
pub struct Rows<T>(pub Vec<T>);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Rows<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Vec::<Value>::deserialize(deserializer)?;
        let count = all.len();
        let rows = all.into_iter().map(serde_json::from_value::<T>);
        let read: Vec<T> = rows.filter_map(Result::ok).collect();
        left_out::<T>(count - read.len());
        Ok(Self(read))
    }
}

/// Logs the number of skipped rows of a list.
pub fn left_out<T>(rows: usize) {
    if rows > 0 {
        let of = std::any::type_name::<T>();
        tracing::warn!(rows, of, "invalid rows of a provider's list were skipped");
    }
}
