//! A person with both national numbers has one verified account: the one opened with either number is entered with the
//! other too, and no second one is proven by it.

use super::{Number, keep, registered, store};
use crate::access::audit;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::identity::codes::{self, Target};
use crate::outbound::identity::RegisteredPerson;
use serde_json::json;

/// The account of the same person, matched by the register's phone, names and date of birth from when the other number
/// was verified; it then has both numbers. The entered code was sent to that phone. The account's own profile is
/// ignored.
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

/// The accounts that were proven by the person's other number, and by none of this kind. Until the transaction ends, no
/// account of anybody with this phone in the register is looked for or proven by another one.
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
