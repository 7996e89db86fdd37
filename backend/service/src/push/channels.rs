//! Notices by email, text message and chat, for users who switched them on. A channel without an address gets none.

use super::{held, life, telegram};
use crate::access::users::{self, User};
use crate::app::AppState;
use crate::outbox;
use crate::settings::tenants::{self, Tenant};
use domain_core::settings::theme;
use ground::db::Tx;
use ground::error::ApiError;
use providers::messages::{Brand, Channel, Message};
use providers::push::Notice;
use sqlx::AnyConnection;

/// The setting that switches a channel on when `true`.
pub const fn switch(channel: Channel) -> &'static str {
    match channel {
        Channel::Email => "enable_email",
        Channel::Sms => "enable_sms",
        Channel::Telegram => "enable_telegram",
        Channel::Whatsapp => "enable_whatsapp",
    }
}

/// A user's confirmed address on a channel.
///
/// # Errors
/// The database failed.
pub async fn address(
    connection: &mut AnyConnection,
    user: &User,
    channel: Channel,
) -> Result<Option<String>, ApiError> {
    let phone = || user.phone_verified_at_ms.map(|_| user.phone.clone());
    Ok(match channel {
        Channel::Email => Some(user.email.clone()).filter(|email| !email.is_empty()),
        Channel::Sms | Channel::Whatsapp => phone(),
        Channel::Telegram => telegram::chat(connection, &user.id).await?,
    })
}

pub(super) async fn tell(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    switches: &[String],
    notice: &Notice,
) -> Result<(), ApiError> {
    send(tx, app, user_id, switches, notice, Beside::Nothing).await
}

/// For a notice that goes by email in any case.
pub(super) async fn tell_beside_email(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    switches: &[String],
    notice: &Notice,
) -> Result<(), ApiError> {
    send(tx, app, user_id, switches, notice, Beside::Email).await
}

pub(super) async fn tell_beside_letter(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    switches: &[String],
    notice: &Notice,
) -> Result<(), ApiError> {
    send(tx, app, user_id, switches, notice, Beside::Letter).await
}

/// A message in full that a notice accompanies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    /// An email, if the user has an address.
    Email,
    /// An email, or a text message to a user without an address. It is about the account's security, and cannot be caused
    /// in large numbers by others.
    Letter,
}

/// The channel of a user's full notices.
fn letter(user: &User) -> Channel {
    match user.email.as_str() {
        "" => Channel::Sms,
        _ => Channel::Email,
    }
}

/// Sends a notice to a user on one channel, if it has an address.
pub(super) async fn tell_on(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    channel: Channel,
    notice: &Notice,
) -> Result<(), ApiError> {
    if let Some(to) = address(tx.connection(), user, channel).await? {
        let brand = brand_of(tx, user).await?;
        let message = message(channel, to, &brand, notice);
        outbox::queue(tx, app, &message, life(app)).await?;
    }
    Ok(())
}

async fn brand_of(tx: &mut Tx, user: &User) -> Result<Tenant, ApiError> {
    let brand = tenants::by_id(tx.connection(), &user.tenant_id).await?;
    brand.ok_or_else(|| ApiError::internal("a user without a brand"))
}

async fn send(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    switches: &[String],
    notice: &Notice,
    beside: Beside,
) -> Result<(), ApiError> {
    if switches.is_empty() {
        return Ok(());
    }
    let Some(user) = users::find(tx.connection(), user_id).await? else {
        return Ok(());
    };
    let brand = brand_of(tx, &user).await?;
    let told_already = match beside {
        Beside::Nothing => None,
        Beside::Email => Some(Channel::Email),
        Beside::Letter => Some(letter(&user)),
    };
    for channel in Channel::ALL {
        let is_on = switches.iter().any(|name| name == switch(channel));
        if !is_on || told_already == Some(channel) || !app.ports.messages.sends(channel) {
            continue;
        }
        if let Some(to) = address(tx.connection(), &user, channel).await? {
            let exceeded = match is_paid_for(channel) && beside != Beside::Letter {
                true => held::exceeded(tx, app, channel, &to).await?,
                false => None,
            };
            if let Some(limit) = exceeded {
                held::hold(tx, app, &user, channel, limit).await?;
                continue;
            }
            let message = message(channel, to, &brand, notice);
            outbox::queue(tx, app, &message, life(app)).await?;
        }
    }
    Ok(())
}

/// Whether each message of a channel costs money.
const fn is_paid_for(channel: Channel) -> bool {
    matches!(channel, Channel::Sms | Channel::Whatsapp)
}

fn message(channel: Channel, to: String, brand: &Tenant, notice: &Notice) -> Message {
    let by_email = channel == Channel::Email;
    let subject = [&brand.name, ": ", notice.title()].concat();
    Message {
        id: String::new(),
        channel,
        to,
        text: match by_email {
            true => notice.body().to_owned(),
            false => [&subject, ". ", notice.body()].concat(),
        },
        subject: if by_email { subject } else { String::new() },
        code: None,
        brand: by_email.then(|| shown(brand)),
        payer: is_paid_for(channel).then(|| brand.id.clone()),
        attachment: None,
    }
}

/// A brand as shown in emails.
pub fn shown(brand: &Tenant) -> Brand {
    let standard = Brand {
        name: brand.name.clone(),
        ..Brand::default()
    };
    let Ok(theme) = theme(&brand.colours.theme_input()) else {
        return standard;
    };
    let colour = |wanted: &str| {
        let found = theme.css.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, colour)| String::from(colour))
    };
    match (colour("--brand-accent"), colour("--brand-on-accent")) {
        (Some(accent), Some(on_accent)) => Brand {
            accent,
            on_accent,
            ..standard
        },
        _ => standard,
    }
}
