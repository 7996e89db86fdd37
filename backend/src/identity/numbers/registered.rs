//! The register's particulars, stored with the verified number.
//!
//! The owner can edit a profile, and the sign-up phone is whatever was typed. These values were verified: names and
//! date of birth are encrypted, the phone is a keyed hash.

use super::Number;
use crate::app::AppState;
use crate::error::ApiError;
use crate::outbound::identity::{NumberKind, RegisteredPerson};
use crate::sealed;
use crate::secret::hex;
use domain_core::identity::numbers::{Particulars, is_same_person};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Entry {
    first_name: String,
    last_name: String,
    /// `dd-MM-yyyy`
    dob: String,
}

/// As it is stored.
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
    };
    let text = serde_json::to_string(&entry).map_err(ApiError::internal)?;
    let place = place(user_id, number.kind);
    let sealed = sealed::seal(&app.config.keys, app.random, &place, &text);
    Ok(Registered {
        sealed: sealed.map_err(ApiError::internal)?,
        phone_hash: phone_hash(app, tenant_id, &person.phone),
    })
}

/// Whether the particulars stored with a number are of the same person. Those that cannot be decrypted match nobody.
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
pub fn phone_hash(app: &AppState, tenant_id: &str, phone: &str) -> String {
    hex(&app
        .config
        .keys
        .sign("registered-phone", &[tenant_id, phone]))
}

fn place(user_id: &str, kind: NumberKind) -> String {
    ["national_numbers", user_id, kind.as_str(), "registered"].join("/")
}
