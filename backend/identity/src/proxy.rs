//! Accounts opened on someone's behalf: by an agent of the brand for a customer at the counter, or by the creator of a
//! group for a friend who will save in it. The code is sent to the future owner, and the caller gets no session, so the
//! account belongs to its owner alone.

use super::answers::CodeSent;
use super::codes::{self, Purpose, Receiver, Target};
use super::letters;
use super::sign_up::{PASSWORD, mark_proven, referrer_code};
use crate::limits;
use domain_core::identity::ProfileAbout;
use domain_core::identity::roles::OPEN_ACCOUNTS;
use ground::clock::rfc3339;
use ground::error::{ApiError, ErrorCode};
use ground::limit::Limit;
use serde_json::json;
use service::access::users;
use service::access::users::NewUser;
use service::access::users::sign_ups::SignUp;
use service::access::users::{Profile, User, plain_email};
use service::access::{Session, audit, roles};
use service::app::AppState;
use service::http::limits::count;
use service::letters::News;
use service::settings::tenants::{self, Tenant};

const EXISTS: &str = "There is already an account with this address.";

/// The account to open.
pub struct Wanted<'a> {
    pub person: Person<'a>,
    pub email: &'a str,
    pub phone: &'a str,
}

/// The particulars of the future owner, which also decide who may open the account.
#[derive(Clone, Copy)]
pub enum Person<'a> {
    /// All particulars, as taken by an agent at the counter: requires the permission.
    Customer(&'a ProfileAbout),
    /// The name given by a friend. The caller has checked that the friend may invite them.
    Friend(&'a str),
}

impl Person<'_> {
    fn name(&self) -> String {
        match self {
            Self::Customer(about) => [about.first_name.trim(), about.last_name.trim()].join(" "),
            Self::Friend(name) => name.trim().to_owned(),
        }
    }

    const fn limit(&self) -> Limit {
        match self {
            Self::Customer(_) => limits::ACCOUNTS_OPENED,
            Self::Friend(_) => limits::FRIENDS_INVITED,
        }
    }
}

/// The caller who opens the account, and its brand.
async fn agent(
    app: &AppState,
    session: &Session,
    person: Person<'_>,
) -> Result<(User, Tenant), ApiError> {
    let agent = match person {
        Person::Customer(_) => roles::expect(app, session, OPEN_ACCOUNTS).await?,
        Person::Friend(_) => users::of_session(app, session).await?,
    };
    let tenant = tenants::by_id(&mut *app.db.read().await?, &agent.tenant_id).await?;
    Ok((agent, tenant.ok_or_else(ApiError::not_found)?))
}

/// Sends a code to the future owner. The response does not reveal whether the address has an account: its owner gets an
/// email instead.
///
/// # Errors
/// 403 without the permission; 429.
pub async fn ask(
    app: &AppState,
    session: &Session,
    wanted: &Wanted<'_>,
) -> Result<CodeSent, ApiError> {
    let (agent, tenant) = agent(app, session, wanted.person).await?;
    count(app, wanted.person.limit(), &agent.id).await?;
    let email = plain_email(wanted.email);
    let mut tx = app.db.begin().await?;
    let owner = users::find_by_email(tx.connection(), &tenant.id, &email).await?;
    let owner = owner.filter(|user| user.verified_at_ms.is_some());
    let receiver = Receiver {
        gets_one: owner.is_none(),
        begins: &agent.id,
        ..Receiver::person(None)
    };
    let asked = codes::ask(
        &mut tx,
        app,
        target(&tenant, &email, &agent),
        Purpose::Validate,
        receiver,
    )
    .await?;
    let detail = json!({ "purpose": "proxy" });
    audit::append(&mut tx, app, &agent.id, "code_sent", &detail).await?;
    match (&asked.code, &owner) {
        (Some(code), _) => {
            letters::code(&mut tx, app, &tenant, &email, Purpose::Validate, code).await?;
        }
        (None, Some(owner)) if !asked.waits => {
            service::letters::tell(&mut tx, app, owner, News::HasAccount).await?;
        }
        (None, _) => {}
    }
    tx.commit().await?;
    Ok(CodeSent {
        code_sent: true,
        resend_seconds: asked.resend_seconds,
        expires_at: rfc3339(asked.expires_at_ms),
    })
}

/// Opens the account with the code that its owner passed on. It has no password until the owner sets one.
///
/// # Errors
/// 403 without the permission; 422 for a wrong code; 409 if the owner has proven the address meanwhile.
pub async fn create(
    app: &AppState,
    session: &Session,
    wanted: &Wanted<'_>,
    code: &str,
) -> Result<User, ApiError> {
    let (agent, tenant) = agent(app, session, wanted.person).await?;
    let email = plain_email(wanted.email);
    let right = codes::check(
        app,
        target(&tenant, &email, &agent),
        Purpose::Validate,
        code,
    )
    .await?;
    // A random password.
    let password_hash = app.hasher.unset(PASSWORD).await?;
    let name = wanted.person.name();
    let now_ms = app.clock.now_ms();
    let fresh_id = app.random.id(now_ms);
    let mut tx = app.db.begin().await?;
    if matches!(wanted.person, Person::Customer(_)) {
        roles::expect_standing(&mut tx, &agent.id, OPEN_ACCOUNTS).await?;
    }
    codes::consume(&mut tx, app, &right).await?;
    session.expect_open(&mut tx).await?;
    let new = NewUser {
        id: &fresh_id,
        tenant_id: &tenant.id,
        email: &email,
        name: &name,
        phone: wanted.phone,
        password_hash: &password_hash,
        referrer_code: &referrer_code(app),
        referred_by: Some(&agent.referrer_code),
    };
    let is_new = users::insert(&mut tx, &new, now_ms).await?;
    let user = users::find_by_email(tx.connection(), &tenant.id, &email).await?;
    let user = user.ok_or_else(|| ApiError::internal("a user who was just stored is missing"))?;
    if !is_new {
        let filled_in = SignUp {
            name: name.clone(),
            phone: wanted.phone.into(),
            password_hash,
            referred_by: Some(agent.referrer_code.clone()),
        };
        if !users::replace_unverified(&mut tx, &user.id, &filled_in).await? {
            return Err(ApiError::new(ErrorCode::AccountExists, EXISTS));
        }
    }
    mark_proven(&mut tx, app, &user.id).await?;
    if let Person::Customer(about) = wanted.person {
        let profile = Profile {
            first_name: Some(about.first_name.trim().into()),
            last_name: Some(about.last_name.trim().into()),
            gender: Some(about.gender.clone()),
            dob: Some(about.dob.trim().into()),
            ..Profile::default()
        };
        users::save_about(&mut tx, &user.id, &profile, now_ms).await?;
    }
    let detail = json!({ "by": "proxy", "agent": agent.id });
    audit::append(&mut tx, app, &user.id, "registered", &detail).await?;
    audit::append(
        &mut tx,
        app,
        &agent.id,
        "account_opened",
        &json!({ "for": user.id }),
    )
    .await?;
    let user = users::find(tx.connection(), &user.id).await?;
    let user = user.ok_or_else(|| ApiError::internal("a user who was just stored is missing"))?;
    service::letters::tell(&mut tx, app, &user, News::AccountOpened).await?;
    tx.commit().await?;
    Ok(user)
}

/// The target of the code: bound to this agent, so it is not valid for an ordinary sign-up.
fn target<'a>(tenant: &'a Tenant, email: &'a str, agent: &'a User) -> Target<'a> {
    Target {
        bound_to: &agent.id,
        ..Target::email(&tenant.id, email)
    }
}
