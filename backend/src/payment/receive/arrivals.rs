//! A hook for the area that money from a card or a bank can be meant for beyond the wallet. [`install`] is called once, at
//! startup.

use crate::app::AppState;
use crate::db::Tx;
use crate::error::{ApiError, ErrorCode};
use crate::outbound::Later;
use domain_core::money::{Amount, Currency};
use std::sync::OnceLock;

/// Counted by the error's code.
const NOT_PASSED_ON: &str = "ajo_arrivals_not_passed_on_total";
const KEPT: &str = "It could not be paid into your plan. The money is in your wallet.";

/// What money can be meant for beyond the wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The first instalment of a plan that waits for it.
    Savings,
    /// The request fee of a loan that waits for it.
    LoanFee,
    /// An instalment that is owed.
    Instalment,
}

impl Purpose {
    pub const ALL: [Self; 3] = [Self::Savings, Self::LoanFee, Self::Instalment];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Savings => "savings",
            Self::LoanFee => "loan_fee",
            Self::Instalment => "instalment",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }
}

/// What money is meant for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeantFor {
    pub purpose: Purpose,
    /// Which one.
    pub id: String,
}

/// Money that has arrived in a wallet.
#[derive(Debug, Clone, Copy)]
pub struct Arrived<'a> {
    pub user_id: &'a str,
    /// What was credited.
    pub amount: Amount,
    /// The credit's transfer in the ledger.
    pub reference: &'a str,
    /// None for money from a bank, which names no purpose.
    pub meant_for: Option<&'a MeantFor>,
}

/// Where arriving money is passed on to from the wallet.
pub trait Arrivals: Sync {
    /// What a card pays for a purpose: the offered amount, if that may be paid; without one, what is due.
    fn price<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        meant_for: &'a MeantFor,
        currency: Currency,
        offered: Option<Amount>,
    ) -> Later<'a, Result<Amount, ApiError>>;

    /// Locks what money that arrives may be meant for, before the credit is written to the ledger. Its owner is locked.
    fn hold<'a>(
        &'a self,
        tx: &'a mut Tx,
        user_id: &'a str,
        meant_for: Option<&'a MeantFor>,
    ) -> Later<'a, Result<(), ApiError>>;

    /// Whether money can still go on for a purpose, which is held.
    fn is_wanted<'a>(
        &'a self,
        tx: &'a mut Tx,
        user_id: &'a str,
        meant_for: &'a MeantFor,
    ) -> Later<'a, Result<bool, ApiError>>;

    /// Moves money on, in the credit's transaction. Why it stays in the wallet, if it was meant for something.
    fn arrived<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        money: Arrived<'a>,
    ) -> Later<'a, Result<Option<String>, ApiError>>;
}

static ARRIVALS: OnceLock<&'static dyn Arrivals> = OnceLock::new();

/// Installs the hook; a second call has no effect.
pub fn install(arrivals: &'static dyn Arrivals) {
    let _ = ARRIVALS.set(arrivals);
}

pub fn installed() -> Option<&'static dyn Arrivals> {
    ARRIVALS.get().copied()
}

pub(super) async fn hold(
    tx: &mut Tx,
    user_id: &str,
    meant_for: Option<&MeantFor>,
) -> Result<(), ApiError> {
    match installed() {
        Some(arrivals) => arrivals.hold(tx, user_id, meant_for).await,
        None => Ok(()),
    }
}

pub async fn is_wanted(tx: &mut Tx, user_id: &str, meant_for: &MeantFor) -> Result<bool, ApiError> {
    match installed() {
        Some(arrivals) => arrivals.is_wanted(tx, user_id, meant_for).await,
        None => Ok(false),
    }
}

/// Moves money on. A failure on the way undoes that part only, because the money has arrived whatever becomes of it: it
/// stays in the wallet.
pub(super) async fn arrived(
    tx: &mut Tx,
    app: &AppState,
    money: Arrived<'_>,
) -> Result<Option<String>, ApiError> {
    let Some(arrivals) = installed() else {
        return Ok(None);
    };
    let mark = tx.mark().await?;
    match arrivals.arrived(tx, app, money).await {
        Ok(stays) => {
            tx.keep(mark).await?;
            Ok(stays)
        }
        // The whole credit is tried again.
        Err(error) if error.is(ErrorCode::Contended) => Err(error),
        Err(error) => {
            tx.back_to(mark).await?;
            let (reference, code) = (money.reference, error.code());
            let purpose = money.meant_for.map(|meant| meant.purpose.as_str());
            tracing::error!(
                reference,
                code,
                purpose,
                "money that arrived could not be passed on"
            );
            app.metrics.refused(NOT_PASSED_ON, code);
            Ok(Some(KEPT.into()))
        }
    }
}
