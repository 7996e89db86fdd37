//! Accounts of people with both national numbers: either number signs in to the one verified account, and a second
//! account cannot be verified with the other number.

use super::{Number, keep, registered, store};
use crate::codes::{self, Target};
use ground::db::Tx;
use ground::error::ApiError;
use providers::identity::RegisteredPerson;
use serde_json::json;
use service::access::audit;
use service::app::AppState;

/// The account of the same person, matched by the register's phone, names and date of birth as stored with the other
/// number; it then has both numbers. The entered code was sent to that phone. The account's profile is ignored.
///
/// # Errors
/// The database or the encryption failed.
pub async fn account(
    tx: &mut Tx,
    app: &AppState,
    tenant_id: &str,
    number: &Number,
    person: &RegisteredPerson,
) -> Result<Option<String>, ApiError> {
    for id in of_person(tx, app, tenant_id, number, person).await? {
        if keep(tx, app, tenant_id, &id, number, person).await? {
            let detail = json!({ "by": number.kind.as_str() });
            audit::append(tx, app, &id, "number_added", &detail).await?;
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The accounts verified with the person's other number and without one of this kind. Lookups and verifications of
/// people with this registered phone wait until the transaction ends.
///
/// # Errors
/// The database failed.
pub async fn of_person(
    tx: &mut Tx,
    app: &AppState,
    tenant_id: &str,
    number: &Number,
    person: &RegisteredPerson,
) -> Result<Vec<String>, ApiError> {
    let keys = &app.config.keys;
    let phone_hashes = [
        registered::phone_hash(keys, tenant_id, &person.phone),
        registered::phone_hash(&keys.oldest(), tenant_id, &person.phone),
    ];
    let place = ["register:", &phone_hashes[0]].concat();
    codes::lock(tx, Target::email(tenant_id, &place), app.clock.now_ms()).await?;
    let others = store::with_other_number(tx.connection(), tenant_id, number.kind, &phone_hashes);
    let others = others.await?.into_iter();
    let of_person = others
        .filter(|one| registered::is_of(app, &one.user_id, one.kind, &one.registered, person));
    Ok(of_person.map(|one| one.user_id).collect())
}
