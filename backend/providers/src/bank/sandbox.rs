//! A bank of our own, for development and tests.
//!
//! The account holder's name is derived from the number, so it is always the same. Some numbers are special:
//!
//! | number | what happens |
//! |---|---|
//! | account `0000000000` | the bank knows no such account |
//! | account `9999999999` | the bank does not answer the enquiry |
//! | BVN `00000000000` | the bank does not accept it |

use super::{Bank, BankError, BankPort, NewAccount, Opened, OpenedAccount, Payout, directory};
use crate::Later;
use crate::OrderOutcome;
use crate::sandbox::{Outcome, Port, Sandbox};
use domain_core::money::Currency;

const NOBODYS: &str = "0000000000";
const SILENT: &str = "9999999999";
const WRONG_BVN: &str = "00000000000";
const FIRST_NAMES: [&str; 24] = [
    "ADAEZE",
    "AISHA",
    "BABATUNDE",
    "BLESSING",
    "CHIDI",
    "CHINEDU",
    "DAMILOLA",
    "EFE",
    "EMEKA",
    "FATIMA",
    "FOLASADE",
    "HALIMA",
    "IBRAHIM",
    "IFEOMA",
    "KEMI",
    "MUSA",
    "NGOZI",
    "OBINNA",
    "OSAGIE",
    "SADE",
    "SEGUN",
    "TARIQ",
    "UCHE",
    "ZAINAB",
];
const LAST_NAMES: [&str; 25] = [
    "ABUBAKAR", "ADEYEMI", "AKPAN", "BALOGUN", "BELLO", "DANJUMA", "EDET", "EZE", "FASHOLA",
    "GARBA", "IBEKWE", "IGWE", "LAWAL", "MOHAMMED", "NWOSU", "OBI", "OGUNLEYE", "OKAFOR",
    "OKONKWO", "OLADIPO", "OSAZUWA", "SALAMI", "UMAR", "WILLIAMS", "YUSUF",
];

pub struct SandboxBank {
    sandbox: Sandbox,
}

impl SandboxBank {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    async fn open(&self, wanted: &NewAccount) -> Result<Opened, BankError> {
        let outcome = self
            .sandbox
            .behave(Port::Bank)
            .await
            .map_err(|_| BankError::Unavailable)?;
        match (outcome, wanted.bvn.as_deref()) {
            (Outcome::Fail | Outcome::LoseRequest, _) => return Err(BankError::Unavailable),
            (Outcome::BvnRequired, None) => return Ok(Opened::BvnRequired),
            (_, Some(WRONG_BVN)) => return Err(BankError::BvnRefused),
            (
                Outcome::Succeed | Outcome::LoseAnswer | Outcome::BvnRequired | Outcome::Partly,
                _,
            ) => {}
        }
        let account = self
            .sandbox
            .open_account(wanted)
            .await
            .map_err(|_| BankError::Unavailable)?;
        if outcome == Outcome::LoseAnswer {
            return Err(BankError::Unavailable);
        }
        let dollars = wanted.currency == Currency::Usd;
        Ok(Opened::Account(OpenedAccount {
            account_number: account.account_number,
            bank_name: String::from(if dollars {
                "Sandbox Bank, New York"
            } else {
                "Sandbox Bank"
            }),
            account_name: account.account_name,
            routing_number: dollars.then(|| String::from("021000021")),
            swift_code: dollars.then(|| String::from("SANDUS33")),
        }))
    }
}

impl BankPort for SandboxBank {
    fn banks(&self) -> Later<'_, Result<Vec<Bank>, BankError>> {
        Box::pin(async { Ok(directory::banks().to_vec()) })
    }

    fn enquire<'a>(
        &'a self,
        _bank_code: &'a str,
        account_number: &'a str,
    ) -> Later<'a, Result<String, BankError>> {
        Box::pin(async move {
            match account_number {
                NOBODYS => Err(BankError::NotFound),
                SILENT => Err(BankError::Unavailable),
                number => Ok(holder(number)),
            }
        })
    }

    fn open_account<'a>(&'a self, wanted: &'a NewAccount) -> Later<'a, Result<Opened, BankError>> {
        Box::pin(self.open(wanted))
    }

    fn pay_out<'a>(&'a self, payout: &'a Payout) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            let Ok(outcome) = self.sandbox.behave(Port::Bank).await else {
                return OrderOutcome::Unknown;
            };
            if outcome == Outcome::LoseRequest {
                return OrderOutcome::Unknown;
            }
            match self
                .sandbox
                .keep_payout(payout, outcome != Outcome::Fail)
                .await
            {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                Ok(_) | Err(_) => OrderOutcome::Unknown,
            }
        })
    }

    fn payout_status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            self.sandbox
                .payout(reference)
                .await
                .unwrap_or(OrderOutcome::Unknown)
        })
    }
}

/// The account holder's name for a number.
fn holder(account_number: &str) -> String {
    let sum = account_number.bytes().fold(7_usize, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(usize::from(byte))
    });
    let first = FIRST_NAMES
        .get(sum % FIRST_NAMES.len())
        .copied()
        .unwrap_or("ADAEZE");
    let last = LAST_NAMES
        .get((sum / FIRST_NAMES.len()) % LAST_NAMES.len())
        .copied()
        .unwrap_or("OKAFOR");
    format!("{last} {first}")
}

#[cfg(test)]
#[path = "sandbox_tests.rs"]
mod tests;
