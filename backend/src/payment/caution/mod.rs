//! How much may leave a wallet now, where there is reason for caution: after a change of the account, and to somebody who
//! was not paid before. The rule says how much (`domain_core::wallet::caution`); this reads what it needs.

mod store;

use crate::access::cautions;
use crate::access::users;
use crate::access::users::User;
use crate::app::AppState;
use crate::clock::rfc3339;
use crate::db::Tx;
use crate::error::ApiError;
use crate::payment::caution::store as sent;
use crate::payment::caution::store::Payer;
use crate::payment::payee::Payee;
use crate::payment::rates;
use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency, Rates};
use domain_core::wallet::caution::{self, CAUTION_MS, Cap, Dealings, Situation};
use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;
use utoipa::ToSchema;

/// Who is to be paid.
#[derive(Debug, Clone, Copy)]
pub enum Recipient<'a> {
    Bank {
        bank_code: &'a str,
        account_number: &'a str,
    },
    Wallet {
        wallet_number: &'a str,
    },
}

impl<'a> From<&'a Payee> for Recipient<'a> {
    fn from(payee: &'a Payee) -> Self {
        match payee {
            Payee::Bank(bank) => Self::Bank {
                bank_code: &bank.bank_code,
                account_number: &bank.account_number,
            },
            Payee::Wallet(wallet) => Self::Wallet {
                wallet_number: &wallet.wallet_number,
            },
        }
    }
}

/// Which payment is thought of. A bank account needs code and number; without a recipient the answer is of any.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AllowanceRequest {
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    pub bank_code: Option<String>,
    pub account_number: Option<String>,
    pub wallet_number: Option<String>,
}

/// How much may leave.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Allowance {
    /// Null: as much as there is.
    #[schema(required)]
    pub cap: Option<CapAnswer>,
}

/// The most that may leave now.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Cap)]
pub struct CapAnswer {
    #[schema(value_type = String, example = "50000.00")]
    pub amount: Amount,
    /// `new_device`, `password`, `pin`, `phone`, `new_payee`.
    pub reason: &'static str,
    /// Null: for 24 hours from the first payment on.
    #[schema(required)]
    pub until: Option<String>,
    /// All of it in a sentence.
    pub message: String,
}

/// How much may leave for the payment that is thought of.
///
/// # Errors
/// 422 for a currency without a rate.
pub async fn allowance(
    app: &AppState,
    user_id: &str,
    asked: &AllowanceRequest,
) -> Result<Allowance, ApiError> {
    let given = |text: &'_ Option<String>| {
        text.as_deref()
            .map(str::trim)
            .unwrap_or_default()
            .to_owned()
    };
    let (code, number) = (given(&asked.bank_code), given(&asked.account_number));
    let wallet_number = given(&asked.wallet_number);
    let recipient = match (wallet_number.as_str(), code.as_str(), number.as_str()) {
        ("", "", _) | ("", _, "") => None,
        ("", bank_code, account_number) => Some(Recipient::Bank {
            bank_code,
            account_number,
        }),
        (wallet_number, ..) => Some(Recipient::Wallet { wallet_number }),
    };
    let mut connection = app.db.read().await?;
    let rates = rates::all(&mut connection).await?;
    let now_ms = app.clock.now_ms();
    let payer = payer(user_id, asked.currency, now_ms);
    let cap = of(&mut connection, payer, recipient, &rates, now_ms).await?;
    Ok(Allowance {
        cap: cap.as_ref().map(CapAnswer::from),
    })
}

/// The cap on a payment, for the transaction that makes it. Where there is one, the payer's other payments wait until this
/// transaction is over: two at once cannot both use what is left.
///
/// # Errors
/// 422 for a currency without a rate.
pub async fn hold(
    tx: &mut Tx,
    app: &AppState,
    payer: &User,
    payee: &Payee,
    currency: Currency,
    rates: &Rates,
) -> Result<Option<Cap>, ApiError> {
    let now_ms = app.clock.now_ms();
    let (asked, to) = (self::payer(&payer.id, currency, now_ms), Some(payee.into()));
    let unlocked = of(tx.connection(), asked, to, rates, now_ms).await?;
    if unlocked.is_none() {
        return Ok(None);
    }
    users::lock_settings(tx, &payer.id, now_ms).await?;
    of(tx.connection(), asked, to, rates, now_ms).await
}

fn payer(user_id: &str, currency: Currency, now_ms: i64) -> Payer<'_> {
    Payer {
        user_id,
        currency,
        since_ms: now_ms - CAUTION_MS,
    }
}

async fn of(
    connection: &mut AnyConnection,
    payer: Payer<'_>,
    recipient: Option<Recipient<'_>>,
    rates: &Rates,
    now_ms: i64,
) -> Result<Option<Cap>, ApiError> {
    let changes = cautions::of(&mut *connection, payer.user_id, now_ms).await?;
    let dealings = match recipient {
        Some(recipient) => {
            let since_ms = sent::known_since_ms(&mut *connection, payer.user_id, recipient).await?;
            Some(Dealings {
                known_since: since_ms.map(Instant),
                sent: sent::sum_to(&mut *connection, payer, recipient).await?,
            })
        }
        None => None,
    };
    let situation = Situation {
        now: Instant(now_ms),
        rates,
        changes: &changes,
        sent: sent::sum(connection, payer).await?,
        dealings,
    };
    caution::cap(&situation).map_err(|refused| ApiError::refused(vec![refused]))
}

impl From<&Cap> for CapAnswer {
    fn from(cap: &Cap) -> Self {
        Self {
            amount: cap.amount,
            reason: cap.reason.as_str(),
            until: cap.until.map(|until| rfc3339(until.0)),
            message: cap.words(),
        }
    }
}
