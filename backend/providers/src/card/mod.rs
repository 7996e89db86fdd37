//! Card payments on a company's own page: card numbers never reach us.
//!
//! A checkout has our reference. It can be paid partly, late, or twice, so the status is always queried; browser
//! redirects and webhooks only trigger a query.

pub mod flutterwave;
pub(crate) mod sandbox;

use super::Later;
use axum::http::HeaderMap;
use domain_core::money::Amount;
use std::fmt;

/// A checkout to create. Repeating it under the same reference is harmless.
#[derive(Clone)]
pub struct Checkout {
    /// Our reference.
    pub tx_ref: String,
    /// The amount to charge.
    pub amount: Amount,
    pub customer: Customer,
    /// The return URL. The company may add to the query.
    pub return_to: String,
    /// The brand's name on the page.
    pub title: String,
}

/// The paying customer.
#[derive(Clone)]
pub struct Customer {
    pub name: String,
    pub email: String,
    pub phone: String,
}

/// A payment at a checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPayment {
    /// The company's identifier, unique to each payment.
    pub id: String,
    pub amount: Amount,
}

/// The status of a checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardStatus {
    /// No payment was attempted.
    Untouched,
    Pending,
    /// The card was declined; another attempt may follow.
    Declined,
    Paid(CardPayment),
    /// It was paid, and reversed since by a refund or a chargeback.
    TakenBack(CardPayment),
}

/// A webhook notice, which proves only that a sender who knows our secret wants us to query the status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardNotice {
    /// Our reference; blank if only the payment is named.
    pub tx_ref: String,
    /// The company's identifier of the payment.
    pub payment_id: Option<String>,
    /// Whether it reports a reversal of the payment.
    pub takes_back: bool,
}

/// Why a notice is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeError {
    /// No shared secret is configured.
    NotTaken,
    /// The secret or signature is wrong.
    NotSigned,
    /// It is signed, but cannot be parsed.
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
    /// Whether a company is configured.
    fn is_open(&self) -> bool {
        true
    }

    /// The URL of the payment page: the company's, or a path of our own.
    fn checkout<'a>(&'a self, wanted: &'a Checkout) -> Later<'a, Result<String, CardUnavailable>>;

    /// The status of a checkout: of the given payment, or else of the latest one that succeeded or was attempted.
    fn verify<'a>(
        &'a self,
        tx_ref: &'a str,
        payment_id: Option<&'a str>,
    ) -> Later<'a, Result<CardStatus, CardUnavailable>>;

    /// All successful payments of a checkout, which can be paid more than once.
    fn payments<'a>(
        &'a self,
        tx_ref: &'a str,
    ) -> Later<'a, Result<Vec<CardPayment>, CardUnavailable>>;

    /// Parses an authentic notice; `None` for irrelevant ones.
    ///
    /// # Errors
    /// It is refused.
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

/// The maximum length of our references and the company's identifiers.
const LONGEST_IDENTIFIER_BYTES: usize = 64;

/// Whether a text is safe as one of our references or a company's identifier in a URL.
pub fn is_identifier(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= LONGEST_IDENTIFIER_BYTES && text.bytes().all(plain)
}
