//! A user's wallets, and their total worth.

use crate::coins::{market, sale};
use crate::sets::{self, CoinSetSummary};
use crate::store::coins::{self, AddressRow};
use crate::store::plans::{self, PlanSummary};
use crate::store::virtual_accounts::{self, VirtualAccountRow};
use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency, Rate, Rounding};
use domain_core::wallet::balance::{Balance, TotalInput, total};
use domain_core::wallet::coin::{Network, Side};
use ground::clock::rfc3339;
use ground::error::ApiError;
use money::accounts::{self, AccountView, Active, WalletRow};
use money::{rate_policy, rates};
use providers::market::cached::Dated;
use serde::Serialize;
use service::access::Session;
use service::app::AppState;
use service::settings::tenants;
use sqlx::AnyConnection;
use utoipa::ToSchema;

/// The currency of totals until the user chooses another. (Document 2, section 9.)
const BASE: Currency = Currency::Ngn;
/// The default view and currency, until the user chooses.
const FIRST: Active = Active {
    account: AccountView::Home,
    currency: BASE,
};

/// A wallet. The names are inherited from the first product: `balance` is settled, `ledger_balance` is available.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Wallet {
    pub id: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub base_currency: Currency,
    #[schema(value_type = String, example = "1500.00")]
    pub balance: Amount,
    #[schema(value_type = String, example = "1500.00")]
    pub ledger_balance: Amount,
    /// Of coins: the proceeds of selling all of them now, in naira; null for money, and while they cannot be sold.
    #[schema(value_type = Option<String>, required)]
    pub worth: Option<Amount>,
    /// The wallet number.
    pub identity: String,
    /// For coins: an address over the usual network if one was requested, otherwise over another network. Null before
    /// the first request.
    #[schema(required)]
    pub address: Option<String>,
    /// The virtual bank account of the wallet, once the bank has opened it.
    #[schema(required)]
    pub bank_account: Option<WalletAccount>,
    pub created_at: String,
}

/// A bank account in human-readable form.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WalletAccount {
    pub bank_name: String,
    pub account_number: String,
}

/// An amount and its currency.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Worth {
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub amount: Amount,
}

/// All holdings of a user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Accounts {
    /// The view shown first.
    pub active_account: AccountView,
    /// The currency shown first.
    #[schema(value_type = service::http::schema::Currency)]
    pub active_currency: Currency,
    pub wallets: Vec<Wallet>,
    /// The value of all wallets and coin sets: coins at the price at which they can be sold now, or at the sell rates
    /// while they cannot; money at the sell rates.
    pub total: Worth,
    /// The time of the oldest rate behind the total, RFC 3339; null if one is a sample rate.
    #[schema(required)]
    pub rates_at: Option<String>,
    pub summary: Summary,
}

/// The plans in figures.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Summary {
    pub savings: PlanSummary,
    pub loan: PlanSummary,
    /// Null without a running coin set.
    #[schema(required)]
    pub coin_sets: Option<CoinSetSummary>,
}

/// The user's wallets, without empty ones of currencies that the brand does not serve.
async fn shown(
    connection: &mut AnyConnection,
    session: &Session,
) -> Result<Vec<WalletRow>, ApiError> {
    let served = tenants::served(connection, &session.tenant_id).await?;
    let mut rows = accounts::of(connection, &session.user_id).await?;
    rows.retain(|row| served.shows(&row.settled));
    Ok(rows)
}

/// Returns all holdings of a user.
///
/// # Errors
/// The database failed.
pub async fn of(app: &AppState, session: &Session) -> Result<Accounts, ApiError> {
    let user_id = session.user_id.as_str();
    let mut connection = app.db.read().await?;
    let rows = shown(&mut connection, session).await?;
    let active = accounts::active(&mut connection, user_id).await?;
    let mut active = active.unwrap_or(FIRST);
    if !rows.iter().any(|row| row.currency == active.currency) {
        active.currency = BASE;
    }
    drop(connection);
    // The market may be slow: no connection waits for it.
    let prices = prices(app, &rows).await;
    let sets = sets::priced(app, user_id, BASE).await?;
    let mut connection = app.db.read().await?;
    let listed = rates::listed(&mut connection).await?;
    let rates = rates::table(&listed);
    let oldest = listed.iter().map(|one| one.set_at).min().flatten();
    let policy = rate_policy::of(&mut connection, &session.tenant_id).await?;
    let coin_sets = sets::summary(sets, &rates, &policy)?;
    let mut worths = Vec::with_capacity(rows.len());
    let mut balances = Vec::new();
    for row in &rows {
        let worth = match prices.iter().find(|(coin, _)| *coin == row.currency) {
            Some((coin, price)) => {
                let current = sale::current(&mut connection, app, &session.tenant_id, *coin, price);
                let quoted = current.await.ok().map(|current| current.deal);
                let quoted = quoted.and_then(|deal| deal.quote(Side::Sell, row.settled, BASE).ok());
                quoted.map(|quote| quote.total)
            }
            None => None,
        };
        balances.push(held(worth.unwrap_or(row.settled)));
        worths.push(worth);
    }
    balances.extend(coin_sets.as_ref().and_then(|sets| sets.value).map(held));
    let total = total(&TotalInput {
        balances,
        rates: rates.clone(),
        base: BASE.into(),
    })
    .map_err(|refused| ApiError::refused(refused.violations))?;
    let addresses = coins::addresses(&mut connection, user_id).await?;
    let bank_accounts = virtual_accounts::of_user(&mut connection, user_id).await?;
    let mut plans = plans::sums(&mut connection, user_id, BASE).await?;
    for held in plans::held_elsewhere(&mut connection, user_id, BASE).await? {
        // Without a rate it is shown with its plan alone.
        let worth = rates.convert(&held, BASE, Rounding::Down).ok();
        let sum = worth.and_then(|worth| plans.savings.balance.checked_add(&worth));
        plans.savings.balance = sum.unwrap_or(plans.savings.balance);
    }
    Ok(Accounts {
        active_account: active.account,
        active_currency: active.currency,
        rates_at: oldest.map(Instant::text),
        wallets: rows
            .iter()
            .zip(worths)
            .map(|(row, worth)| wallet(row, worth, &addresses, &bank_accounts))
            .collect(),
        total: Worth {
            currency: BASE,
            amount: total.total,
        },
        summary: Summary {
            savings: plans.savings,
            loan: plans.loan,
            coin_sets,
        },
    })
}

/// Sets the view, the currency, or both, that are shown first.
///
/// # Errors
/// 422 for a currency that is not shown; the database failed.
pub async fn choose(
    app: &AppState,
    session: &Session,
    account: Option<AccountView>,
    currency: Option<Currency>,
) -> Result<Active, ApiError> {
    let user_id = session.user_id.as_str();
    if let Some(currency) = currency {
        let rows = shown(&mut *app.db.read().await?, session).await?;
        if !rows.iter().any(|row| row.currency == currency) {
            return Err(ApiError::refused(vec![currency.unsupported("currency")]));
        }
    }
    let mut tx = app.db.begin().await?;
    if let Some(account) = account {
        accounts::set_account(tx.connection(), user_id, account, BASE).await?;
    }
    if let Some(currency) = currency {
        accounts::set_currency(tx.connection(), user_id, currency).await?;
    }
    let active = accounts::active(tx.connection(), user_id).await?;
    tx.commit().await?;
    Ok(active.unwrap_or(FIRST))
}

/// The prices of the coins that a user holds, of those that have one.
async fn prices(app: &AppState, rows: &[WalletRow]) -> Vec<(Currency, Dated<Rate>)> {
    let mut prices = Vec::new();
    for row in rows {
        let is_coin = !Network::of(row.currency).is_empty();
        if is_coin
            && !row.settled.is_zero()
            && let Ok(price) = market::price(app, row.currency).await
        {
            prices.push((row.currency, price));
        }
    }
    prices
}

fn held(amount: Amount) -> Balance {
    Balance {
        currency: amount.currency().into(),
        balance: amount.into(),
    }
}

fn wallet(
    row: &WalletRow,
    worth: Option<Amount>,
    addresses: &[AddressRow],
    bank_accounts: &[VirtualAccountRow],
) -> Wallet {
    let over = |network: &Network| {
        let mut all = addresses.iter();
        all.find(|known| known.coin == row.currency && known.network == *network)
    };
    // The usual network comes first.
    let address = Network::of(row.currency).iter().find_map(over);
    Wallet {
        id: row.id.clone(),
        base_currency: row.currency,
        balance: row.settled,
        ledger_balance: row.available,
        worth,
        identity: row.wallet_number.clone(),
        address: address.map(|known| known.address.clone()),
        bank_account: bank_accounts
            .iter()
            .find(|known| known.currency == row.currency)
            .map(|known| WalletAccount {
                bank_name: known.bank_name.clone(),
                account_number: known.account_number.clone(),
            }),
        created_at: rfc3339(row.created_at_ms),
    }
}
