//! Plans with due payments.

use super::parts::{progress_parts, refusal};
use crate::answers::{LatePlan, PlanLateness};
use crate::store::instalments::InstalmentRow;
use crate::store::members::{self, MemberRow};
use crate::store::subscriptions::SubscriptionRow;
use crate::store::{instalments, subscriptions};
use domain_core::calendar::Date;
use domain_core::plans::lateness::{LatenessInput, PlanLateness as Found, lateness};
use ground::error::ApiError;
use service::access::Session;
use service::app::AppState;

/// The next or overdue payment of a member.
pub fn lateness_of(
    row: &SubscriptionRow,
    member: &MemberRow,
    own: &[&InstalmentRow],
    today: Date,
) -> Result<Found, ApiError> {
    let input = LatenessInput {
        kind: row.kind,
        status: row.status,
        membership: member.status,
        instalments: progress_parts(own),
        today,
        currency: Some(row.currency.into()),
    };
    lateness(&input).map_err(refusal)
}

pub fn as_shown(found: &Found) -> Option<PlanLateness> {
    Some(PlanLateness {
        state: found.lateness?,
        amount: found.amount,
        due_today: Some(found.due_today).filter(|amount| !amount.is_zero()),
        since: found.since?.text(),
    })
}

/// The user's plans with due payments, most urgent first.
///
/// # Errors
/// The database failed.
pub async fn late(app: &AppState, session: &Session) -> Result<Vec<LatePlan>, ApiError> {
    let today = app.clock.today();
    let mut connection = app.db.read().await?;
    let mut plans = Vec::new();
    for id in subscriptions::with_due(&mut connection, &session.user_id, today).await? {
        let Some(row) = subscriptions::find(&mut connection, &id).await? else {
            continue;
        };
        let all = members::of(&mut connection, &id, row.currency).await?;
        let Some(me) = all.iter().find(|one| one.user_id == session.user_id) else {
            continue;
        };
        let own = instalments::of_member(&mut connection, &me.id, row.currency).await?;
        let own: Vec<&InstalmentRow> = own.iter().collect();
        let found = lateness_of(&row, me, &own, today)?;
        if found.is_due() {
            plans.push((found, row));
        }
    }
    plans.sort_by_key(|(found, _)| found.urgency());
    let plan = |(found, row): (Found, SubscriptionRow)| {
        Some(LatePlan {
            lateness: as_shown(&found)?,
            id: row.id,
            r#type: row.kind,
            name: row.name,
            currency: row.currency,
        })
    };
    Ok(plans.into_iter().filter_map(plan).collect())
}
