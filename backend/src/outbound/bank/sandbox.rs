//! A bank of our own, for trying things out and for tests.
//!
//! Whose an account is follows from its number, so the same number always has the same name. `0000000000` belongs to
//! nobody. Accounts that are opened carry a valid check digit.

use super::{Bank, BankError, BankPort, NewAccount, Opened, OpenedAccount, Payout, PayoutOutcome, directory};
use crate::outbound::Later;
use crate::outbound::sandbox::{Outcome, Port, Sandbox};
use domain_core::money::Currency;

const NOBODYS: &str = "0000000000";
const FIRST_NAMES: [&str; 12] = [
    "ADAEZE", "BABATUNDE", "CHINEDU", "DAMILOLA", "EMEKA", "FATIMA", "HALIMA", "IBRAHIM", "KEMI", "NGOZI", "SEGUN", "ZAINAB",
];
const LAST_NAMES: [&str; 12] = [
    "ABUBAKAR", "ADEYEMI", "BELLO", "EZE", "FASHOLA", "IBEKWE", "LAWAL", "MUSA", "NWOSU", "OKAFOR", "OLADIPO", "YUSUF",
];

pub struct SandboxBank {
    sandbox: Sandbox,
}

impl SandboxBank {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    /// How the next call that only asks goes.
    async fn asked(&self) -> Result<Outcome, BankError> {
        let outcome = self.sandbox.behave(Port::Bank).await.map_err(|_| BankError::Unavailable)?;
        match outcome {
            Outcome::Fail | Outcome::LoseRequest => Err(BankError::Unavailable),
            Outcome::Succeed | Outcome::LoseAnswer | Outcome::BvnRequired => Ok(outcome),
        }
    }
}

impl BankPort for SandboxBank {
    fn banks(&self) -> Later<'_, Result<Vec<Bank>, BankError>> {
        Box::pin(async { Ok(directory::banks()) })
    }

    fn enquire<'a>(&'a self, _bank_code: &'a str, account_number: &'a str) -> Later<'a, Result<String, BankError>> {
        Box::pin(async move {
            if account_number == NOBODYS { Err(BankError::NotFound) } else { Ok(holder(account_number)) }
        })
    }

    fn open_account<'a>(&'a self, wanted: &'a NewAccount) -> Later<'a, Result<Opened, BankError>> {
        Box::pin(async move {
            let outcome = self.asked().await?;
            if outcome == Outcome::BvnRequired && wanted.bvn.is_none() {
                return Ok(Opened::BvnRequired);
            }
            let dollars = wanted.currency == Currency::Usd;
            let opened = self.sandbox.open_account(wanted).await.map_err(|_| BankError::Unavailable)?;
            if outcome == Outcome::LoseAnswer {
                return Err(BankError::Unavailable);
            }
            Ok(Opened::Account(OpenedAccount {
                account_number: opened.account_number,
                bank_name: String::from(if dollars { "Sandbox Bank, New York" } else { "Sandbox Bank" }),
                account_name: opened.account_name,
                routing_number: dollars.then(|| String::from("021000021")),
                swift_code: dollars.then(|| String::from("SANDUS33")),
            }))
        })
    }

    fn pay_out<'a>(&'a self, payout: &'a Payout) -> Later<'a, PayoutOutcome> {
        Box::pin(async move {
            let Ok(outcome) = self.sandbox.behave(Port::Bank).await else { return PayoutOutcome::Unknown };
            let status = match outcome {
                Outcome::LoseRequest => return PayoutOutcome::Unknown,
                Outcome::Fail => PayoutOutcome::Refused,
                Outcome::Succeed | Outcome::LoseAnswer | Outcome::BvnRequired => PayoutOutcome::Paid,
            };
            match self.sandbox.keep_payout(payout, status).await {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                _ => PayoutOutcome::Unknown,
            }
        })
    }

    fn payout_status<'a>(&'a self, reference: &'a str) -> Later<'a, PayoutOutcome> {
        Box::pin(async move { self.sandbox.payout(reference).await.unwrap_or(PayoutOutcome::Unknown) })
    }
}

/// The name that goes with an account number.
fn holder(account_number: &str) -> String {
    let sum = account_number.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    let first = FIRST_NAMES.get(sum % FIRST_NAMES.len()).copied().unwrap_or("ADAEZE");
    let last = LAST_NAMES.get((sum / 12) % LAST_NAMES.len()).copied().unwrap_or("OKAFOR");
    format!("{last} {first}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_has_the_same_name_and_others_differ() {
        assert_eq!(holder("0123456789"), holder("0123456789"));
        let names: std::collections::BTreeSet<_> = (0..100).map(|n| holder(&format!("01234567{n:02}"))).collect();
        assert!(names.len() > 20, "{}", names.len());
    }
}
