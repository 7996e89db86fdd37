//! Tests of the sandbox bank on both databases.

use super::*;
use crate::sandbox::Behaviour;
use domain_core::money::Amount;
use ground::clock::Clock;
use ground::db::testing::databases;
use ground::random::Random;

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
fn names_are_derived_from_account_numbers() {
    assert_eq!(holder("0123456789"), holder("0123456789"));
    let names: std::collections::BTreeSet<_> = (0..100)
        .map(|n| holder(&format!("01234567{n:02}")))
        .collect();
    assert!(names.len() > 50, "{}", names.len());
}

#[tokio::test]
async fn payouts_follow_the_configured_behaviour_and_are_idempotent() {
    for one in databases().await {
        let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(0), Random);
        let bank = SandboxBank::new(sandbox.clone());
        let table = [
            (Outcome::Succeed, OrderOutcome::Done, OrderOutcome::Done),
            (Outcome::Fail, OrderOutcome::Refused, OrderOutcome::Refused),
            (
                Outcome::LoseAnswer,
                OrderOutcome::Unknown,
                OrderOutcome::Done,
            ),
            (
                Outcome::LoseRequest,
                OrderOutcome::Unknown,
                OrderOutcome::NotFound,
            ),
        ];
        for (outcome, answered, became) in table {
            let payout = payout(&format!("{outcome:?}"));
            sandbox
                .set_behaviour(&Behaviour {
                    port: Port::Bank,
                    outcome,
                    delay_ms: 0,
                    times: Some(1),
                })
                .await
                .unwrap();
            assert_eq!(bank.pay_out(&payout).await, answered, "{outcome:?}");
            assert_eq!(
                bank.payout_status(&payout.reference).await,
                became,
                "{outcome:?}"
            );
            // Behaviour applies to one call. A paid or refused reference stays so.
            let again = bank.pay_out(&payout).await;
            assert_eq!(
                again,
                if became == OrderOutcome::NotFound {
                    OrderOutcome::Done
                } else {
                    became
                },
                "{outcome:?}"
            );
        }
        assert_eq!(sandbox.payouts().await.unwrap().len(), table.len());
    }
}

#[tokio::test]
async fn accounts_are_opened_once_and_may_need_a_bvn() {
    for one in databases().await {
        let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(0), Random);
        let bank = SandboxBank::new(sandbox.clone());
        let behaviour = |outcome| Behaviour {
            port: Port::Bank,
            outcome,
            delay_ms: 0,
            times: None,
        };
        sandbox
            .set_behaviour(&behaviour(Outcome::BvnRequired))
            .await
            .unwrap();
        assert_eq!(
            bank.open_account(&account(None)).await,
            Ok(Opened::BvnRequired)
        );
        assert_eq!(
            bank.open_account(&account(Some(WRONG_BVN))).await,
            Err(BankError::BvnRefused)
        );
        sandbox
            .set_behaviour(&behaviour(Outcome::LoseAnswer))
            .await
            .unwrap();
        assert_eq!(
            bank.open_account(&account(None)).await,
            Err(BankError::Unavailable)
        );
        sandbox
            .set_behaviour(&behaviour(Outcome::Succeed))
            .await
            .unwrap();
        let opened = bank.open_account(&account(None)).await;
        assert_eq!(
            opened,
            bank.open_account(&account(Some("22345678901"))).await
        );
        assert!(
            matches!(opened, Ok(Opened::Account(account)) if account.account_name == "ADA OBI")
        );
        assert_eq!(sandbox.accounts().await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn special_numbers_are_not_found_or_not_answered() {
    for one in databases().await {
        let bank = SandboxBank::new(Sandbox::new(one.db.clone(), Clock::set_to(0), Random));
        assert_eq!(bank.enquire("058", NOBODYS).await, Err(BankError::NotFound));
        assert_eq!(
            bank.enquire("058", SILENT).await,
            Err(BankError::Unavailable)
        );
        assert!(bank.enquire("058", "0123456789").await.is_ok());
    }
}
