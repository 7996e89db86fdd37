//! Inviting someone without an account to a group: the creator opens an account for them, with a code that was sent to
//! them. They are then added like any other member.

use super::adding::may_add;
use crate::store::{members, subscriptions};
use domain_core::plans::GroupMember;
use ground::error::ApiError;
use identity::answers::CodeSent;
use identity::proxy::{self, Person, Wanted};
use service::access::Session;
use service::access::users::User;
use service::app::AppState;

/// Sends a code to the invited person. The response does not reveal whether the address has an account.
///
/// # Errors
/// 404 for someone else's group; 422 if the caller is not its creator; 429.
pub async fn ask(
    app: &AppState,
    session: &Session,
    id: &str,
    member: &GroupMember,
) -> Result<CodeSent, ApiError> {
    may_invite(app, session, id).await?;
    proxy::ask(app, session, &wanted(member)).await
}

/// Opens the account with the code.
///
/// # Errors
/// See [`ask`]; also 422 for a wrong code; 409 if an account exists by now.
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

/// Checks that the caller may invite. If the group ends a moment later, the account is opened nevertheless, as its
/// owner wanted, and joins nothing.
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
