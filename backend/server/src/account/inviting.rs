//! Inviting someone without an account to a group: the creator opens an account for them, with a code that was sent to
//! them. They are then added like any other member.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain_core::identity::OtpForm;
use domain_core::plans::GroupMember;
use ground::error::{ApiError, Fails, code};
use identity::answers::CodeSent;
use identity::proxy::{self, Person, Wanted};
use plans::groups::may_invite;
use serde::Serialize;
use service::access::Session;
use service::access::users::User;
use service::app::AppState;
use service::http::{Envelope, Path, Valid};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The person for whom an account was opened.
#[derive(Serialize, ToSchema)]
pub struct InvitedMember {
    /// For `user` of `POST /plans/join`.
    uuid: String,
    name: String,
}

service::body_schemas! {
    /// Someone without an account to invite to a group.
    InvitedValues: GroupMember,
    /// The invited person, with the code sent to them.
    InvitedValuesAndCode: (GroupMember, OtpForm),
}

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(invite_member))
        .routes(routes!(create_member_by_proxy))
}

/// Sends a code to someone for whom the creator of a group opens an account.
#[utoipa::path(post, path = "/subscriptions/{id}/members/init", tag = "plans", security(("bearer" = [])), request_body = InvitedValues,
    params(("id" = String, Path)), responses((status = 200, body = Envelope<CodeSent>), Fails<(code::Refused, code::NotFound)>))]
pub async fn invite_member(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    Valid(member): Valid<GroupMember>,
) -> Result<Json<Envelope<CodeSent>>, ApiError> {
    Ok(Envelope::of(ask(&app, &session, &id, &member).await?))
}

/// Opens an account with that code for someone who is to join a group; the caller gets no session. The new member is
/// then added with `POST /plans/join`.
#[utoipa::path(post, path = "/subscriptions/{id}/members/proxy-create", tag = "plans", security(("bearer" = [])), request_body = InvitedValuesAndCode,
    params(("id" = String, Path)), responses((status = 201, body = Envelope<InvitedMember>), Fails<(code::Refused, code::NotFound, code::AccountExists)>))]
pub async fn create_member_by_proxy(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    Valid((member, otp)): Valid<(GroupMember, OtpForm)>,
) -> Result<Response, ApiError> {
    let user = open(&app, &session, &id, &member, &otp.plain()).await?;
    Ok(Envelope::created(InvitedMember {
        uuid: user.id,
        name: user.name,
    }))
}

/// Sends a code to the invited person. The response does not reveal whether the address has an account.
///
/// # Errors
/// 404 for someone else's group; 422 if the caller is not its creator; 429.
async fn ask(
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
async fn open(
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
