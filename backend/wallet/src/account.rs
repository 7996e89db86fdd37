//! The account as one view: its wallet, display name and receipt settings.

mod receipts;

pub use receipts::send_due;

use super::store::virtual_accounts;
use domain_core::identity::account_setting::AccountSettingValues;
use domain_core::money::{Amount, Currency};
use domain_core::validation::{Code, NoContext, Violation, deceives};
use ground::clock::rfc3339;
use ground::error::ApiError;
use money::accounts;
use money::receipts::{Preferences, choose, preferences};
use serde::{Deserialize, Serialize};
use service::access::users::{self, User};
use service::app::AppState;
use service::http::valid::judge;
use utoipa::ToSchema;

/// The account. (Document 3, section 3.)
#[derive(Debug, Serialize, ToSchema)]
pub struct Account {
    /// The virtual bank account for incoming transfers; null until it is opened.
    #[schema(required)]
    account_no: Option<String>,
    setting: AccountSettings,
    wallet: AccountWallet,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AccountSettings {
    /// Whether the user's identity is verified.
    approval: bool,
    /// By default the user's name.
    account_name: String,
    send_sms_receipt: bool,
    send_email_receipt: bool,
    referral_code: String,
    /// Whether receipts can be sent by text message; requires a confirmed phone number.
    can_send_sms: bool,
    can_send_email: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountWallet {
    created_at: String,
    #[schema(value_type = String, example = "1500.00")]
    balance: Amount,
    wallet_number: String,
}

/// The settings that the user may change.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AccountChange {
    account_name: String,
    send_sms_receipt: bool,
    send_email_receipt: bool,
}

/// A user's account.
///
/// # Errors
/// 404 without a naira wallet.
pub async fn of(app: &AppState, user: &User) -> Result<Account, ApiError> {
    let mut connection = app.db.read().await?;
    let wallet = accounts::find(&mut connection, &user.id, Currency::Ngn).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    let number = virtual_accounts::find(&mut connection, &user.id, Currency::Ngn).await?;
    let chosen = preferences(&mut connection, &user.id).await?;
    let named = Some(chosen.account_name).filter(|name| !name.is_empty());
    Ok(Account {
        account_no: number.map(|found| found.account_number),
        setting: AccountSettings {
            approval: user.known.identity_verified,
            account_name: named.unwrap_or_else(|| user.name.clone()),
            send_sms_receipt: chosen.by_sms,
            send_email_receipt: chosen.by_email,
            referral_code: user.referrer_code.clone(),
            can_send_sms: may_text(user),
            can_send_email: may_write(user),
        },
        wallet: AccountWallet {
            created_at: rfc3339(wallet.created_at_ms),
            balance: wallet.settled,
            wallet_number: wallet.wallet_number,
        },
    })
}

fn may_text(user: &User) -> bool {
    user.phone_verified_at_ms.is_some()
}

fn may_write(user: &User) -> bool {
    !user.email.is_empty()
}

/// Saves the changed settings.
///
/// # Errors
/// 422 if the name is invalid, or receipts cannot be sent.
pub async fn change(
    app: &AppState,
    user: &User,
    change: AccountChange,
) -> Result<Account, ApiError> {
    let name = change.account_name.trim();
    let field = |violation: Violation| ApiError::refused(vec![violation]);
    if name.is_empty() {
        return Err(field(Violation::new("account_name", Code::Required)));
    }
    if deceives(name) {
        return Err(field(Violation::new("account_name", Code::NotAllowed)));
    }
    let as_setting = AccountSettingValues {
        name: String::from("account_name"),
        value: name.to_owned(),
    };
    judge(&as_setting, &NoContext {})
        .map_err(|_| field(Violation::new("account_name", Code::TooLong)))?;
    if change.send_sms_receipt && !may_text(user) {
        let words = "Confirm your phone number first, so that receipts can be sent to it.";
        return Err(field(
            Violation::new("send_sms_receipt", Code::NotAllowed).saying(words),
        ));
    }
    if change.send_email_receipt && !may_write(user) {
        let words = "Add an email address first, so that receipts can be sent to it.";
        return Err(field(
            Violation::new("send_email_receipt", Code::NotAllowed).saying(words),
        ));
    }
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &user.id, now_ms).await?;
    let chosen = Preferences {
        account_name: name.to_owned(),
        by_email: change.send_email_receipt,
        by_sms: change.send_sms_receipt,
    };
    choose(&mut tx, &user.id, &chosen, now_ms).await?;
    tx.commit().await?;
    of(app, user).await
}
