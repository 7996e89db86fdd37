//! What people are written: codes, and what happened to their account.

use super::codes::Purpose;
use super::users::User;
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::limits;
use crate::outbound::messages::{Channel, Message};
use crate::secret::{Secret, sha256_hex};
use crate::settings::tenants::Tenant;
use domain_core::money::Currency;

/// A one-time code by email.
pub async fn code(
    app: &AppState,
    tenant: &Tenant,
    email: &str,
    purpose: Purpose,
    code: &Secret<String>,
) {
    let text = format!(
        "{}\n\nIt is good for ten minutes and for one use. \
         Nobody from {} will ever ask you for it. If you did not ask for it, you can ignore this letter.",
        sentence(tenant, purpose, code),
        tenant.name
    );
    let message = Message {
        channel: Channel::Email,
        to: email.into(),
        subject: format!("{}: your code", tenant.name),
        text,
        code: Some(code.reveal().clone()),
    };
    send(app, message).await;
}

/// Counts a text message to a phone, whoever asks for it: nobody's phone is flooded, and messages cost money.
///
/// # Errors
/// 429 after a few in an hour, or a few more in a day.
pub async fn count_text(app: &AppState, phone: &str) -> Result<(), ApiError> {
    let subject = sha256_hex(phone.trim().as_bytes());
    limits::count(app, limits::TEXTS_AN_HOUR, &subject).await?;
    limits::count(app, limits::TEXTS_A_DAY, &subject).await
}

/// A one-time code by text message.
pub async fn text_code(
    app: &AppState,
    tenant: &Tenant,
    phone: &str,
    purpose: Purpose,
    code: &Secret<String>,
) {
    let message = Message {
        channel: Channel::Sms,
        to: phone.into(),
        subject: String::new(),
        text: format!(
            "{} Never tell it to anybody.",
            sentence(tenant, purpose, code)
        ),
        code: Some(code.reveal().clone()),
    };
    send(app, message).await;
}

fn sentence(tenant: &Tenant, purpose: Purpose, code: &Secret<String>) -> String {
    let why = match purpose {
        Purpose::Validate => "to confirm your address",
        Purpose::Login | Purpose::Identity => "to sign in",
        Purpose::Reset => "to set a new password",
        Purpose::Phone => "to confirm your phone number",
    };
    let (first, last) = code.reveal().split_at(3);
    format!("Your {} code {why} is {first}-{last}.", tenant.name)
}

/// Somebody tried to sign up with an address that has an account.
pub async fn has_account(app: &AppState, tenant: &Tenant, user: &User) {
    let text = format!(
        "Somebody tried to sign up for {} with this address, which has an account already.\n\n\
         If it was you, sign in, or ask for a new password. If not, there is nothing to do.",
        tenant.name
    );
    tell(
        app,
        user,
        format!("{}: you have an account", tenant.name),
        text,
    )
    .await;
}

/// Somebody of the brand opened an account for the person, with the code that went to them.
pub async fn account_opened(app: &AppState, tenant: &Tenant, user: &User) {
    let text = format!(
        "An account at {0} was opened for you, with the code that you gave.\n\n\
         To sign in, choose \"Forgot password\" and set a password of your own. Nobody else can.\n\n\
         If you gave nobody a code, tell {0}.",
        tenant.name
    );
    let subject = format!("{}: your account", tenant.name);
    tell(app, user, subject, text).await;
}

/// From now on Google opens the account too.
pub async fn google_linked(app: &AppState, tenant: &Tenant, user: &User) {
    let text = format!(
        "You can now sign in to your {0} account with Google, by this address.\n\n\
         If it was not you, somebody else can read your letters: change the password of your Google account, and tell {0}.",
        tenant.name
    );
    let subject = format!("{}: signing in with Google", tenant.name);
    tell(app, user, subject, text).await;
}

/// The password was changed.
pub async fn password_changed(app: &AppState, tenant: &Tenant, user: &User) {
    let text = format!(
        "The password of your {} account was changed, and all sessions were ended.\n\n\
         If it was not you, ask for a new password at once.",
        tenant.name
    );
    tell(
        app,
        user,
        format!("{}: your password was changed", tenant.name),
        text,
    )
    .await;
}

/// A PIN was taken away on the person's wish.
pub async fn pin_reset(app: &AppState, tenant: &Tenant, user: &User, currency: Currency) {
    let text = format!(
        "Your {currency} transaction PIN was reset. Open Settings to set a new one: no money leaves the wallet until then.\n\n\
         If you did not ask for it, change your password at once and tell {}.",
        tenant.name
    );
    tell(
        app,
        user,
        format!("{}: your PIN was reset", tenant.name),
        text,
    )
    .await;
}

/// A session was ended because its token came from two places.
pub async fn session_stolen(app: &AppState, user: &User) {
    let text = String::from(
        "One of your sessions was ended because it was used from two places at once.\n\n\
         If you do not know why, change your password.",
    );
    tell(app, user, String::from("A session was ended"), text).await;
}

/// Something that happened to somebody's account: by email, or by text message to who has none.
async fn tell(app: &AppState, user: &User, subject: String, text: String) {
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
    send(app, message).await;
}

/// A provider may be slow, and must not show by it whether an address is known: its answer is not waited for. The
/// sandbox delivers at once, so that a code can be read as soon as the call has been answered.
async fn send(app: &AppState, message: Message) {
    let ports = app.ports.clone();
    let sending = async move {
        if let Err(error) = ports.messages.send(message).await {
            tracing::warn!(%error, "a letter could not be sent");
        }
    };
    if app.config.production() {
        tokio::spawn(sending);
    } else {
        sending.await;
    }
}
