//! Notices by email, text message and chat, for those who switched them on. A channel without an address is silent.

use super::{life, telegram};
use crate::access::users::{self, User};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::outbound::messages::{Brand, Channel, Message};
use crate::outbound::push::Notice;
use crate::outbox;
use crate::settings::tenants::{self, Tenant};
use domain_core::settings::theme;
use sqlx::AnyConnection;

/// The setting that switches a channel on, by the value `true`.
pub const fn switch(channel: Channel) -> &'static str {
    match channel {
        Channel::Email => "enable_email",
        Channel::Sms => "enable_sms",
        Channel::Telegram => "enable_telegram",
        Channel::Whatsapp => "enable_whatsapp",
    }
}

/// A user's address on a channel: only one that was confirmed.
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
    send(tx, app, user_id, switches, notice, |_| None).await
}

pub(super) async fn tell_beside_letter(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    switches: &[String],
    notice: &Notice,
) -> Result<(), ApiError> {
    let letter = |user: &User| match user.email.as_str() {
        "" => Some(Channel::Sms),
        _ => Some(Channel::Email),
    };
    send(tx, app, user_id, switches, notice, letter).await
}

async fn send(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    switches: &[String],
    notice: &Notice,
    told_already: impl Fn(&User) -> Option<Channel>,
) -> Result<(), ApiError> {
    if switches.is_empty() {
        return Ok(());
    }
    let Some(user) = users::find(tx.connection(), user_id).await? else {
        return Ok(());
    };
    let brand = tenants::by_id(tx.connection(), &user.tenant_id).await?;
    let brand = brand.ok_or_else(|| ApiError::internal("a person without a brand"))?;
    let told_already = told_already(&user);
    for channel in Channel::ALL {
        let is_on = switches.iter().any(|name| name == switch(channel));
        if !is_on || told_already == Some(channel) || !app.ports.messages.sends(channel) {
            continue;
        }
        if let Some(to) = address(tx.connection(), &user, channel).await? {
            let message = message(channel, to, &brand, notice);
            outbox::queue(tx, app, &message, life(app)).await?;
        }
    }
    Ok(())
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
        attachment: None,
    }
}

/// A brand as emails show it.
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
