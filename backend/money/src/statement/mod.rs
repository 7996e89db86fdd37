//! Statement entries as returned to clients.

mod booked;
pub mod search;
mod selection;
mod store;

pub use booked::{Booked, Line, booked};
pub use search::select;
pub use selection::{
    CategorySum, DaySum, Search, Selected, Selection, category_sums, day_sums, pattern,
};
pub(super) use store::read;
pub use store::{
    TransactionRow, add_token, find, insert, insert_in, newest_ms, oldest_ms, owe_token,
    received_since, recent_payees, settle, since, write,
};

use domain_core::money::{Amount, Currency};
pub use domain_core::payment::{Category, Direction};
use ground::clock::rfc3339;
use ground::random::Random;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An enum with fixed texts in the database and in JSON.
macro_rules! texts {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $note:literal])* $variant:ident = $text:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[doc = $note])* #[serde(rename = $text)] $variant,)* }

        impl ToSchema for $name {}

        // Implemented by hand: the derive does not see the texts passed on by this macro.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::Type::String)
                    .enum_values(Some([$($text),*]))
                    .build()
                    .into()
            }
        }

        impl $name {
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            pub fn named(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

texts! {
    /// The status of a transaction.
    Status {
        /// Reserved; the result is not known yet.
        Processing = "PROCESSING",
        Successful = "SUCCESSFUL",
        /// It failed; the money was released.
        Failed = "FAILED",
    }
}

/// The counterparty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Counterparty {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wallet_number: Option<String>,
}

/// A transaction. For a debit: gross is the payee's amount, charge the fee, net the amount that left the wallet. For a
/// credit: net is the amount that arrived.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Transaction {
    pub reference: String,
    #[schema(value_type = service::http::schema::Category)]
    pub category: Category,
    #[schema(value_type = service::http::schema::Direction)]
    pub r#type: Direction,
    pub status: Status,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String, example = "1500.00")]
    pub gross_amount: Amount,
    #[schema(value_type = String, example = "1520.00")]
    pub net_amount: Amount,
    #[schema(value_type = String, example = "20.00")]
    pub charge: Amount,
    pub description: String,
    #[schema(required)]
    pub counterparty: Option<Counterparty>,
    /// The reason for a failure, for the user.
    #[schema(required)]
    pub comment: Option<String>,
    /// The token of a prepaid meter: digits only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Whether the token is outstanding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_pending: Option<bool>,
    /// Kilowatt-hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<String>,
    /// RFC 3339.
    pub created_at: String,
}

impl From<&TransactionRow> for Transaction {
    fn from(row: &TransactionRow) -> Self {
        Self {
            reference: row.reference.clone(),
            category: row.category,
            r#type: row.direction,
            status: row.status,
            currency: row.currency,
            gross_amount: row.gross,
            net_amount: row.net,
            charge: row.charge,
            description: row.description.clone(),
            counterparty: row.counterparty.clone(),
            comment: row.comment.clone(),
            token: row.token.as_ref().map(|sent| sent.token.clone()),
            token_pending: row.owes_token.then_some(true),
            units: row.token.as_ref().and_then(|sent| sent.units.clone()),
            created_at: rfc3339(row.created_at_ms),
        }
    }
}

/// A new reference: 80 random bits as 16 unambiguous characters (Crockford's alphabet).
pub fn new_reference(random: Random) -> String {
    const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let bits = random.bytes::<16>();
    bits.iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte & 31)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_differ_and_can_be_read_aloud() {
        let (one, other) = (new_reference(Random), new_reference(Random));
        assert_ne!(one, other);
        assert!(
            one.len() == 16 && !one.contains(['I', 'L', 'O', 'U']),
            "{one}"
        );
    }
}
