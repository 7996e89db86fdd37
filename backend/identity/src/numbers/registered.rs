//! The register's particulars, stored with the verified number.
//!
//! Profiles can be edited, and the sign-up phone is unverified. These values were verified: names, date of birth and
//! phone are encrypted, and a keyed hash of the phone finds them.

use super::Number;
use domain_core::identity::numbers::{Particulars, is_same_person};
use ground::db::DbError;
use ground::error::ApiError;
use ground::sealed;
use ground::secret::{Keys, Secret, hex};
use providers::identity::{NumberKind, RegisteredPerson};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::app::AppState;
use sqlx::Row;
use sqlx::any::AnyRow;

#[derive(Serialize, Deserialize)]
struct Entry {
    first_name: String,
    last_name: String,
    /// `dd-MM-yyyy`
    dob: String,
    /// `None` in rows sealed before the phone was stored.
    #[serde(default)]
    phone: Option<String>,
}

/// The sealed form.
pub struct Registered {
    pub sealed: String,
    pub phone_hash: String,
}

/// The register's particulars, to be stored with a user's number.
///
/// # Errors
/// The encryption failed.
pub fn seal(
    app: &AppState,
    tenant_id: &str,
    user_id: &str,
    number: &Number,
    person: &RegisteredPerson,
) -> Result<Registered, ApiError> {
    let entry = Entry {
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        dob: person.dob.clone(),
        phone: Some(person.phone.clone()),
    };
    let text = serde_json::to_string(&entry).map_err(ApiError::internal)?;
    let place = place(user_id, number.kind);
    let sealed = sealed::seal(&app.config.keys, app.random, &place, &text);
    Ok(Registered {
        sealed: sealed.map_err(ApiError::internal)?,
        phone_hash: phone_hash(&app.config.keys, tenant_id, &person.phone),
    })
}

/// Whether the particulars stored with a number match the person. Undecryptable ones match nobody.
pub fn is_of(
    app: &AppState,
    user_id: &str,
    kind: NumberKind,
    sealed: &str,
    person: &RegisteredPerson,
) -> bool {
    let opened = sealed::open(&app.config.keys, &place(user_id, kind), sealed).ok();
    let entry = opened.and_then(|text| serde_json::from_str::<Entry>(text.reveal()).ok());
    entry.is_some_and(|entry| {
        let kept = Particulars {
            first_name: &entry.first_name,
            last_name: &entry.last_name,
            dob: &entry.dob,
        };
        is_same_person(&kept, &person.particulars())
    })
}

/// A keyed hash of the register's phone, for lookups.
pub fn phone_hash(keys: &Keys, tenant_id: &str, phone: &str) -> String {
    hex(&keys.sign("registered-phone", &[tenant_id, phone]))
}

/// The sealed phone, if there is one.
pub(super) fn phone_in(opened: &Secret<String>) -> Option<String> {
    let entry: Entry = serde_json::from_str(opened.reveal()).ok()?;
    entry.phone
}

/// The particulars of a row with `user_id`, `kind` and `registered`, for their owner; null if missing or undecryptable.
pub fn facts(row: &AnyRow, keys: &Keys) -> Result<Value, DbError> {
    let sealed: Option<String> = row.try_get("registered")?;
    let (user_id, kind): (String, String) = (row.try_get("user_id")?, row.try_get("kind")?);
    let (Some(sealed), Some(kind)) = (sealed, NumberKind::named(&kind)) else {
        return Ok(Value::Null);
    };
    let opened = sealed::open(keys, &place(&user_id, kind), &sealed);
    let opened = opened.inspect_err(|error| tracing::error!(%error, "a register's entry"));
    let entry: Option<Value> = opened
        .ok()
        .and_then(|text| serde_json::from_str(text.reveal()).ok());
    Ok(entry.unwrap_or_default())
}

pub(super) fn place(user_id: &str, kind: NumberKind) -> String {
    ["national_numbers", user_id, kind.as_str(), "registered"].join("/")
}
