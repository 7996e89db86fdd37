//! A person with both national numbers has one account: the one opened with either number is entered with the other
//! too.

use super::{Number, keep, registered, store};
use crate::access::audit;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
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
    let phone_hash = registered::phone_hash(app, tenant_id, &person.phone);
    let others = store::with_other_number(tx.connection(), tenant_id, number.kind, &phone_hash);
    for other in others.await? {
        let id = &other.user_id;
        if registered::is_of(app, id, other.kind, &other.registered, person)
            && keep(tx, app, tenant_id, id, number, person).await?
        {
            let detail = json!({ "by": number.kind.as_str() });
            audit::append(tx, app, id, "number_added", &detail).await?;
            return Ok(Some(other.user_id));
        }
    }
    Ok(None)
}
