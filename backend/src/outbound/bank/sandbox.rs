//! A bank of our own, for trying things out and for tests.
//!
//! Whose an account is follows from its number, so the same number always has the same name. Some numbers are special:
//!
//! | number | what happens |
//! |---|---|
//! | account `0000000000` | the bank knows no such account |
//! | account `9999999999` | the bank does not answer the enquiry |
//! | BVN `00000000000` | the bank does not accept it |

use super::{Bank, BankError, BankPort, NewAccount, Opened, OpenedAccount, Payout, PayoutOutcome, directory};
use crate::outbound::Later;
use crate::outbound::sandbox::{Outcome, Port, Sandbox};
use domain_core::money::Currency;

const NOBODYS: &str = "0000000000";
const SILENT: &str = "9999999999";
const WRONG_BVN: &str = "00000000000";
const FIRST_NAMES: [&str; 24] = [
    "ADAEZE", "AISHA", "BABATUNDE", "BLESSING", "CHIDI", "CHINEDU", "DAMILOLA", "EFE", "EMEKA", "FATIMA", "FOLASADE", "HALIMA",
    "IBRAHIM", "IFEOMA", "KEMI", "MUSA", "NGOZI", "OBINNA", "OSAGIE", "SADE", "SEGUN", "TARIQ", "UCHE", "ZAINAB",
];
const LAST_NAMES: [&str; 25] = [
    "ABUBAKAR", "ADEYEMI", "AKPAN", "BALOGUN", "BELLO", "DANJUMA", "EDET", "EZE", "FASHOLA", "GARBA", "IBEKWE", "IGWE", "LAWAL",
    "MOHAMMED", "NWOSU", "OBI", "OGUNLEYE", "OKAFOR", "OKONKWO", "OLADIPO", "OSAZUWA", "SALAMI", "UMAR", "WILLIAMS", "YUSUF",
];

pub struct SandboxBank {
    sandbox: Sandbox,
}

impl SandboxBank {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    async fn open(&self, wanted: &NewAccount) -> Result<Opened, BankError> {
        let outcome = self.sandbox.behave(Port::Bank).await.map_err(|_| BankError::Unavailable)?;
        match (outcome, wanted.bvn.as_deref()) {
            (Outcome::Fail | Outcome::LoseRequest, _) => return Err(BankError::Unavailable),
            (Outcome::BvnRequired, None) => return Ok(Opened::BvnRequired),
            (_, Some(WRONG_BVN)) => return Err(BankError::BvnRefused),
            (Outcome::Succeed | Outcome::LoseAnswer | Outcome::BvnRequired, _) => {}
        }
        let account = self.sandbox.open_account(wanted).await.map_err(|_| BankError::Unavailable)?;
        if outcome == Outcome::LoseAnswer {
            return Err(BankError::Unavailable);
        }
        let dollars = wanted.currency == Currency::Usd;
        Ok(Opened::Account(OpenedAccount {
            account_number: account.account_number,
            bank_name: String::from(if dollars { "Sandbox Bank, New York" } else { "Sandbox Bank" }),
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

    fn enquire<'a>(&'a self, _bank_code: &'a str, account_number: &'a str) -> Later<'a, Result<String, BankError>> {
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

    fn pay_out<'a>(&'a self, payout: &'a Payout) -> Later<'a, PayoutOutcome> {
        Box::pin(async move {
            let Ok(outcome) = self.sandbox.behave(Port::Bank).await else { return PayoutOutcome::Unknown };
            if outcome == Outcome::LoseRequest {
                return PayoutOutcome::Unknown;
            }
            match self.sandbox.keep_payout(payout, outcome != Outcome::Fail).await {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                Ok(_) | Err(_) => PayoutOutcome::Unknown,
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
    let last = LAST_NAMES.get((sum / FIRST_NAMES.len()) % LAST_NAMES.len()).copied().unwrap_or("OKAFOR");
    format!("{last} {first}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::db::testing::databases;
    use crate::outbound::sandbox::Behaviour;
    use crate::random::Random;
    use domain_core::money::Amount;

    fn payout(reference: &str) -> Payout {
        Payout {
            reference: reference.into(),
            bank_code: "058".into(),
            account_number: "0123456789".into(),
            account_name: "OBI ADAEZE".into(),
            amount: Amount::parse("1500.00", Currency::Ngn).unwrap(),
            narration: "Rent".into(),
        }
    }

    fn account(bvn: Option<&str>) -> NewAccount {
        let text = String::from;
        NewAccount {
            reference: text("u1-NGN"),
            currency: Currency::Ngn,
            name: text("Ada Obi"),
            email: text("ada@example.ng"),
            phone: text("08031234567"),
            bvn: bvn.map(text),
        }
    }

    #[test]
    fn the_same_number_has_the_same_name_and_others_differ() {
        assert_eq!(holder("0123456789"), holder("0123456789"));
        let names: std::collections::BTreeSet<_> = (0..100).map(|n| holder(&format!("01234567{n:02}"))).collect();
        assert!(names.len() > 50, "{}", names.len());
    }

    #[tokio::test]
    async fn a_payout_goes_as_the_bank_was_told_and_a_reference_is_paid_once() {
        for one in databases().await {
            let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(0), Random);
            let bank = SandboxBank::new(sandbox.clone());
            let table = [
                (Outcome::Succeed, PayoutOutcome::Paid, PayoutOutcome::Paid),
                (Outcome::Fail, PayoutOutcome::Refused, PayoutOutcome::Refused),
                (Outcome::LoseAnswer, PayoutOutcome::Unknown, PayoutOutcome::Paid),
                (Outcome::LoseRequest, PayoutOutcome::Unknown, PayoutOutcome::NotFound),
            ];
            for (outcome, answered, became) in table {
                let payout = payout(&format!("{outcome:?}"));
                sandbox.set_behaviour(&Behaviour { port: Port::Bank, outcome, delay_ms: 0, times: Some(1) }).await.unwrap();
                assert_eq!(bank.pay_out(&payout).await, answered, "{outcome:?}");
                assert_eq!(bank.payout_status(&payout.reference).await, became, "{outcome:?}");
                // The behaviour was for one call; the same reference is not paid again, nor a refused one paid.
                let again = bank.pay_out(&payout).await;
                assert_eq!(again, if became == PayoutOutcome::NotFound { PayoutOutcome::Paid } else { became }, "{outcome:?}");
            }
            assert_eq!(sandbox.payouts().await.unwrap().len(), table.len());
        }
    }

    #[tokio::test]
    async fn an_account_is_opened_once_for_a_reference_and_may_want_a_bvn_first() {
        for one in databases().await {
            let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(0), Random);
            let bank = SandboxBank::new(sandbox.clone());
            let told = |outcome| Behaviour { port: Port::Bank, outcome, delay_ms: 0, times: None };
            sandbox.set_behaviour(&told(Outcome::BvnRequired)).await.unwrap();
            assert_eq!(bank.open_account(&account(None)).await, Ok(Opened::BvnRequired));
            assert_eq!(bank.open_account(&account(Some(WRONG_BVN))).await, Err(BankError::BvnRefused));
            sandbox.set_behaviour(&told(Outcome::LoseAnswer)).await.unwrap();
            assert_eq!(bank.open_account(&account(None)).await, Err(BankError::Unavailable));
            sandbox.set_behaviour(&told(Outcome::Succeed)).await.unwrap();
            let opened = bank.open_account(&account(None)).await;
            assert_eq!(opened, bank.open_account(&account(Some("22345678901"))).await);
            assert!(matches!(opened, Ok(Opened::Account(account)) if account.account_name == "ADA OBI"));
            assert_eq!(sandbox.accounts().await.unwrap().len(), 1);
        }
    }

    #[tokio::test]
    async fn special_numbers_are_not_found_or_not_answered() {
        for one in databases().await {
            let bank = SandboxBank::new(Sandbox::new(one.db.clone(), Clock::set_to(0), Random));
            assert_eq!(bank.enquire("058", NOBODYS).await, Err(BankError::NotFound));
            assert_eq!(bank.enquire("058", SILENT).await, Err(BankError::Unavailable));
            assert!(bank.enquire("058", "0123456789").await.is_ok());
        }
    }
}
