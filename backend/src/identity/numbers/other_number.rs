//! Whoever has two national numbers is one person: the account that one of them opened is entered with the other too.

use super::{Number, keep, store};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::identity::{audit, users};
use crate::outbound::identity::RegisteredPerson;
use domain_core::identity::numbers::{Particulars, is_same_person};
use serde_json::json;

/// The account of the same person, by phone, names and date of birth, which were all proven by the other number: from now
/// on it has both. The code that came back went to that phone.
///
/// # Errors
/// The database or the cipher failed.
pub async fn account(
    tx: &mut Tx,
    app: &AppState,
    tenant_id: &str,
    number: &Number,
    person: &RegisteredPerson,
) -> Result<Option<String>, ApiError> {
    let registered = Particulars {
        first_name: &person.first_name,
        last_name: &person.last_name,
        dob: &person.dob,
    };
    let ids = store::with_other_number(tx.connection(), tenant_id, number.kind, &person.phone);
    for id in ids.await? {
        let Some(user) = users::store::find(tx.connection(), &id).await? else {
            continue;
        };
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let (first, last) = (
            text(&user.profile.first_name),
            text(&user.profile.last_name),
        );
        let own = Particulars {
            first_name: &first,
            last_name: &last,
            dob: &text(&user.profile.dob),
        };
        if is_same_person(&own, &registered) && keep(tx, app, tenant_id, &id, number).await? {
            let detail = json!({ "by": number.kind.as_str() });
            audit::append(tx, app, &id, "number_added", &detail).await?;
            return Ok(Some(id));
        }
    }
    Ok(None)
}
