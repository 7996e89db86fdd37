//! Signing in or up with a national number (BVN or NIN) and a code to the registered phone.
//!
//! The first call has the same response for every number: only a correct code reveals whether there is an account, or
//! such a person at all.

mod other_number;
mod registered;
mod rotation;
pub(crate) mod store;

pub use other_number::of_person;
pub use registered::facts as registered_facts;
pub use rotation::seal_anew;

use super::answers::NumberCode;
use super::arrivals::{self, Arrival, Way};
use super::codes::{self, Asked, Purpose, Receiver, Target};
use super::letters;
use super::referrer;
use super::sign_up::{PASSWORD, mark_proven, referrer_code};
use crate::limits;
use domain_core::community::reward::plain_code;
use domain_core::identity::IdentityNumber;
use domain_core::identity::profile::birth_violation;
use ground::clock::rfc3339;
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use ground::sealed;
use ground::secret::{Keys, Secret, hex, sha256_hex};
use providers::identity::{NumberKind, RegisteredPerson};
use providers::messages::Channel;
use serde_json::json;
use service::access::audit;
use service::access::users;
use service::access::users::NewUser;
use service::access::users::Profile;
use service::app::AppState;
use service::http::Client;
use service::http::limits::count;
use service::settings::tenants::{self, Tenant};
use sqlx::AnyConnection;
use store::NewNumber;

/// The response to a correct code without an account. (Document 1, section 4.)
const NOT_REGISTERED: &str = "Please wait while we try to sign you up.";
const LAST_DIGITS: usize = 4;

/// A validated number. It has no `Debug`.
pub struct Number {
    pub kind: NumberKind,
    pub digits: Secret<String>,
}

impl Number {
    /// # Errors
    /// Unreachable for a form that was validated.
    pub fn of(form: &IdentityNumber) -> Result<Self, ApiError> {
        Self::new(&form.mode, &form.value)
    }

    pub fn new(mode: &str, value: &str) -> Result<Self, ApiError> {
        let kind = NumberKind::named(mode).ok_or_else(ApiError::not_found)?;
        Ok(Self {
            kind,
            digits: Secret::new(value.trim().to_owned()),
        })
    }

    /// A keyed hash of the number, for lookups.
    pub fn lookup_hash(&self, app: &AppState, tenant_id: &str) -> String {
        self.lookup_hash_with(&app.config.keys, tenant_id)
    }

    fn lookup_hash_with(&self, keys: &Keys, tenant_id: &str) -> String {
        hex(&keys.sign(
            "national-number",
            &[tenant_id, self.kind.as_str(), self.digits.reveal()],
        ))
    }

    fn last_digits(&self) -> &str {
        let digits = self.digits.reveal();
        let from = digits.len().saturating_sub(LAST_DIGITS);
        digits.get(from..).unwrap_or_default()
    }
}

/// The user who has verified the number, if any.
///
/// # Errors
/// The database failed.
pub async fn owner(
    connection: &mut AnyConnection,
    app: &AppState,
    tenant_id: &str,
    number: &Number,
) -> Result<Option<String>, DbError> {
    let keys = &app.config.keys;
    let lookup_hashes = [
        number.lookup_hash_with(keys, tenant_id),
        number.lookup_hash_with(&keys.oldest(), tenant_id),
    ];
    store::owner(connection, tenant_id, number.kind, &lookup_hashes).await
}

/// Sends a code to sign up with.
///
/// # Errors
/// 422 for an unknown referral code; otherwise as for `ask`.
pub async fn ask_newcomer(
    app: &AppState,
    client: &Client,
    form: &IdentityNumber,
    page: &'static str,
) -> Result<NumberCode, ApiError> {
    count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    referrer::expect_known(app, &tenant.id, &form.referrer).await?;
    send(app, &tenant, form, page).await
}

/// Sends a code to the phone registered with the number.
///
/// # Errors
/// 503 if the register does not answer, or if text messages are off; 429.
pub async fn ask(
    app: &AppState,
    client: &Client,
    form: &IdentityNumber,
    page: &'static str,
) -> Result<NumberCode, ApiError> {
    count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    send(app, &tenant, form, page).await
}

async fn send(
    app: &AppState,
    tenant: &Tenant,
    form: &IdentityNumber,
    page: &'static str,
) -> Result<NumberCode, ApiError> {
    letters::expect_texts(app)?;
    let number = Number::of(form)?;
    let to = target(app, tenant, &number);
    let target = target_of(tenant, &to);
    let answer = |asked: &Asked| NumberCode {
        next: "otp",
        page,
        code_sent: true,
        resend_seconds: asked.resend_seconds,
        expires_at: rfc3339(asked.expires_at_ms),
    };
    // Register lookups cost money: none is made while a code is pending.
    if let Some(waits) = codes::too_soon(app, target, Purpose::Identity).await? {
        return Ok(answer(&waits));
    }
    count(app, limits::NUMBER_LOOKUPS, &sha256_hex(to.as_bytes())).await?;
    let person = find(app, &number).await?;
    // A phone over its limit gets no code, and the response does not reveal that it exists. An unregistered number is
    // counted under the number itself, so that its response comes no sooner.
    let counted = person.as_ref().map_or(to.as_str(), |person| &person.phone);
    let within_share = letters::count_text(app, counted).await.is_ok();
    let person = person.filter(|_| within_share);
    let mut tx = app.db.begin().await?;
    let receiver = Receiver {
        gets_one: person.is_some(),
        ..Receiver::person(None)
    };
    let asked = codes::ask(&mut tx, app, target, Purpose::Identity, receiver).await?;
    let email = match asked.again {
        true => email_of_owner(&mut tx, app, tenant, &number).await?,
        false => None,
    };
    match (&asked.code, &person) {
        (Some(code), Some(person)) => {
            let phone = &person.phone;
            letters::text_code(&mut tx, app, tenant, phone, Purpose::Identity, code).await?;
            if let Some(email) = email {
                letters::code(&mut tx, app, tenant, &email, Purpose::Identity, code).await?;
            }
        }
        _ if !asked.waits => letters::to_nobody(&mut tx, app, Channel::Sms).await?,
        _ => {}
    }
    tx.commit().await?;
    Ok(answer(&asked))
}

/// Text messages get lost: a resent code also goes by email, if the number's account has a proven address.
async fn email_of_owner(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    number: &Number,
) -> Result<Option<String>, ApiError> {
    let Some(owner) = owner(tx.connection(), app, &tenant.id, number).await? else {
        return Ok(None);
    };
    let user = users::find(tx.connection(), &owner).await?;
    let proven = user.filter(|user| user.verified_at_ms.is_some() && !user.email.is_empty());
    Ok(proven.map(|user| user.email))
}

/// Signs in with the code. Without an account the code stays valid, for signing up.
///
/// # Errors
/// 422 for a wrong code, and `not_registered`; 429.
pub async fn sign_in(
    app: &AppState,
    client: &Client,
    form: &IdentityNumber,
    code: &str,
) -> Result<Arrival, ApiError> {
    count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    let number = Number::of(form)?;
    let to = target(app, &tenant, &number);
    let right = codes::check(app, target_of(&tenant, &to), Purpose::Identity, code).await?;
    let mut tx = app.db.begin().await?;
    let Some(user_id) = owner(tx.connection(), app, &tenant.id, &number).await? else {
        drop(tx);
        codes::leave_unused(app, &right).await?;
        return Err(ApiError::new(ErrorCode::NotRegistered, NOT_REGISTERED));
    };
    codes::consume(&mut tx, app, &right).await?;
    let arrival = start(&mut tx, app, client, &user_id).await?;
    arrival.commit(tx).await
}

/// Signs up with the code: the register's particulars become the profile. An existing account is signed in.
///
/// # Errors
/// 422 for a wrong code; 503 if the register does not answer; 429.
pub async fn sign_up(
    app: &AppState,
    client: &Client,
    form: &IdentityNumber,
    code: &str,
) -> Result<Arrival, ApiError> {
    count(app, limits::REGISTER_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    let number = Number::of(form)?;
    let to = target(app, &tenant, &number);
    let right = codes::check(app, target_of(&tenant, &to), Purpose::Identity, code).await?;
    let person = match find(app, &number).await {
        Ok(Some(person)) => person,
        Ok(None) | Err(_) => {
            codes::leave_unused(app, &right).await?;
            return Err(unavailable());
        }
    };
    // A random password: the account has none until its owner sets one.
    let password_hash = app.hasher.unset(PASSWORD).await?;
    let mut tx = app.db.begin().await?;
    codes::consume(&mut tx, app, &right).await?;
    let known = match owner(tx.connection(), app, &tenant.id, &number).await? {
        Some(user_id) => {
            let registered = registered::seal(app, &tenant.id, &user_id, &number, &person)?;
            store::renew(&mut tx, &user_id, number.kind, &registered).await?;
            Some(user_id)
        }
        None => other_number::account(&mut tx, app, &tenant.id, &number, &person).await?,
    };
    let user_id = match known {
        Some(user_id) => user_id,
        None => {
            register(
                &mut tx,
                app,
                &tenant,
                &number,
                &person,
                &password_hash,
                &form.referrer,
            )
            .await?
        }
    };
    let arrival = start(&mut tx, app, client, &user_id).await?;
    arrival.commit(tx).await
}

async fn start(
    tx: &mut Tx,
    app: &AppState,
    client: &Client,
    user_id: &str,
) -> Result<Arrival, ApiError> {
    let user = users::find(tx.connection(), user_id).await?;
    let user = user.ok_or_else(|| ApiError::internal("a national number without a user"))?;
    arrivals::begin(tx, app, user, client, Way::Number).await
}

async fn register(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    number: &Number,
    person: &RegisteredPerson,
    password_hash: &str,
    referrer: &str,
) -> Result<String, ApiError> {
    let today = app.clock.today();
    if let Some(not_of_age) = birth_violation(&person.dob, today) {
        return Err(ApiError::refused(vec![not_of_age]));
    }
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let referred_by = plain_code(referrer);
    let new = NewUser {
        id: &id,
        tenant_id: &tenant.id,
        email: &users::no_email(&id),
        name: &[person.first_name.as_str(), &person.last_name].join(" "),
        phone: &person.phone,
        password_hash,
        referrer_code: &referrer_code(app),
        referred_by: referred_by.as_deref(),
    };
    users::insert(tx, &new, now_ms).await?;
    mark_proven(tx, app, &id).await?;
    // The code was sent to this phone.
    users::confirm_phone(tx, &id, &person.phone, now_ms).await?;
    let profile = Profile {
        first_name: Some(person.first_name.clone()),
        last_name: Some(person.last_name.clone()),
        gender: person.gender.clone(),
        dob: Some(person.dob.clone()),
        ..Profile::default()
    };
    users::save_about(tx, &id, &profile, now_ms).await?;
    if !keep(tx, app, &tenant.id, &id, number, person).await? {
        // Another account has verified it a moment ago: the next attempt finds that one.
        return Err(unavailable());
    }
    audit::append(
        tx,
        app,
        &id,
        "registered",
        &json!({ "by": number.kind.as_str() }),
    )
    .await?;
    Ok(id)
}

/// Stores a verified number with the register's particulars. False if another account has it.
///
/// # Errors
/// The database or the encryption failed.
pub async fn keep(
    tx: &mut Tx,
    app: &AppState,
    tenant_id: &str,
    user_id: &str,
    number: &Number,
    person: &RegisteredPerson,
) -> Result<bool, ApiError> {
    // The constraint misses a number hashed with the secret that is being replaced.
    if owner(tx.connection(), app, tenant_id, number)
        .await?
        .is_some()
    {
        return Ok(false);
    }
    let place = place(user_id, number.kind);
    let sealed = sealed::seal(&app.config.keys, app.random, &place, number.digits.reveal())
        .map_err(ApiError::internal)?;
    let new = NewNumber {
        user_id,
        tenant_id,
        kind: number.kind,
        lookup_hash: &number.lookup_hash(app, tenant_id),
        sealed: &sealed,
        last_digits: number.last_digits(),
        registered: &registered::seal(app, tenant_id, user_id, number, person)?,
    };
    Ok(store::insert(tx, &new, app.clock.now_ms()).await?)
}

fn place(user_id: &str, kind: NumberKind) -> String {
    ["national_numbers", user_id, kind.as_str()].join("/")
}

/// The register's entry for the number.
///
/// # Errors
/// 503 if the register does not answer.
pub async fn find(app: &AppState, number: &Number) -> Result<Option<RegisteredPerson>, ApiError> {
    let found = app.ports.identity.find(number.kind, &number.digits).await;
    found.map_err(|_| unavailable())
}

/// (Document 1, section 8.)
fn unavailable() -> ApiError {
    ApiError::unavailable_saying("We are sorry, an error occured this time.")
}

fn target(app: &AppState, tenant: &Tenant, number: &Number) -> String {
    [
        number.kind.as_str(),
        ":",
        &number.lookup_hash(app, &tenant.id),
    ]
    .concat()
}

fn target_of<'a>(tenant: &'a Tenant, to: &'a str) -> Target<'a> {
    Target::email(&tenant.id, to)
}
