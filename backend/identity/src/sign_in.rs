//! Signing in with email and password.

use super::answers::CodeNext;
use super::arrivals::{self, Arrival, Way};
use super::backoff::{self, Subject};
use super::codes::{self, Purpose, Receiver, Target};
use super::sign_up::PASSWORD;
use super::{devices, letters};
use crate::limits;
use domain_core::identity::Login;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::ApiError;
use service::access::users;
use service::access::users::{User, plain_email};
use service::app::AppState;
use service::http::Client;
use service::http::limits::count;
use service::settings::tenants;

const WRONG: &str = "The email or the password is not correct.";

/// The outcome of a correct password.
pub enum SignedIn {
    Session(Box<Arrival>),
    /// The address has not been proven yet.
    Code(CodeNext),
}

enum Compared {
    /// The password is correct and stays current until this transaction ends.
    Right(Tx, Box<User>),
    /// The compared hash has been replaced; the user as stored now.
    Replaced(Option<Box<User>>),
}

fn wrong() -> ApiError {
    ApiError::refused_field("email", Code::Mismatch, WRONG)
}

/// Verifies a password (a dummy hash for unknown users) and rehashes outdated parameters.
async fn compare(app: &AppState, user: Option<User>, password: &str) -> Result<Compared, ApiError> {
    let stored = user.as_ref().map(|user| user.password_hash.as_str());
    let right = app.hasher.verify(PASSWORD, &[password], stored).await?;
    let user = user.filter(|_| right).ok_or_else(wrong)?;
    let kept_hash = match app.hasher.is_outdated(PASSWORD, &user.password_hash) {
        true => app.hasher.hash(PASSWORD, &[password]).await?,
        false => user.password_hash.clone(),
    };
    let mut tx = app.db.begin().await?;
    // The password may have been replaced since the comparison, and its sessions ended.
    match users::confirm_password(&mut tx, &user.id, &user.password_hash, &kept_hash).await? {
        true => Ok(Compared::Right(tx, Box::new(user))),
        // Read in this transaction: on SQLite another connection does not see a write of the same group commit.
        false => Ok(Compared::Replaced(
            users::find(tx.connection(), &user.id).await?.map(Box::new),
        )),
    }
}

/// Signs in. An unknown address gets the same response as a wrong password, after the same time.
///
/// # Errors
/// 422 for wrong credentials; 429.
pub async fn login(app: &AppState, client: &Client, form: &Login) -> Result<SignedIn, ApiError> {
    let tenant = tenants::of(app, client).await?;
    let email = plain_email(&form.email);
    count(app, limits::LOGIN_BY_ADDRESS, &client.limit_subject()).await?;
    let account = [tenant.id.as_str(), &email, &client.limit_subject()].join(" ");
    count(
        app,
        limits::LOGIN_BY_ACCOUNT,
        &ground::secret::sha256_hex(account.as_bytes()),
    )
    .await?;
    let mut connection = app.db.read().await?;
    let user = users::find_by_email(&mut connection, &tenant.id, &email).await?;
    // Also for an unknown address, so that the timing is the same.
    let user_id = user.as_ref().map_or("", |user| user.id.as_str());
    let known = devices::known(&mut connection, user_id, client).await?;
    drop(connection);
    let subject = Subject::new(&tenant.id, &email, client, known);
    backoff::expect_failure(app, &subject).await?;

    let mut compared = compare(app, user, &form.password).await?;
    if let Compared::Replaced(user) = compared {
        // Replaced by another password, or rehashed by a concurrent sign-in.
        compared = compare(app, user.map(|user| *user), &form.password).await?;
    }
    let Compared::Right(mut tx, user) = compared else {
        return Err(wrong());
    };
    backoff::forget(&mut tx, &subject).await?;
    if user.verified_at_ms.is_some() {
        let arrival = arrivals::begin(&mut tx, app, *user, client, Way::Password).await?;
        return Ok(SignedIn::Session(Box::new(arrival.commit(tx).await?)));
    }
    let target = Target::email(&tenant.id, &email);
    let to = Receiver {
        user_id: Some(&user.id),
        gets_one: true,
        password_given_at_ms: Some(app.clock.now_ms()),
        begins: codes::SIGN_IN,
    };
    let asked = codes::ask(&mut tx, app, target, Purpose::Login, to).await?;
    if let Some(code) = &asked.code {
        letters::code(&mut tx, app, &tenant, &email, Purpose::Login, code).await?;
    }
    tx.commit().await?;
    Ok(SignedIn::Code(CodeNext::new(
        Purpose::Login.as_str(),
        &email,
        asked.resend_seconds,
        asked.expires_at_ms,
    )))
}
