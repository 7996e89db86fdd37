//! Notices to users about their account and money, by email and by text message. Each is queued in the transaction that it
//! reports on, and sent only if that commits.

use crate::access::users::User;
use crate::app::AppState;
use crate::inbox;
use crate::outbox::{self, Life};
use crate::push::channels::shown;
use crate::settings::tenants::{self, Tenant};
use domain_core::money::Currency;
use domain_core::wallet::caution::what_follows;
use ground::db::Tx;
use ground::error::ApiError;
use providers::messages::{Attachment, Channel, Message};

/// How long a notice is worth sending.
pub const NEWS_MS: i64 = 24 * 60 * 60 * 1_000;

/// Where and when a sign-in happened, in words.
pub struct Seen {
    pub at: String,
    pub way: &'static str,
    pub browser: String,
}

/// An event that users are notified of.
#[derive(Clone, Copy)]
pub enum News<'a> {
    /// A sign-up with an address that already has an account.
    HasAccount,
    /// An agent of the brand opened the account with the code sent to the user.
    AccountOpened,
    /// Google can now be used to sign in to the account.
    GoogleLinked,
    PasswordChanged,
    /// A sign-in from a browser that was not used before.
    NewDevice(&'a Seen),
    /// The account got its first email address.
    EmailAdded,
    /// The email address was replaced; the notice goes to the old one.
    EmailChanged,
    /// A PIN was removed at the user's request.
    PinReset(Currency),
    /// A passkey of this name can now be used.
    PasskeyAdded(&'a str),
    PasskeyRemoved(&'a str),
    /// Passkeys authorise smaller payments in place of the PIN.
    PasskeyPays,
    /// The user's own data was exported, in this format.
    DataExported(&'a str),
    /// A session was ended because its token was used twice.
    SessionStolen,
    /// A loan was requested, or a plan was taken that starts with a card or bank payment, on these terms.
    PlanTaken(&'a str),
    AccountClosed,
    AccountReopened,
    /// A provider took money back; the text states the consequence.
    MoneyTakenBack(&'a str),
    /// Money arrived in the wallet of a closed account.
    MoneyAfterClosing,
}

/// A notice to a user, as an email and as a text message.
#[derive(Clone, Copy)]
pub struct Letter<'a> {
    /// Follows the brand's name.
    pub subject: &'a str,
    pub text: &'a str,
    /// For a text message; follows the brand's name.
    pub short: &'a str,
}

/// Sends a notice by email, or by text message if the user has no address.
///
/// # Errors
/// The database or the encryption failed.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    news: News<'_>,
) -> Result<(), ApiError> {
    let brand = tenants::by_id(tx.connection(), &user.tenant_id).await?;
    let brand = brand.ok_or_else(|| ApiError::internal("a user without a brand"))?;
    let letter = Letter {
        subject: news.subject(),
        text: &news.text(&brand.name),
        short: &news.short(&brand.name),
    };
    if let Some(link) = news.link() {
        let new = inbox::New {
            title: &capitalised(letter.subject),
            body: letter.text,
            link,
        };
        inbox::put(tx, app, &user.id, &new).await?;
    }
    write(tx, app, user, &brand, letter).await
}

/// The title in the inbox: a subject follows the brand's name, a title does not.
fn capitalised(subject: &str) -> String {
    let mut chars = subject.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Sends a notice in full by email, or its short form by text message if the user has no address.
///
/// # Errors
/// The database or the encryption failed.
pub async fn send(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    letter: Letter<'_>,
) -> Result<(), ApiError> {
    let brand = tenants::by_id(tx.connection(), &user.tenant_id).await?;
    let brand = brand.ok_or_else(|| ApiError::internal("a user without a brand"))?;
    write(tx, app, user, &brand, letter).await
}

/// Sends a notice by email only.
///
/// # Errors
/// The database or the encryption failed.
pub async fn email(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    letter: Letter<'_>,
) -> Result<(), ApiError> {
    let brand = tenants::by_id(tx.connection(), &user.tenant_id).await?;
    let brand = brand.ok_or_else(|| ApiError::internal("a user without a brand"))?;
    queue(tx, app, &by_email(user, &brand, letter)).await
}

/// Sends a notice by email only, with an attachment.
///
/// # Errors
/// The database or the encryption failed.
pub async fn email_with(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    brand: &Tenant,
    letter: Letter<'_>,
    attachment: Attachment,
) -> Result<(), ApiError> {
    let message = Message {
        attachment: Some(attachment),
        ..by_email(user, brand, letter)
    };
    queue(tx, app, &message).await
}

/// Sends a notice by text message only.
///
/// # Errors
/// The database or the encryption failed.
pub async fn text(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    letter: Letter<'_>,
) -> Result<(), ApiError> {
    let brand = tenants::by_id(tx.connection(), &user.tenant_id).await?;
    let brand = brand.ok_or_else(|| ApiError::internal("a user without a brand"))?;
    queue(tx, app, &by_sms(user, &brand, letter)).await
}

async fn write(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    brand: &Tenant,
    letter: Letter<'_>,
) -> Result<(), ApiError> {
    let message = if user.email.is_empty() {
        by_sms(user, brand, letter)
    } else {
        by_email(user, brand, letter)
    };
    queue(tx, app, &message).await
}

fn by_email(user: &User, brand: &Tenant, letter: Letter<'_>) -> Message {
    Message {
        id: String::new(),
        channel: Channel::Email,
        to: user.email.clone(),
        subject: [&brand.name, ": ", letter.subject].concat(),
        text: letter.text.into(),
        code: None,
        brand: Some(shown(brand)),
        payer: None,
        attachment: None,
    }
}

fn by_sms(user: &User, brand: &Tenant, letter: Letter<'_>) -> Message {
    Message {
        id: String::new(),
        channel: Channel::Sms,
        to: user.phone.clone(),
        subject: String::new(),
        text: [&brand.name, ": ", letter.short].concat(),
        code: None,
        brand: None,
        payer: None,
        attachment: None,
    }
}

async fn queue(tx: &mut Tx, app: &AppState, message: &Message) -> Result<(), ApiError> {
    let life = Life {
        expires_at_ms: app.clock.now_ms() + NEWS_MS,
        code_id: None,
    };
    outbox::queue(tx, app, message, life).await
}

impl News<'_> {
    /// The page of the app that the notice in the inbox leads to; `None` if another notice about it goes there.
    const fn link(self) -> Option<&'static str> {
        match self {
            Self::PasswordChanged
            | Self::NewDevice(_)
            | Self::PinReset(_)
            | Self::SessionStolen => None,
            Self::PlanTaken(_) => Some("/dashboard"),
            Self::MoneyTakenBack(_) | Self::MoneyAfterClosing => Some("/transaction"),
            Self::HasAccount
            | Self::AccountOpened
            | Self::GoogleLinked
            | Self::EmailAdded
            | Self::EmailChanged
            | Self::PasskeyAdded(_)
            | Self::PasskeyRemoved(_)
            | Self::PasskeyPays
            | Self::DataExported(_)
            | Self::AccountClosed
            | Self::AccountReopened => Some("/settings/security"),
        }
    }

    const fn subject(self) -> &'static str {
        match self {
            Self::HasAccount => "you have an account",
            Self::AccountOpened => "your account",
            Self::GoogleLinked => "signing in with Google",
            Self::PasswordChanged => "your password was changed",
            Self::NewDevice(_) => "a sign-in on a new device",
            Self::EmailAdded | Self::EmailChanged => "your email address",
            Self::PinReset(_) => "your PIN was reset",
            Self::PasskeyAdded(_) => "a passkey was added",
            Self::PasskeyRemoved(_) => "a passkey was removed",
            Self::PasskeyPays => "paying with a passkey",
            Self::DataExported(_) => "your data was exported",
            Self::SessionStolen => "a session was ended",
            Self::PlanTaken(_) => "a plan was taken",
            Self::MoneyTakenBack(_) => "a payment was taken back",
            Self::AccountClosed => "your account is closed",
            Self::AccountReopened => "your account is open again",
            Self::MoneyAfterClosing => "money arrived after you closed your account",
        }
    }

    fn text(self, brand: &str) -> String {
        match self {
            Self::HasAccount => format!(
                "Somebody tried to sign up for {brand} with this email address, which has an account already.\n\n\
                 If it was you, sign in, or ask for a new password. If not, there is nothing to do."
            ),
            Self::AccountOpened => format!(
                "An account at {brand} was opened for you, with the code that you gave.\n\n\
                 To sign in, choose \"Forgot password\" and set a password of your own. Nobody else can.\n\n\
                 If you did not give anybody a code, tell {brand}."
            ),
            Self::GoogleLinked => format!(
                "You can now sign in to your {brand} account with Google, using this email address.\n\n\
                 If it was not you, somebody else can read your email: change the password of your Google account, and \
                 tell {brand}."
            ),
            Self::PasswordChanged => format!(
                "The password of your {brand} account was changed, and all other sessions were ended. {}\n\n\
                 If it was not you, ask for a new password at once.",
                what_follows()
            ),
            Self::NewDevice(seen) => format!(
                "Somebody signed in to your {brand} account on a device that was not used for it before.\n\n\
                 When: {}\nHow: {}\nBrowser: {}\n\n{}\n\n\
                 If it was you, there is nothing to do. If not, choose \"Forgot password\" and set a new one at once: that \
                 ends all sessions. Then tell {brand}.",
                seen.at,
                seen.way,
                seen.browser,
                what_follows()
            ),
            Self::EmailAdded => format!(
                "An email address was added to your {brand} account, as you asked. With a code to it you can set a \
                 password.\n\nIf you did not ask for it, tell {brand} at once."
            ),
            Self::EmailChanged => format!(
                "The email address of your {brand} account was changed: emails no longer go to this one, and all other \
                 sessions were ended. {}\n\nIf it was not you, tell {brand} at once.",
                what_follows()
            ),
            Self::PinReset(currency) => format!(
                "Your {currency} transaction PIN was reset. Open Settings to set a new one: no money leaves the wallet until \
                 then.\n\nIf you did not ask for it, change your password at once and tell {brand}."
            ),
            Self::PasskeyAdded(name) => format!(
                "A passkey was added to your {brand} account: {name}. Whoever unlocks that device with a fingerprint, a face \
                 or its code can sign in.\n\nIf it was not you, choose \"Forgot password\" and set a new password at once: \
                 that removes all passkeys and ends all sessions. Then tell {brand}."
            ),
            Self::PasskeyRemoved(name) => format!(
                "The passkey {name} was removed from your {brand} account: it no longer signs in or pays.\n\n\
                 If it was not you, choose \"Forgot password\" and set a new password at once: that removes all passkeys and \
                 ends all sessions. Then tell {brand}."
            ),
            Self::PasskeyPays => format!(
                "Your passkeys now authorise smaller payments from your {brand} account in place of the PIN, up to the limit \
                 that was set with your PIN.\n\nIf it was not you, change your transaction PIN at once: that ends such \
                 payments. Then tell {brand}."
            ),
            Self::DataExported(format) => format!(
                "Your data was exported: everything that your {brand} account holds, as {format}. The file was given to \
                 somebody who is signed in to your account.\n\n\
                 If it was you, keep the file where nobody else reads it. If not, choose \"Forgot password\" and set a new \
                 password at once: that ends all sessions. Then tell {brand}."
            ),
            Self::SessionStolen => String::from(
                "One of your sessions was ended because it was used from two places at once.\n\n\
                 If you do not know why, choose \"Forgot password\" and set a new password: that removes all passkeys and \
                 ends all sessions.",
            ),
            Self::PlanTaken(terms) => format!(
                "{terms}\n\nIf it was not you, cancel it in the app, change your transaction PIN and tell {brand} at once."
            ),
            Self::MoneyTakenBack(what) => format!(
                "{what}\n\nThat happens when a cardholder disputes a charge, when a payment is refunded, or when a bank recalls \
                 a transfer. If you do not know why, write to {brand}."
            ),
            Self::AccountClosed => format!(
                "Your {brand} account is closed, as you asked. Nobody can sign in to it any more. We keep your records for as \
                 long as the law requires.\n\nIf you did not ask for it, or want it opened again, tell {brand}."
            ),
            Self::AccountReopened => format!(
                "Your {brand} account is open again, and you can sign in.\n\nIf you did not ask for it, tell {brand} at once."
            ),
            Self::MoneyAfterClosing => format!(
                "Money has arrived for your {brand} account, which you have closed. It is kept for you.\n\nAsk {brand} to open \
                 the account again, so that you can withdraw it."
            ),
        }
    }

    /// The wording for a text message; users without an address have no password either.
    fn short(self, brand: &str) -> String {
        let what = match self {
            Self::NewDevice(seen) => format!(
                "somebody signed in to your account {} on a new device, {}.",
                seen.way, seen.at
            ),
            Self::EmailAdded => String::from("an email address was added to your account."),
            Self::PinReset(currency) => {
                format!("your {currency} PIN was reset. Set a new one in the settings.")
            }
            Self::SessionStolen => {
                String::from("a session was ended, because it was used from two places at once.")
            }
            Self::DataExported(_) => String::from("your data was exported."),
            Self::EmailChanged => String::from("the email address of your account was changed."),
            Self::PlanTaken(terms) => String::from(terms),
            Self::AccountClosed | Self::AccountReopened => [self.subject(), "."].concat(),
            Self::MoneyTakenBack(what) => {
                return format!("{what} Questions? Write to {brand}.");
            }
            Self::MoneyAfterClosing => {
                return format!("{}. Ask {brand} to open it again.", self.subject());
            }
            Self::PasskeyPays => {
                String::from("your passkeys now authorise smaller payments in place of the PIN.")
            }
            Self::HasAccount
            | Self::AccountOpened
            | Self::GoogleLinked
            | Self::PasswordChanged
            | Self::PasskeyAdded(_)
            | Self::PasskeyRemoved(_) => [self.subject(), "."].concat(),
        };
        format!("{what} If it was not you, tell {brand} at once.")
    }
}
