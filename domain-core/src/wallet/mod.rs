//! Wallets: balances, funding, transfers, withdrawals, bank accounts, transactions.
//!
//! Source: document 2. Independent of accounts, ledgers and providers: balances and rates are inputs.

pub mod account_number;
pub mod arrival;
pub mod balance;
pub mod bank_account;
pub mod card;
pub mod caution;
pub mod coin;
pub mod direct_debit;
pub mod exchange;
pub mod funding;
pub mod month;
pub mod outcome;
pub mod receipt;
pub mod reversal;
pub mod served;
mod signed_line;
pub mod statement;
pub mod terms;
pub mod transaction;
pub mod transfer;
pub mod ways;
pub mod withdrawal;

pub use crate::payment::tariff;
pub use bank_account::{BankAccount, BankAccountDelete};
pub use coin::{CoinSell, CoinSend};
pub use exchange::Exchange;
pub use funding::Fund;
pub use signed_line::SignedLine;
pub use terms::{Destination, Terms};
pub use transfer::WalletTransfer;
pub use withdrawal::Withdraw;

/// Maximum length of a transfer's description.
pub(crate) const LONGEST_DESCRIPTION_CHARS: u64 = 200;
