//! Signing up with email, and proving the address.
//!
//! The code proves the address and nothing else. The form is bound to the browser that filled it in: signing up with
//! someone else's address gains nothing when its owner enters a code.

use super::answers::CodeNext;
use super::arrivals::{self, Arrival, Way};
use super::codes::{self, Purpose, Receiver, Target};
use super::letters;
use super::referrer;
use super::sessions::Factor;
use crate::limits;
use domain_core::identity::Register;
use domain_core::identity::register::BrandContext;
use ground::db::Tx;
use ground::error::ApiError;
use ground::secret::{Secret, sha256_hex};
use money::accounts;
use serde_json::json;
use service::access::audit;
use service::access::users;
use service::access::users::NewUser;
use service::access::users::sign_ups::SignUp;
use service::access::users::{User, plain_email};
use service::app::AppState;
use service::http::Client;
use service::http::limits::count;
use service::http::valid::judge;
use service::letters::News;
use service::settings::tenants::{self, Tenant};

/// The purpose of a password hash.
pub const PASSWORD: &str = "password";

/// The lifetime of the cookie that binds a browser to its form; the rows are kept longer.
pub const BROWSER_KEEPS_SECONDS: i64 = 24 * 60 * 60;

/// A sign-up that waits for its code.
pub struct Registered {
    pub next: CodeNext,
    /// The cookie value, required when the code is entered.
    pub browser: Secret<String>,
}

/// Signs up. The response does not reveal whether the address has an account: its owner gets an email instead.
///
/// # Errors
/// 422 if the form is invalid; 429.
pub async fn register(
    app: &AppState,
    client: &Client,
    form: &Register,
) -> Result<Registered, ApiError> {
    let tenant = tenants::of(app, client).await?;
    judge(
        form,
        &BrandContext {
            brand: Some(tenant.name.clone()),
        },
    )?;
    count(app, limits::REGISTER_BY_ADDRESS, &client.limit_subject()).await?;
    let referred_by = referrer::expect_known(app, &tenant.id, &form.referrer).await?;

    let email = plain_email(&form.email);
    // Always hashed, so that the timing is the same for a known address.
    let password_hash = app.hasher.hash(PASSWORD, &[&form.password]).await?;
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let referrer_code = referrer_code(app);
    let phone = form.phone_number();
    let new = NewUser {
        id: &id,
        tenant_id: &tenant.id,
        email: &email,
        name: form.name.trim(),
        phone: &phone,
        password_hash: &password_hash,
        referrer_code: &referrer_code,
        referred_by: referred_by.as_deref(),
    };
    let mut tx = app.db.begin().await?;
    let target = Target::email(&tenant.id, &email);
    let is_new = users::insert(&mut tx, &new, now_ms).await?;
    let user = users::find_by_email(tx.connection(), &tenant.id, &email).await?;
    let user = user.ok_or_else(|| ApiError::internal("a user who was just stored is missing"))?;
    let browser = Secret::new(app.random.token());
    users::sign_ups::insert(&mut tx, &browser_hash(&browser), &new, now_ms).await?;
    let open = is_new || user.verified_at_ms.is_none();
    let to = Receiver {
        begins: codes::SIGN_UP,
        ..Receiver::person(open.then_some(user.id.as_str()))
    };
    let asked = codes::ask(&mut tx, app, target, Purpose::Validate, to).await?;
    let event = if open {
        "registered"
    } else {
        "registered_again"
    };
    audit::append(
        &mut tx,
        app,
        &user.id,
        event,
        &json!({ "ip": client.ip.to_string() }),
    )
    .await?;
    match &asked.code {
        Some(code) => {
            letters::code(&mut tx, app, &tenant, &email, Purpose::Validate, code).await?;
        }
        None if !open && !asked.waits => {
            service::letters::tell(&mut tx, app, &user, News::HasAccount).await?;
        }
        None => {}
    }
    tx.commit().await?;

    Ok(Registered {
        next: CodeNext::new(
            Purpose::Validate.as_str(),
            &email,
            asked.resend_seconds,
            asked.expires_at_ms,
        ),
        browser,
    })
}

fn browser_hash(browser: &Secret<String>) -> String {
    sha256_hex(browser.reveal().as_bytes())
}

/// Proves the address with the sign-up code, and signs in. The account gets the form filled in in this browser; without
/// one it has no password until one is set with a reset code.
///
/// # Errors
/// 422 for a wrong code; 429.
pub async fn verify(
    app: &AppState,
    client: &Client,
    email: &str,
    code: &str,
    browser: Option<Secret<String>>,
) -> Result<Arrival, ApiError> {
    let right = check(app, client, email, code, Purpose::Validate).await?;
    // A random password.
    let no_password = app.hasher.unset(PASSWORD).await?;
    let mut tx = app.db.begin().await?;
    users::lock(&mut tx, right.user_id()?).await?;
    codes::consume(&mut tx, app, &right).await?;
    let user = users::find(tx.connection(), right.user_id()?).await?;
    let user = user.ok_or_else(|| ApiError::internal("a code without a user"))?;
    let own = match &browser {
        Some(browser) => {
            let hash = browser_hash(browser);
            users::sign_ups::take(&mut tx, &hash, &user.tenant_id, &user.email).await?
        }
        None => None,
    };
    let filled_in = own.unwrap_or_else(|| SignUp {
        name: name_of(&user.email).into(),
        phone: String::new(),
        password_hash: no_password,
        referred_by: None,
    });
    users::replace_unverified(&mut tx, &user.id, &filled_in).await?;
    let user = proven(&mut tx, app, &user.id).await?;
    let arrival = arrivals::begin(&mut tx, app, user, client, Way::SignUp).await?;
    arrival.commit(tx).await
}

/// Completes a sign-in with its code, after the password; this proves the address too.
///
/// # Errors
/// 422 for a wrong code; 429.
pub async fn complete_login(
    app: &AppState,
    client: &Client,
    email: &str,
    code: &str,
) -> Result<Arrival, ApiError> {
    let right = check(app, client, email, code, Purpose::Login).await?;
    let mut tx = app.db.begin().await?;
    users::lock(&mut tx, right.user_id()?).await?;
    codes::consume(&mut tx, app, &right).await?;
    let user = proven(&mut tx, app, right.user_id()?).await?;
    let arrival =
        arrivals::begin_with(&mut tx, app, user, client, Way::Password, Factor::Code).await?;
    arrival.commit(tx).await
}

async fn check(
    app: &AppState,
    client: &Client,
    email: &str,
    code: &str,
    purpose: Purpose,
) -> Result<codes::Right, ApiError> {
    count(app, limits::CODES_BY_ADDRESS, &client.limit_subject()).await?;
    let tenant: Tenant = tenants::of(app, client).await?;
    let email = plain_email(email);
    codes::check(app, Target::email(&tenant.id, &email), purpose, code).await
}

/// Marks the address as proven and opens the account's wallets. Opening them at sign-up would make the response slower
/// for a new address than for a known one.
///
/// # Errors
/// The database failed.
pub(super) async fn mark_proven(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    users::mark_verified(tx, user_id, now_ms).await?;
    Ok(accounts::open_if_none(tx, user_id, now_ms).await?)
}

/// The user of an address that has just been proven.
async fn proven(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<User, ApiError> {
    mark_proven(tx, app, user_id).await?;
    let user = users::find(tx.connection(), user_id).await?;
    user.ok_or_else(|| ApiError::internal("a code without a user"))
}

/// A name for a user of whom only the address is known: its local part.
pub(super) fn name_of(email: &str) -> &str {
    email.split_once('@').map_or(email, |(name, _)| name)
}

/// Eight letters and digits, without those easily confused.
pub(super) fn referrer_code(app: &AppState) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    app.random
        .bytes::<8>()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .iter()
        .collect()
}
