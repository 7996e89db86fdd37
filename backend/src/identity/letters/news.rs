//! What happened to somebody's account.

use super::NEWS_MS;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::identity::arrivals::Seen;
use crate::identity::users::User;
use crate::outbound::messages::{Channel, Message};
use crate::outbox::{self, Life};
use crate::settings::tenants::Tenant;
use domain_core::money::Currency;
use domain_core::wallet::caution::what_follows;

/// Somebody tried to sign up with an address that has an account.
///
/// # Errors
/// The database or the cipher failed.
pub async fn has_account(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    user: &User,
) -> Result<(), ApiError> {
    let text = format!(
        "Somebody tried to sign up for {} with this address, which has an account already.\n\n\
         If it was you, sign in, or ask for a new password. If not, there is nothing to do.",
        tenant.name
    );
    tell(
        tx,
        app,
        user,
        format!("{}: you have an account", tenant.name),
        text,
    )
    .await
}

/// Somebody of the brand opened an account for the person, with the code that went to them.
///
/// # Errors
/// The database or the cipher failed.
pub async fn account_opened(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    user: &User,
) -> Result<(), ApiError> {
    let text = format!(
        "An account at {0} was opened for you, with the code that you gave.\n\n\
         To sign in, choose \"Forgot password\" and set a password of your own. Nobody else can.\n\n\
         If you gave nobody a code, tell {0}.",
        tenant.name
    );
    let subject = format!("{}: your account", tenant.name);
    tell(tx, app, user, subject, text).await
}

/// From now on Google opens the account too.
///
/// # Errors
/// The database or the cipher failed.
pub async fn google_linked(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    user: &User,
) -> Result<(), ApiError> {
    let text = format!(
        "You can now sign in to your {0} account with Google, by this address.\n\n\
         If it was not you, somebody else can read your letters: change the password of your Google account, and tell {0}.",
        tenant.name
    );
    let subject = format!("{}: signing in with Google", tenant.name);
    tell(tx, app, user, subject, text).await
}

/// The password was changed.
///
/// # Errors
/// The database or the cipher failed.
pub async fn password_changed(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    user: &User,
) -> Result<(), ApiError> {
    let text = format!(
        "The password of your {} account was changed, and all other sessions were ended. {}\n\n\
         If it was not you, ask for a new password at once.",
        tenant.name,
        what_follows()
    );
    tell(
        tx,
        app,
        user,
        format!("{}: your password was changed", tenant.name),
        text,
    )
    .await
}

/// Somebody signed in with a browser that was not used before.
///
/// # Errors
/// The database or the cipher failed.
pub async fn new_device(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    user: &User,
    seen: &Seen,
) -> Result<(), ApiError> {
    if user.email.is_empty() {
        // A text message is short, and there is no password to set.
        let text = format!(
            "{0}: somebody signed in to your account {1} on a new device, {2}. If it was not you, tell {0} at once.",
            tenant.name, seen.way, seen.at
        );
        return tell(tx, app, user, String::new(), text).await;
    }
    let text = format!(
        "Somebody signed in to your {0} account on a device that was not used for it before.\n\n\
         When: {1}\nHow: {2}\nBrowser: {3}\n\n{4}\n\n\
         If it was you, there is nothing to do. If not, choose \"Forgot password\" and set a new one at once: that ends \
         all sessions. Then tell {0}.",
        tenant.name,
        seen.at,
        seen.way,
        seen.browser,
        what_follows()
    );
    let subject = format!("{}: a sign-in on a new device", tenant.name);
    tell(tx, app, user, subject, text).await
}

/// Somebody who had none has an email address now.
///
/// # Errors
/// The database or the cipher failed.
pub async fn email_added(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    user: &User,
) -> Result<(), ApiError> {
    let text = format!(
        "An email address was added to your {0} account, as you asked. With a code to it you can set a password.\n\n\
         If you did not ask for it, tell {0} at once.",
        tenant.name
    );
    let subject = format!("{}: your email address", tenant.name);
    tell(tx, app, user, subject, text).await
}

/// A PIN was taken away on the person's wish.
///
/// # Errors
/// The database or the cipher failed.
pub async fn pin_reset(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    user: &User,
    currency: Currency,
) -> Result<(), ApiError> {
    let text = format!(
        "Your {currency} transaction PIN was reset. Open Settings to set a new one: no money leaves the wallet until then.\n\n\
         If you did not ask for it, change your password at once and tell {}.",
        tenant.name
    );
    tell(
        tx,
        app,
        user,
        format!("{}: your PIN was reset", tenant.name),
        text,
    )
    .await
}

/// A session was ended because its token came from two places.
///
/// # Errors
/// The database or the cipher failed.
pub async fn session_stolen(tx: &mut Tx, app: &AppState, user: &User) -> Result<(), ApiError> {
    let text = String::from(
        "One of your sessions was ended because it was used from two places at once.\n\n\
         If you do not know why, change your password.",
    );
    tell(tx, app, user, String::from("A session was ended"), text).await
}

/// Something that happened to somebody's account: by email, or by text message to who has none.
async fn tell(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    subject: String,
    text: String,
) -> Result<(), ApiError> {
    let by_email = !user.email.is_empty();
    let message = Message {
        channel: if by_email {
            Channel::Email
        } else {
            Channel::Sms
        },
        to: String::from(if by_email { &user.email } else { &user.phone }),
        subject,
        text,
        code: None,
    };
    let life = Life {
        expires_at_ms: app.clock.now_ms() + NEWS_MS,
        code_id: None,
    };
    outbox::queue(tx, app, &message, life).await
}
