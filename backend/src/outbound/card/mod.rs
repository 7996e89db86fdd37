//! Card payments at a company's own page: no card number ever reaches us.
//!
//! A checkout is made under our reference. It can be paid less, late, or twice, so what was paid is always asked for;
//! what a browser or a notice says is only a reason to ask.

pub mod flutterwave;
pub mod sandbox;

use super::Later;
use axum::http::HeaderMap;
use domain_core::money::Amount;
use std::fmt;

/// A checkout to be made. Another one under the same reference is harmless.
#[derive(Clone)]
pub struct Checkout {
    /// Ours.
    pub tx_ref: String,
    /// What the card is charged.
    pub amount: Amount,
    pub customer: Customer,
    /// Where the browser goes afterwards. The company adds what it likes to the query.
    pub return_to: String,
    /// The brand, as the page shows it.
    pub title: String,
}

/// Who pays.
#[derive(Clone)]
pub struct Customer {
    pub name: String,
    pub email: String,
    pub phone: String,
}

/// What a checkout was paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPayment {
    /// The company's own identifier, another one for each payment.
    pub id: String,
    pub amount: Amount,
}

/// What became of a checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardStatus {
    /// Nobody has paid, or tried to.
    Untouched,
    Pending,
    /// The card was declined; another try may follow.
    Declined,
    Paid(CardPayment),
    /// It was paid, and taken back since, by a refund or by the cardholder's bank.
    TakenBack(CardPayment),
}

/// A notice, which proves only that a sender who knows our secret wants us to look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardNotice {
    /// Our reference; blank if only the payment is named.
    pub tx_ref: String,
    /// The company's identifier of the payment.
    pub payment_id: Option<String>,
    /// It tells that the payment was taken back, which happens after it is known.
    pub takes_back: bool,
}

/// Why a notice is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeError {
    /// No secret is shared with the company.
    NotTaken,
    /// The sender does not know the secret, or the body was changed.
    NotSigned,
    /// It is signed, but unreadable.
    Malformed,
}

/// The company is unavailable, slow, or its answer is invalid; a retry may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardUnavailable;

impl fmt::Display for CardUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the card company did not answer")
    }
}

impl std::error::Error for CardUnavailable {}

/// A card company.
pub trait CardPort: Send + Sync {
    /// Whether there is one.
    fn is_open(&self) -> bool {
        true
    }

    /// The URL of the page where the customer pays: the company's, or a path of our own.
    fn checkout<'a>(&'a self, wanted: &'a Checkout) -> Later<'a, Result<String, CardUnavailable>>;

    /// What became of a checkout: of the named payment, or else of the latest one that succeeded, or was tried.
    fn verify<'a>(
        &'a self,
        tx_ref: &'a str,
        payment_id: Option<&'a str>,
    ) -> Later<'a, Result<CardStatus, CardUnavailable>>;

    /// All payments of a checkout that succeeded: one can be paid more than once.
    fn payments<'a>(
        &'a self,
        tx_ref: &'a str,
    ) -> Later<'a, Result<Vec<CardPayment>, CardUnavailable>>;

    /// What a notice is about, if the company sent it; none if it is about something else.
    ///
    /// # Errors
    /// It is not taken.
    fn notice(&self, headers: &HeaderMap, body: &[u8]) -> Result<Option<CardNotice>, NoticeError>;
}

/// No company is configured (production only; elsewhere the sandbox takes its place).
pub struct NoCards;

impl CardPort for NoCards {
    fn is_open(&self) -> bool {
        false
    }

    fn checkout<'a>(&'a self, _: &'a Checkout) -> Later<'a, Result<String, CardUnavailable>> {
        Box::pin(async { Err(CardUnavailable) })
    }

    fn verify<'a>(
        &'a self,
        _: &'a str,
        _: Option<&'a str>,
    ) -> Later<'a, Result<CardStatus, CardUnavailable>> {
        Box::pin(async { Err(CardUnavailable) })
    }

    fn payments<'a>(&'a self, _: &'a str) -> Later<'a, Result<Vec<CardPayment>, CardUnavailable>> {
        Box::pin(async { Err(CardUnavailable) })
    }

    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Option<CardNotice>, NoticeError> {
        Err(NoticeError::NotTaken)
    }
}

/// The longest of our references and of a company's identifiers.
const LONGEST_IDENTIFIER_BYTES: usize = 64;

/// Whether a text can be one of our references, or a company's identifier: it goes into URLs.
pub fn is_identifier(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= LONGEST_IDENTIFIER_BYTES && text.bytes().all(plain)
}
