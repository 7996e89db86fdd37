//! A hook for the area that receives money from cards and banks beyond the wallet. [`install`] is called once, at
//! startup.

use domain_core::money::{Amount, Currency};
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use providers::Later;
use service::app::AppState;
use std::sync::OnceLock;

/// Counted by the error's code.
const NOT_PASSED_ON: &str = "ajo_arrivals_not_passed_on_total";
const KEPT: &str = "It could not be paid into your plan. The money is in your wallet.";

/// A purpose of incoming money beyond the wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The first instalment of a waiting plan.
    Savings,
    /// The request fee of a waiting loan.
    LoanFee,
    /// A due instalment.
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

/// A purpose with its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeantFor {
    pub purpose: Purpose,
    /// The identifier of the target.
    pub id: String,
}

/// Money credited to a wallet.
#[derive(Debug, Clone, Copy)]
pub struct Arrived<'a> {
    pub user_id: &'a str,
    /// The credited amount.
    pub amount: Amount,
    /// The ledger transfer of the credit.
    pub reference: &'a str,
    /// `None` for a bank transfer, which names no purpose.
    pub meant_for: Option<&'a MeantFor>,
}

/// Passes incoming money on from the wallet.
pub trait Arrivals: Sync {
    /// The amount of a card payment for a purpose: the offered amount if it is allowed, or the amount due if none is
    /// offered.
    fn price<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        meant_for: &'a MeantFor,
        currency: Currency,
        offered: Option<Amount>,
    ) -> Later<'a, Result<Amount, ApiError>>;

    /// Locks the possible targets of incoming money, before the credit is written to the ledger. The caller has locked
    /// the user.
    fn hold<'a>(
        &'a self,
        tx: &'a mut Tx,
        user_id: &'a str,
        meant_for: Option<&'a MeantFor>,
    ) -> Later<'a, Result<(), ApiError>>;

    /// Whether the purpose, whose target is locked, still accepts money.
    fn is_wanted<'a>(
        &'a self,
        tx: &'a mut Tx,
        user_id: &'a str,
        meant_for: &'a MeantFor,
    ) -> Later<'a, Result<bool, ApiError>>;

    /// Passes money on in the credit's transaction. Returns the reason if money for a purpose stays in the wallet.
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

/// Passes money on. A failure rolls back only this part and leaves the money in the wallet, because it has arrived in
/// any case.
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
        // The whole credit is retried.
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
