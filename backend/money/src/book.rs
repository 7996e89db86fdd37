//! Bookings: a ledger transfer with its line on the owner's statement. The line is derived from the transfer, so they
//! cannot differ.

use super::accounts::{self, WalletRow};
use super::alerts;
use super::statement::{self, Counterparty, Direction, Status, TransactionRow, new_reference};
use crate::ledger::{self, Entry, LedgerError, NewTransfer, SystemAccount};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Movement;
use domain_core::validation::{Code, Violation};
use ground::db::{Batch, Tx};
use ground::error::ApiError;
use service::app::AppState;

/// One end of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// A ledger account, by its identifier.
    Of(String),
    House(SystemAccount),
}

impl From<SystemAccount> for End {
    fn from(account: SystemAccount) -> Self {
        Self::House(account)
    }
}

impl From<String> for End {
    fn from(id: String) -> Self {
        Self::Of(id)
    }
}

impl From<&str> for End {
    fn from(id: &str) -> Self {
        Self::Of(id.to_owned())
    }
}

/// The debits and credits of a transfer in one currency. Zero amounts are omitted.
#[derive(Debug, Default)]
pub struct Parts(Vec<(End, Amount, bool)>);

impl Parts {
    /// Adds a debit of an account.
    #[must_use]
    pub fn from(mut self, account: impl Into<End>, amount: Amount) -> Self {
        self.0.push((account.into(), amount, false));
        self
    }

    /// Adds a credit of an account.
    #[must_use]
    pub fn to(mut self, account: impl Into<End>, amount: Amount) -> Self {
        self.0.push((account.into(), amount, true));
        self
    }

    /// Converts the parts to ledger entries.
    ///
    /// # Errors
    /// 422 for amounts out of range; internal if the movement may not use one of the accounts.
    pub(super) fn entries(
        self,
        movement: Movement,
        currency: Currency,
    ) -> Result<Vec<Entry>, ApiError> {
        let parts = self.0.into_iter();
        let parts = parts.filter(|(_, amount, _)| !amount.is_zero());
        parts
            .map(|(account, amount, arrives)| {
                let minor = minor(&amount)?;
                let id = match account {
                    End::Of(id) => id,
                    End::House(account) if movement.may_use(account) => account.id(currency),
                    End::House(account) => {
                        let what = format!("{movement} does not use {}", account.as_str());
                        return Err(ApiError::internal(what));
                    }
                };
                Ok(Entry::new(id, if arrives { minor } else { -minor }))
            })
            .collect()
    }
}

/// Converts an amount to minor units.
///
/// # Errors
/// 422 if it is out of range.
pub(super) fn minor(amount: &Amount) -> Result<i64, ApiError> {
    amount.minor().ok_or_else(out_of_range)
}

pub(super) fn out_of_range() -> ApiError {
    ApiError::refused(vec![Violation::new("amount", Code::OutOfRange)])
}

/// A transfer to or from a user's wallet. It adds a line to the user's statement, and a credit is announced.
#[derive(Debug)]
pub struct Booking {
    movement: Movement,
    wallet: WalletRow,
    reference: String,
    linked_to: Option<String>,
    parts: Parts,
    description: Option<String>,
    counterparty: Option<Counterparty>,
    comment: Option<String>,
}

impl Booking {
    /// Starts a booking of a user's wallet, under a new reference.
    ///
    /// # Errors
    /// 404 if the user has no wallet in the currency; the database failed.
    pub async fn of(
        tx: &mut Tx,
        app: &AppState,
        movement: Movement,
        user_id: &str,
        currency: Currency,
    ) -> Result<Self, ApiError> {
        let wallet = accounts::find(tx.connection(), user_id, currency).await?;
        let wallet = wallet.ok_or_else(ApiError::not_found)?;
        Ok(Self::on(app, movement, wallet))
    }

    /// Starts a booking of a wallet already read, under a new reference.
    pub fn on(app: &AppState, movement: Movement, wallet: WalletRow) -> Self {
        Self {
            movement,
            wallet,
            reference: new_reference(app.random),
            linked_to: None,
            parts: Parts::default(),
            description: None,
            counterparty: None,
            comment: None,
        }
    }

    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// The wallet as read.
    pub fn wallet(&self) -> &WalletRow {
        &self.wallet
    }

    /// Replaces the reference.
    #[must_use]
    pub fn under(mut self, reference: impl Into<String>) -> Self {
        self.reference = reference.into();
        self
    }

    /// Links the transfer to the one that caused it.
    #[must_use]
    pub fn following(mut self, reference: Option<&str>) -> Self {
        self.linked_to = reference.map(String::from);
        self
    }

    /// Adds a debit of the wallet.
    #[must_use]
    pub fn from_wallet(self, amount: Amount) -> Self {
        let id = self.wallet.id.clone();
        self.from(id.as_str(), amount)
    }

    /// Adds a credit of the wallet.
    #[must_use]
    pub fn to_wallet(self, amount: Amount) -> Self {
        let id = self.wallet.id.clone();
        self.to(id.as_str(), amount)
    }

    /// Adds a debit of another account.
    #[must_use]
    pub fn from(mut self, account: impl Into<End>, amount: Amount) -> Self {
        self.parts = self.parts.from(account, amount);
        self
    }

    /// Adds a credit of another account.
    #[must_use]
    pub fn to(mut self, account: impl Into<End>, amount: Amount) -> Self {
        self.parts = self.parts.to(account, amount);
        self
    }

    /// Reverses all entries of a transfer.
    ///
    /// # Errors
    /// Internal if an entry does not fit into an amount.
    pub fn undoing(mut self, entries: Vec<Entry>) -> Result<Self, ApiError> {
        for entry in entries {
            let moved = i64::try_from(entry.amount_minor.unsigned_abs()).ok();
            let moved = moved.and_then(|minor| Amount::from_minor(minor, self.wallet.currency));
            let moved = moved.ok_or_else(|| ApiError::internal("an entry beyond an amount"))?;
            self = match entry.amount_minor > 0 {
                true => self.from(entry.account_id.as_str(), moved),
                false => self.to(entry.account_id.as_str(), moved),
            };
        }
        Ok(self)
    }

    /// Replaces the movement's usual description.
    #[must_use]
    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    #[must_use]
    pub fn with(mut self, counterparty: impl Into<Option<Counterparty>>) -> Self {
        self.counterparty = counterparty.into();
        self
    }

    #[must_use]
    pub fn commented(mut self, comment: impl Into<Option<String>>) -> Self {
        self.comment = comment.into();
        self
    }

    /// Moves the money, writes the statement line, and announces a credit.
    ///
    /// # Errors
    /// 422 for an amount out of range; an account has too little; the database failed.
    pub async fn book(self, tx: &mut Tx, app: &AppState) -> Result<TransactionRow, ApiError> {
        let moved = self.transfer(tx, app).await?;
        moved.write_down(tx, app).await
    }

    /// Books as part of a payment: the line joins the payment's batch, and the payer is not notified.
    ///
    /// # Errors
    /// See [`Booking::book`].
    pub(super) async fn book_in(
        self,
        tx: &mut Tx,
        batch: &mut Batch,
        app: &AppState,
    ) -> Result<(), ApiError> {
        let moved = self.transfer(tx, app).await?;
        Ok(statement::insert_in(batch, &moved.line)?)
    }

    /// Moves the money only. The caller writes the line in the same transaction.
    ///
    /// # Errors
    /// See [`Booking::book`].
    pub(super) async fn transfer(self, tx: &mut Tx, app: &AppState) -> Result<Moved, ApiError> {
        let (now_ms, currency) = (app.clock.now_ms(), self.wallet.currency);
        let statement = self.movement.category().zip(self.movement.direction());
        let (category, direction) =
            statement.ok_or_else(|| ApiError::internal("a movement that is in no statement"))?;
        let entries = self.parts.entries(self.movement, currency)?;
        let (gross, net) = shown(&entries, &self.wallet, direction)?;
        let charge = gross.checked_sub(&net).ok_or_else(out_of_range)?;
        let transfer = NewTransfer {
            id: &self.reference,
            kind: self.movement,
            currency,
            linked_to: self.linked_to.as_deref(),
            entries,
        };
        ledger::record(tx, transfer, now_ms)
            .await
            .map_err(|error| match error {
                LedgerError::Overflow { .. } => out_of_range(),
                other => other.into(),
            })?;
        let description = self.description;
        let line = TransactionRow {
            id: app.random.id(now_ms),
            user_id: self.wallet.user_id,
            reference: self.reference.clone(),
            ledger_transfer_id: self.reference,
            category,
            direction,
            status: Status::Successful,
            currency,
            gross,
            charge,
            net,
            description: description.unwrap_or_else(|| self.movement.description().to_owned()),
            counterparty: self.counterparty,
            payee: None,
            comment: self.comment,
            token: None,
            owes_token: false,
            created_at_ms: now_ms,
        };
        Ok(Moved { line })
    }
}

/// A transfer whose statement line is not written yet.
#[must_use = "its line must be written in the same transaction"]
pub(super) struct Moved {
    pub(super) line: TransactionRow,
}

impl Moved {
    /// Writes the line and announces a credit.
    pub(super) async fn write_down(
        self,
        tx: &mut Tx,
        app: &AppState,
    ) -> Result<TransactionRow, ApiError> {
        statement::insert(tx, &self.line).await?;
        if self.line.direction == Direction::Credit {
            alerts::credited(tx, app, &self.line).await?;
        }
        Ok(self.line)
    }
}

/// The gross and net amounts of a line: for a credit, the total of the transfer and the part that arrived in the
/// wallet; for a debit, the amount that left the wallet twice, because a debit has no charge.
fn shown(
    entries: &[Entry],
    wallet: &WalletRow,
    direction: Direction,
) -> Result<(Amount, Amount), ApiError> {
    let amount = |minor: i64| Amount::from_minor(minor, wallet.currency).ok_or_else(out_of_range);
    let of_wallet = entries.iter().find(|entry| entry.account_id == wallet.id);
    let of_wallet = of_wallet.map_or(0, |entry| entry.amount_minor);
    match direction {
        Direction::Debit => {
            let left = amount(of_wallet.checked_neg().ok_or_else(out_of_range)?)?;
            Ok((left, left))
        }
        Direction::Credit => {
            let arrived = entries.iter().map(|entry| entry.amount_minor.max(0));
            let moved = arrived.fold(0_i64, i64::saturating_add);
            Ok((amount(moved)?, amount(of_wallet)?))
        }
    }
}

/// Moves money between two accounts other than wallets. It is in no statement.
///
/// # Errors
/// 422 for an amount out of range; an account has too little; the database failed.
pub async fn shift(
    tx: &mut Tx,
    app: &AppState,
    movement: Movement,
    (reference, linked_to): (&str, Option<&str>),
    parts: Parts,
    currency: Currency,
) -> Result<(), ApiError> {
    let transfer = NewTransfer {
        id: reference,
        kind: movement,
        currency,
        linked_to,
        entries: parts.entries(movement, currency)?,
    };
    Ok(ledger::record(tx, transfer, app.clock.now_ms()).await?)
}
