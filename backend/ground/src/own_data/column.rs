//! Columns of the export, and the format of their values.

use crate::db::{DbError, columns};
use crate::secret::Keys;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain_core::money::{Amount, Currency};
use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{Decode, Row, Type};

/// A column: its name in the statement and in the export.
#[derive(Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
}

/// The format of a column in the database.
#[derive(Clone, Copy)]
pub enum Kind {
    Text,
    Number,
    /// 0 or 1.
    Flag,
    /// Milliseconds since 1970.
    Instant,
    /// Minor units of the currency in another column.
    Amount(&'static str),
    /// Kobo.
    Naira,
    /// JSON as text.
    Json,
    /// Bytes, exported as Base64.
    Bytes,
    /// Computed from the row, such as the decrypted text of a column.
    Computed(fn(&AnyRow, &Keys) -> Result<Value, DbError>),
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $make:ident $kind:ident;)*) => {
        impl Column {
            $($(#[$doc])* pub const fn $make(name: &'static str) -> Self {
                Self { name, kind: Kind::$kind }
            })*
        }
    };
}

kinds! {
    text Text;
    number Number;
    flag Flag;
    instant Instant;
    naira Naira;
    json Json;
    bytes Bytes;
}

impl Column {
    /// An amount in the currency of the column `currency`.
    pub const fn amount(name: &'static str) -> Self {
        Self::amount_in(name, "currency")
    }

    pub const fn amount_in(name: &'static str, currency: &'static str) -> Self {
        Self {
            name,
            kind: Kind::Amount(currency),
        }
    }

    pub const fn computed(
        name: &'static str,
        make: fn(&AnyRow, &Keys) -> Result<Value, DbError>,
    ) -> Self {
        Self {
            name,
            kind: Kind::Computed(make),
        }
    }

    /// The value in a row, or null.
    ///
    /// # Errors
    /// The column holds an invalid value.
    pub fn value(&self, row: &AnyRow, keys: &Keys) -> Result<Value, DbError> {
        let name = self.name;
        Ok(match self.kind {
            Kind::Text => json!(of::<String>(row, name)?),
            Kind::Number => json!(of::<i64>(row, name)?),
            Kind::Flag => json!(of::<i64>(row, name)?.map(|flag| flag != 0)),
            Kind::Instant => json!(of::<i64>(row, name)?.map(crate::clock::rfc3339)),
            Kind::Amount(currency) => match of::<i64>(row, name)? {
                None => Value::Null,
                Some(minor) => {
                    let currency: String = row.try_get(currency)?;
                    amount(minor, currency.parse().ok(), name)?
                }
            },
            Kind::Naira => match of::<i64>(row, name)? {
                None => Value::Null,
                Some(minor) => amount(minor, Some(Currency::Ngn), name)?,
            },
            Kind::Json => match of::<String>(row, name)? {
                None => Value::Null,
                Some(text) => serde_json::from_str(&text).map_err(|_| columns::corrupt(name))?,
            },
            Kind::Bytes => json!(of::<Vec<u8>>(row, name)?.map(|bytes| BASE64.encode(bytes))),
            Kind::Computed(make) => make(row, keys)?,
        })
    }
}

fn of<'r, T>(row: &'r AnyRow, name: &str) -> Result<Option<T>, DbError>
where
    T: Decode<'r, sqlx::Any> + Type<sqlx::Any>,
{
    Ok(row.try_get(name)?)
}

fn amount(minor: i64, currency: Option<Currency>, name: &str) -> Result<Value, DbError> {
    let amount = currency.and_then(|currency| Amount::from_minor(minor, currency));
    let amount = amount.ok_or_else(|| columns::corrupt(name))?;
    Ok(json!(amount.text()))
}
