//! Inviting a person without an account to a group: its creator opens one for them, with the code that they were sent
//! and have passed on. They are added afterwards, like any other member.

use super::adding::may_add;
use crate::access::Session;
use crate::access::users::User;
use crate::app::AppState;
use crate::error::ApiError;
use crate::identity::answers::CodeSent;
use crate::identity::proxy::{self, Person, Wanted};
use crate::plans::store::{members, subscriptions};
use domain_core::plans::GroupMember;

/// Sends a code to the person. The answer is the same whether or not the address has an account.
///
/// # Errors
/// 404 for a group of others; 422 for a caller who has not created it; 429.
pub async fn ask(
    app: &AppState,
    session: &Session,
    id: &str,
    member: &GroupMember,
) -> Result<CodeSent, ApiError> {
    may_invite(app, session, id).await?;
    proxy::ask(app, session, &wanted(member)).await
}

/// Opens the account with that code.
///
/// # Errors
/// As [`ask`]; 422 for a wrong code; 409 if there is an account by now.
pub async fn open(
    app: &AppState,
    session: &Session,
    id: &str,
    member: &GroupMember,
    code: &str,
) -> Result<User, ApiError> {
    may_invite(app, session, id).await?;
    proxy::create(app, session, &wanted(member), code).await
}

fn wanted(member: &GroupMember) -> Wanted<'_> {
    Wanted {
        person: Person::Friend(&member.name),
        email: &member.email,
        phone: &member.phone,
    }
}

/// The group may end a moment later: then the account is open all the same, as its owner wanted, and joins nothing.
async fn may_invite(app: &AppState, session: &Session, id: &str) -> Result<(), ApiError> {
    let mut connection = app.db.read().await?;
    let row = subscriptions::find(&mut connection, id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let all = members::of(&mut connection, id, row.currency).await?;
    if !all.iter().any(|one| one.user_id == session.user_id) {
        return Err(ApiError::not_found());
    }
    may_add(&row, session)
}
