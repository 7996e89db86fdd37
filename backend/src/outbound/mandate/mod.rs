//! Direct debits: a person authorises them at the bank's page, and may take the authorisation back.

pub mod paystack;
pub mod sandbox;

use super::Later;
use axum::http::HeaderMap;
use domain_core::money::Amount;
use std::fmt;

/// Who authorises debits.
#[derive(Clone)]
pub struct Payer {
    pub name: String,
    pub email: String,
    /// Where the browser goes afterwards.
    pub return_to: String,
}

/// A mandate that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartedMandate {
    /// The company's.
    pub reference: String,
    /// The page where it is authorised: the company's, or a path of our own.
    pub url: String,
}

/// How far a mandate is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MandateStatus {
    /// Nobody has authorised it, or it has ended.
    Absent,
    /// It is authorised, and the bank has not confirmed it.
    Waiting,
    /// Debits are possible.
    Active {
        /// The bank's name.
        bank: Option<String>,
    },
}

/// A debit to be made.
#[derive(Debug, Clone)]
pub struct DebitOrder {
    /// Ours; the company takes each once.
    pub reference: String,
    /// The mandate's reference at the company.
    pub mandate: String,
    /// In naira.
    pub amount: Amount,
}

/// How far a debit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitStatus {
    /// The company has never heard of it.
    Absent,
    Processing,
    /// What the bank has paid.
    Paid(Amount),
    /// The bank will not pay.
    Refused,
}

/// What a notice is about, by its reference.
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

/// Why a notice is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MandateNoticeError {
    /// No company is configured.
    NotTaken,
    /// It was not signed by the company.
    NotSigned,
    /// It is signed, but unreadable.
    Malformed,
}

/// A company of direct debits.
pub trait MandatePort: Send + Sync {
    /// Whether there is one.
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

    /// Ends a mandate; one that is absent has ended.
    fn end<'a>(&'a self, reference: &'a str) -> Later<'a, Result<(), MandateUnavailable>>;

    /// Makes a debit. Without an answer it may have been made: ask [`Self::debit_status`] before trying again.
    fn debit<'a>(
        &'a self,
        order: &'a DebitOrder,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>>;

    /// How far a debit is, by our own reference.
    fn debit_status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>>;

    /// What a notice is about, if the company sent it; none if it is about something else.
    ///
    /// # Errors
    /// It is not taken.
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
