//! Coin deposits: credited once, when the custodian reports enough confirmations. A notice is only a hint: the
//! custodian's response to a request is authoritative.

use crate::store::coins::{self as rows, AddressRow, ArrivalRow, DepositRow};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Movement;
use domain_core::wallet::coin::Network;
use ground::clock::rfc3339;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use ground::queue::{self, Task};
use money::ledger::SystemAccount;
use money::receive::{self, Claim, Outcome, Receipt};
use money::statement::Counterparty;
use providers::custody::{AddressOf, Deposit};
use serde::Serialize;
use service::app::AppState;
use sqlx::AnyConnection;
use tokio::task::JoinSet;
use utoipa::ToSchema;

/// Confirmations take minutes; an address without deposits is checked only for a while.
const FIRST_ASK_MS: i64 = 30_000;
const LAST_ASK_MS: i64 = 600_000;
/// The number of checks of an address without pending deposits.
const EMPTY_LOOKS: i64 = 5;
const ROUND: usize = 20;

/// A deposit seen at one of the user's addresses, credited once enough blocks have confirmed it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoinArrival {
    /// The custodian's identifier of the payment.
    pub id: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub coin: Currency,
    #[schema(value_type = service::http::schema::CoinNetwork)]
    pub network: Network,
    #[schema(value_type = String, example = "0.25000000")]
    pub amount: Amount,
    /// The number of confirming blocks; null if the custodian does not report it.
    #[schema(required)]
    pub confirmations: Option<i64>,
    /// The number of blocks required.
    pub needed: i64,
    pub seen_at: String,
}

/// The user's pending deposits, latest first.
///
/// # Errors
/// The database failed.
pub async fn arriving(app: &AppState, user_id: &str) -> Result<Vec<CoinArrival>, ApiError> {
    let rows = rows::arrivals(&mut *app.db.read().await?, user_id).await?;
    let arrival = |row: ArrivalRow| CoinArrival {
        id: row.provider_reference,
        coin: row.coin,
        network: row.network,
        amount: row.amount,
        confirmations: row.confirmations,
        needed: app.ports.custody.confirmations(row.network),
        seen_at: rfc3339(row.seen_at_ms),
    };
    Ok(rows.into_iter().map(arrival).collect())
}

/// Whether a deposit at an address is still waiting for confirmations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Waiting,
    Nothing,
}

/// Schedules a check of the address.
///
/// # Errors
/// The database failed.
pub async fn watch(app: &AppState, address: &AddressRow) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if !queue::is_queued(tx.connection(), queue::Kind::Deposit, &address.reference).await? {
        let task = queue::New {
            kind: queue::Kind::Deposit,
            id: &address.reference,
            payload: "",
            subject: None,
            user_id: Some(&address.user_id),
            now_ms,
            due_at_ms: now_ms + FIRST_ASK_MS,
            expires_at_ms: None,
        };
        match queue::enqueue(&mut tx, &task).await {
            // Another request was faster.
            Err(ground::db::DbError::Duplicate) => {}
            other => other?,
        }
    }
    Ok(tx.commit().await?)
}

/// The row of an address, with its owner.
///
/// # Errors
/// 404.
pub async fn address(app: &AppState, address: &str) -> Result<AddressRow, ApiError> {
    let row = rows::by_address(&mut *app.db.read().await?, address).await?;
    row.ok_or_else(ApiError::not_found)
}

/// Handles the custodian's notice about an address.
///
/// # Errors
/// 404 for an unknown address; 503 if the custodian does not respond: it retries.
pub async fn noticed(app: &AppState, reference: &str) -> Result<(), ApiError> {
    let address = rows::address(&mut *app.db.read().await?, reference).await?;
    let address = address.ok_or_else(ApiError::not_found)?;
    // If this server stops now, the job takes over.
    watch(app, &address).await?;
    look(app, &address).await.map(|_| ())
}

/// Checks due addresses. Returns their number.
///
/// # Errors
/// The database failed.
pub async fn look_due(app: &AppState) -> Result<usize, ApiError> {
    let claimed =
        queue::claim_due(&app.db, queue::Kind::Deposit, app.clock.now_ms(), ROUND).await?;
    let mut looking = JoinSet::new();
    for task in claimed {
        let app = app.clone();
        looking.spawn(async move { look_for(&app, &task).await });
    }
    let mut looked = 0;
    while let Some(done) = looking.join_next().await {
        match done {
            Ok(Ok(())) => looked += 1,
            Ok(Err(error)) => {
                tracing::warn!(code = error.code(), "an address could not be looked at")
            }
            Err(_) => tracing::error!("looking at an address panicked"),
        }
    }
    Ok(looked)
}

async fn look_for(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let address = rows::address(&mut *app.db.read().await?, &task.id).await?;
    let seen = match &address {
        Some(address) => look(app, address).await,
        None => Ok(Seen::Nothing),
    };
    let mut tx = app.db.begin().await?;
    if matches!(seen, Ok(Seen::Nothing)) && task.attempts >= EMPTY_LOOKS || address.is_none() {
        queue::done(&mut tx, queue::Kind::Deposit, &task.id).await?;
    } else {
        let wait_ms = queue::backoff_ms(FIRST_ASK_MS, task.attempts, LAST_ASK_MS);
        let due_at_ms = app.clock.now_ms() + wait_ms;
        queue::reschedule(&mut tx, queue::Kind::Deposit, &task.id, due_at_ms).await?;
    }
    Ok(tx.commit().await?)
}

async fn look(app: &AppState, address: &AddressRow) -> Result<Seen, ApiError> {
    let of = AddressOf {
        reference: address.reference.clone(),
        coin: address.coin,
        network: address.network,
    };
    let deposits = app.ports.custody.deposits(&of).await;
    let deposits = deposits.map_err(|_| super::unavailable("The custodian doesn't answer."))?;
    app.pause.pass().await;
    let (mut waiting, mut held) = (Vec::new(), Vec::new());
    let mut failed = None;
    for deposit in &deposits {
        if !deposit.is_settled {
            waiting.push(deposit);
        } else if let Err(error) = credit(app, address, deposit).await {
            // A deposit that cannot be credited does not block those after it.
            let (id, code) = (deposit.id.as_str(), error.code());
            tracing::error!(deposit = id, code, "a deposit could not be credited");
            failed.get_or_insert(error);
            held.push(deposit);
        }
    }
    let seen = match waiting.is_empty() {
        true => Seen::Nothing,
        false => Seen::Waiting,
    };
    waiting.extend(held);
    keep_waiting(app, address, &waiting).await?;
    failed.map_or(Ok(seen), Err)
}

/// Stores the pending deposits. It runs after the credits, so that a confirmed deposit is always in one of the two
/// places. An older check may write after a newer one: credited deposits are not listed.
async fn keep_waiting(
    app: &AppState,
    address: &AddressRow,
    waiting: &[&Deposit],
) -> Result<(), ApiError> {
    let known = rows::has_arrivals(&mut *app.db.read().await?, &address.reference).await?;
    if !known && waiting.is_empty() {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    rows::keep_arrivals(&mut tx, address, waiting, app.clock.now_ms()).await?;
    Ok(tx.commit().await?)
}

/// A deposit with enough confirmations.
struct DepositReceipt<'a> {
    address: &'a AddressRow,
    deposit: &'a Deposit,
}

impl DepositReceipt<'_> {
    /// Whether it is credited, with the same facts.
    async fn is_known(&self, connection: &mut AnyConnection) -> Result<bool, ApiError> {
        let known = rows::deposit(connection, &self.deposit.id, self.address.coin).await?;
        Ok(known.is_some_and(|known| {
            known.address_reference == self.address.reference && known.amount == self.deposit.amount
        }))
    }
}

impl Receipt for DepositReceipt<'_> {
    const MOVEMENT: Movement = Movement::CoinDeposit;
    const SOURCE: &'static str = "custodian";
    const FROM: SystemAccount = SystemAccount::Custody;
    type Note = ();
    type Known = ();

    fn user_id(&self) -> &str {
        &self.address.user_id
    }

    fn amount(&self) -> Amount {
        self.deposit.amount
    }

    fn counterparty(&self) -> Option<Counterparty> {
        Some(Counterparty {
            name: self.address.network.label().to_owned(),
            account_number: Some(self.address.address.clone()),
            bank_name: None,
            wallet_number: None,
        })
    }

    async fn claim(
        &self,
        tx: &mut Tx,
        app: &AppState,
        reference: &str,
    ) -> Result<Claim<(), ()>, ApiError> {
        let row = DepositRow {
            provider_reference: self.deposit.id.clone(),
            address_reference: self.address.reference.clone(),
            user_id: self.address.user_id.clone(),
            amount: self.deposit.amount,
            reference: reference.to_owned(),
        };
        if rows::insert_deposit(tx, &row, app.clock.now_ms()).await? {
            return Ok(Claim::New(()));
        }
        if self.is_known(tx.connection()).await? {
            return Ok(Claim::Known(()));
        }
        let reference = row.provider_reference.as_str();
        tracing::error!(
            reference,
            "the custodian reported one payment with two sets of facts"
        );
        Err(ApiError::new(
            ErrorCode::CreditDiffers,
            "This payment was reported before with other details.",
        ))
    }
}

/// Books a deposit once, even if it is reported repeatedly.
async fn credit(app: &AppState, address: &AddressRow, deposit: &Deposit) -> Result<(), ApiError> {
    if deposit.amount.currency() != address.coin {
        return Err(ApiError::internal("a deposit of another coin"));
    }
    let receipt = DepositReceipt { address, deposit };
    // The custodian lists every deposit again: those that are credited need no lock.
    if receipt.is_known(&mut *app.db.read().await?).await? {
        return Ok(());
    }
    match receive::credit(app, &receipt).await? {
        Outcome::Credited(..) | Outcome::Known(()) => Ok(()),
        Outcome::Refused(refused) => Err(refused),
    }
}
