//! Direct debits: users authorise them on their bank's page, and can revoke the authorisation.

pub mod paystack;
pub(crate) mod sandbox;

use super::Later;
use axum::http::HeaderMap;
use domain_core::money::Amount;
use std::fmt;

/// The user who authorises debits.
#[derive(Clone)]
pub struct Payer {
    pub name: String,
    pub email: String,
    /// The return URL.
    pub return_to: String,
}

/// A started mandate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartedMandate {
    /// The company's reference.
    pub reference: String,
    /// The authorisation page: the company's, or a path of our own.
    pub url: String,
}

/// The status of a mandate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MandateStatus {
    /// Not authorised, or ended.
    Absent,
    /// Authorised, but not yet confirmed by the bank.
    Waiting,
    /// Debits are possible.
    Active {
        /// The bank's name.
        bank: Option<String>,
    },
}

/// A debit to make.
#[derive(Debug, Clone)]
pub struct DebitOrder {
    /// Our reference; the company executes each once.
    pub reference: String,
    /// The mandate's reference at the company.
    pub mandate: String,
    /// In naira.
    pub amount: Amount,
}

/// The status of a debit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitStatus {
    /// Unknown to the company.
    Absent,
    Processing,
    /// Paid by the bank.
    Paid(Amount),
    /// Refused by the bank.
    Refused,
}

/// The subject of a notice, by reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MandateNotice {
    Mandate(String),
    /// A debit, by our own reference.
    Debit(String),
}

/// The company is unavailable, slow, or its answer is invalid; a retry may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MandateUnavailable;

impl fmt::Display for MandateUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the company of direct debits did not answer")
    }
}

impl std::error::Error for MandateUnavailable {}

/// Why a notice is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MandateNoticeError {
    /// No company is configured.
    NotTaken,
    /// The signature is wrong.
    NotSigned,
    /// It is signed, but cannot be parsed.
    Malformed,
}

/// A company of direct debits.
pub trait MandatePort: Send + Sync {
    /// Whether a company is configured.
    fn is_open(&self) -> bool {
        true
    }

    fn start<'a>(
        &'a self,
        payer: &'a Payer,
    ) -> Later<'a, Result<StartedMandate, MandateUnavailable>>;

    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<MandateStatus, MandateUnavailable>>;

    /// Ends a mandate; idempotent.
    fn end<'a>(&'a self, reference: &'a str) -> Later<'a, Result<(), MandateUnavailable>>;

    /// Makes a debit. If there is no answer, it may have been made: query [`Self::debit_status`] before a retry.
    fn debit<'a>(
        &'a self,
        order: &'a DebitOrder,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>>;

    /// The status of a debit, by our own reference.
    fn debit_status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>>;

    /// Parses an authentic notice; `None` for irrelevant ones.
    ///
    /// # Errors
    /// It is refused.
    fn notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Option<MandateNotice>, MandateNoticeError>;
}

/// No company is configured (production only; elsewhere the sandbox takes its place).
pub struct NoMandates;

impl MandatePort for NoMandates {
    fn is_open(&self) -> bool {
        false
    }

    fn start<'a>(&'a self, _: &'a Payer) -> Later<'a, Result<StartedMandate, MandateUnavailable>> {
        Box::pin(async { Err(MandateUnavailable) })
    }

    fn status<'a>(&'a self, _: &'a str) -> Later<'a, Result<MandateStatus, MandateUnavailable>> {
        Box::pin(async { Err(MandateUnavailable) })
    }

    fn end<'a>(&'a self, _: &'a str) -> Later<'a, Result<(), MandateUnavailable>> {
        Box::pin(async { Err(MandateUnavailable) })
    }

    fn debit<'a>(
        &'a self,
        _: &'a DebitOrder,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        Box::pin(async { Err(MandateUnavailable) })
    }

    fn debit_status<'a>(
        &'a self,
        _: &'a str,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        Box::pin(async { Err(MandateUnavailable) })
    }

    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Option<MandateNotice>, MandateNoticeError> {
        Err(MandateNoticeError::NotTaken)
    }
}
