//! The bank: its list of banks, name enquiries, virtual accounts, payouts.
//!
//! Queries can be repeated; a payout must not be sent again under another reference. So queries return errors, and a
//! payout has an outcome, which may be unknown.

pub(super) mod checks;
pub(crate) mod directory;
pub(crate) mod http;
pub(crate) mod sandbox;
mod signature;

use super::{Later, OrderOutcome};
use domain_core::money::{Amount, Currency};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A bank for payouts. `code` is the central bank's, which the check digit of account numbers depends on; `nip_code` is
/// for instant payments. The two systems are different and not interchangeable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bank {
    pub name: String,
    pub code: String,
    pub nip_code: Option<String>,
    /// With placeholders `Amount` and `AccountNumber`; a PIN is never filled in.
    pub ussd_template: Option<String>,
    /// `commercial`, `merchant`, `microfinance`, `payment`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// A query failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BankError {
    /// The bank knows no such account.
    NotFound,
    /// The bank rejects the bank verification number.
    BvnRefused,
    /// The bank is unavailable, slow, or its answer is invalid; a retry may help.
    Unavailable,
}

impl fmt::Display for BankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFound => "the bank knows no such account",
            Self::BvnRefused => "the bank does not accept the bank verification number",
            Self::Unavailable => "the bank did not answer",
        })
    }
}

impl std::error::Error for BankError {}

/// A request for a user's virtual account. The same reference always gives the same account.
#[derive(Clone)]
pub struct NewAccount {
    pub reference: String,
    pub currency: Currency,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub bvn: Option<String>,
}

/// The bank's answer to an account request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    Account(OpenedAccount),
    /// It requires a bank verification number first.
    BvnRequired,
}

/// The opened account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OpenedAccount {
    pub account_number: String,
    pub bank_name: String,
    pub account_name: String,
    pub routing_number: Option<String>,
    pub swift_code: Option<String>,
}

/// A payout. The bank executes a reference at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    pub reference: String,
    pub bank_code: String,
    pub account_number: String,
    pub account_name: String,
    pub amount: Amount,
    pub narration: String,
}

/// The bank.
pub trait BankPort: Send + Sync {
    fn banks(&self) -> Later<'_, Result<Vec<Bank>, BankError>>;
    /// The account holder's name.
    fn enquire<'a>(
        &'a self,
        bank_code: &'a str,
        account_number: &'a str,
    ) -> Later<'a, Result<String, BankError>>;
    fn open_account<'a>(&'a self, wanted: &'a NewAccount) -> Later<'a, Result<Opened, BankError>>;
    fn pay_out<'a>(&'a self, payout: &'a Payout) -> Later<'a, OrderOutcome>;
    fn payout_status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome>;
}
