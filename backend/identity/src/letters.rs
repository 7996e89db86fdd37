//! One-time codes by email and text message.

use crate::codes::{FreshCode, Purpose};
use crate::limits;
use ground::db::Tx;
use ground::error::ApiError;
use ground::secret::sha256_hex;
use providers::messages::{Channel, Message};
use service::app::AppState;
use service::http::limits::count;
use service::letters::NEWS_MS;
use service::outbox::{self, Life};
use service::push::channels::shown;
use service::settings::tenants::Tenant;

const NO_TEXTS: &str = "We cannot send text messages at the moment. Please contact support.";

/// A one-time code by email.
///
/// # Errors
/// The database or the encryption failed.
pub async fn code(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    email: &str,
    purpose: Purpose,
    code: &FreshCode,
) -> Result<(), ApiError> {
    code_letter(tx, app, tenant, email, why(purpose), code).await
}

/// A one-time code that removes a forgotten PIN.
///
/// # Errors
/// The database or the encryption failed.
pub async fn pin_code(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    email: &str,
    code: &FreshCode,
) -> Result<(), ApiError> {
    code_letter(
        tx,
        app,
        tenant,
        email,
        "to reset your transaction PIN",
        code,
    )
    .await
}

async fn code_letter(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    email: &str,
    why: &str,
    code: &FreshCode,
) -> Result<(), ApiError> {
    let text = format!(
        "{}\n\nIt is valid for ten minutes and for one use. \
         Nobody from {} will ever ask you for it. If you did not ask for it, you can ignore this email.",
        sentence(tenant, why, code),
        tenant.name
    );
    let message = Message {
        id: String::new(),
        channel: Channel::Email,
        to: email.into(),
        subject: format!("{}: your code", tenant.name),
        text,
        code: Some(code.digits.reveal().clone()),
        brand: Some(shown(tenant)),
        payer: None,
        attachment: None,
    };
    send_code(tx, app, code, &message).await
}

/// Refuses calls that would promise a text message if none can be sent.
///
/// # Errors
/// 503 if text messages are off.
pub fn expect_texts(app: &AppState) -> Result<(), ApiError> {
    match app.ports.messages.sends(Channel::Sms) {
        true => Ok(()),
        false => Err(ApiError::unavailable_saying(NO_TEXTS)),
    }
}

/// Counts a text message to a phone, whatever caused it: a phone must not be flooded, and messages cost money.
///
/// # Errors
/// 429 after a few in an hour, or a few more in a day.
pub async fn count_text(app: &AppState, phone: &str) -> Result<(), ApiError> {
    let subject = sha256_hex(phone.trim().as_bytes());
    count(app, limits::TEXTS_AN_HOUR, &subject).await?;
    count(app, limits::TEXTS_A_DAY, &subject).await
}

/// A one-time code by text message.
///
/// # Errors
/// The database or the encryption failed.
pub async fn text_code(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    phone: &str,
    purpose: Purpose,
    code: &FreshCode,
) -> Result<(), ApiError> {
    let message = Message {
        id: String::new(),
        channel: Channel::Sms,
        to: phone.into(),
        subject: String::new(),
        text: format!(
            "{} Never share it with anyone.",
            sentence(tenant, why(purpose), code)
        ),
        code: Some(code.digits.reveal().clone()),
        brand: None,
        payer: None,
        attachment: None,
    };
    send_code(tx, app, code, &message).await
}

/// Prepares a message without a recipient, so that an unknown address costs the same work as a known one.
///
/// # Errors
/// The database or the encryption failed.
pub async fn to_nobody(tx: &mut Tx, app: &AppState, channel: Channel) -> Result<(), ApiError> {
    let message = Message {
        id: String::new(),
        channel,
        to: String::new(),
        subject: String::new(),
        text: " ".repeat(300),
        code: None,
        brand: None,
        payer: None,
        attachment: None,
    };
    let life = Life {
        expires_at_ms: app.clock.now_ms() + NEWS_MS,
        code_id: None,
    };
    outbox::queue(tx, app, &message, life).await
}

fn why(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Validate => "to confirm your address",
        Purpose::Login | Purpose::Identity => "to sign in",
        Purpose::Reset => "to set a new password",
        Purpose::Phone => "to confirm your phone number",
    }
}

fn sentence(tenant: &Tenant, why: &str, code: &FreshCode) -> String {
    let (first, last) = code.digits.reveal().split_at(3);
    format!("Your {} code {why} is {first}-{last}.", tenant.name)
}

/// Sends a code in a message that expires with it.
async fn send_code(
    tx: &mut Tx,
    app: &AppState,
    code: &FreshCode,
    message: &Message,
) -> Result<(), ApiError> {
    let life = Life {
        expires_at_ms: code.expires_at_ms,
        code_id: Some(&code.id),
    };
    outbox::queue(tx, app, message, life).await
}
