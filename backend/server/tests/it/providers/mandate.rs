//! The contract of a direct debit company.

use super::paystack::{Paystack, Stage};
use crate::support::{Engine, World};
use domain_core::money::{Amount, Currency};
use ground::random::Random;
use providers::mandate::{
    DebitOrder, DebitStatus, MandatePort, MandateStatus, MandateUnavailable, Payer,
};
use providers::sandbox::{Behaviour, Outcome, Port, Sandbox};

enum Company {
    Sandbox(Sandbox),
    StandIn(Paystack),
}

impl Company {
    async fn set(&self, reference: &str, stage: Stage) {
        match self {
            Self::Sandbox(sandbox) => {
                let status = match stage {
                    Stage::Started => "untouched",
                    Stage::Created => "waiting",
                    Stage::Active => "active",
                    Stage::Ended => "ended",
                };
                sandbox.set_mandate(reference, status).await.unwrap();
            }
            Self::StandIn(company) => company.set(reference, stage),
        }
    }

    async fn is_away(&self) {
        match self {
            Self::Sandbox(sandbox) => behave(sandbox, Outcome::LoseRequest).await,
            Self::StandIn(company) => company.is_away(),
        }
    }

    /// Executes the next call, and loses its response.
    async fn loses_answer(&self) {
        match self {
            Self::Sandbox(sandbox) => behave(sandbox, Outcome::LoseAnswer).await,
            Self::StandIn(company) => company.loses_answer(),
        }
    }

    /// Sets the bank's decision on a debit, as of the next query.
    async fn settle(&self, reference: &str, is_paid: bool) {
        match self {
            Self::Sandbox(_) if is_paid => {}
            Self::Sandbox(sandbox) => behave(sandbox, Outcome::Fail).await,
            Self::StandIn(company) => {
                company.settle(reference, if is_paid { "success" } else { "failed" });
            }
        }
    }
}

async fn behave(sandbox: &Sandbox, outcome: Outcome) {
    let behaviour = Behaviour {
        port: Port::Mandates,
        outcome,
        delay_ms: 0,
        times: Some(1),
    };
    sandbox.set_behaviour(&behaviour).await.unwrap();
}

fn payer() -> Payer {
    Payer {
        name: "Ada Obi".into(),
        email: "ada@example.ng".into(),
        return_to: "https://ajo.example/settings".into(),
    }
}

async fn conforms(port: &dyn MandatePort, company: &Company) {
    assert_eq!(port.status("nobodys").await, Ok(MandateStatus::Absent));
    assert_eq!(port.status("../x").await, Ok(MandateStatus::Absent));
    assert_eq!(port.end("nobodys").await, Ok(()));
    let one = port.start(&payer()).await.unwrap();
    let other = port.start(&payer()).await.unwrap();
    assert_ne!(one.reference, other.reference);
    assert!(
        one.url.starts_with("https://") || one.url.starts_with('/'),
        "{}",
        one.url
    );
    assert_eq!(port.status(&one.reference).await, Ok(MandateStatus::Absent));
    company.set(&one.reference, Stage::Created).await;
    assert_eq!(
        port.status(&one.reference).await,
        Ok(MandateStatus::Waiting)
    );
    company.set(&one.reference, Stage::Active).await;
    for _ in 0..2 {
        let status = port.status(&one.reference).await;
        assert!(
            matches!(&status, Ok(MandateStatus::Active { bank: Some(_) })),
            "{status:?}"
        );
    }
    assert_eq!(
        port.status(&other.reference).await,
        Ok(MandateStatus::Absent)
    );
    debits_conform(port, company, &one.reference).await;
    company.is_away().await;
    assert_eq!(port.status(&one.reference).await, Err(MandateUnavailable));
    company.is_away().await;
    assert_eq!(port.end(&one.reference).await, Err(MandateUnavailable));
    // Ended once, then again.
    for _ in 0..2 {
        assert_eq!(port.end(&one.reference).await, Ok(()));
        assert_eq!(port.status(&one.reference).await, Ok(MandateStatus::Absent));
    }
    let late = DebitOrder {
        reference: "debit-0005".into(),
        mandate: one.reference.clone(),
        amount: Amount::parse("1.00", Currency::Ngn).unwrap(),
    };
    assert_eq!(port.debit(&late).await, Ok(DebitStatus::Refused));
    company.is_away().await;
    assert_eq!(port.start(&payer()).await, Err(MandateUnavailable));
}

/// Checks debits with an active mandate.
async fn debits_conform(port: &dyn MandatePort, company: &Company, mandate: &str) {
    let order = |reference: &str| DebitOrder {
        reference: reference.into(),
        mandate: mandate.into(),
        amount: Amount::parse("1500.05", Currency::Ngn).unwrap(),
    };
    assert_eq!(port.debit_status("nobodys").await, Ok(DebitStatus::Absent));

    let paid = order("debit-0001");
    assert_eq!(port.debit(&paid).await, Ok(DebitStatus::Processing));
    // A repeated order makes no second debit, and is never reported as refused.
    let again = port.debit(&paid).await;
    assert!(
        matches!(again, Ok(DebitStatus::Processing) | Err(MandateUnavailable)),
        "{again:?}"
    );
    company.is_away().await;
    assert_eq!(
        port.debit_status(&paid.reference).await,
        Err(MandateUnavailable)
    );
    company.settle(&paid.reference, true).await;
    for _ in 0..2 {
        assert_eq!(
            port.debit_status(&paid.reference).await,
            Ok(DebitStatus::Paid(paid.amount))
        );
    }

    let refused = order("debit-0002");
    assert_eq!(port.debit(&refused).await, Ok(DebitStatus::Processing));
    company.settle(&refused.reference, false).await;
    for _ in 0..2 {
        assert_eq!(
            port.debit_status(&refused.reference).await,
            Ok(DebitStatus::Refused)
        );
    }

    // Executed but not reported, and never executed.
    let unheard = order("debit-0003");
    company.loses_answer().await;
    assert_eq!(port.debit(&unheard).await, Err(MandateUnavailable));
    company.settle(&unheard.reference, true).await;
    assert_eq!(
        port.debit_status(&unheard.reference).await,
        Ok(DebitStatus::Paid(unheard.amount))
    );
    let lost = order("debit-0004");
    company.is_away().await;
    assert_eq!(port.debit(&lost).await, Err(MandateUnavailable));
    assert_eq!(
        port.debit_status(&lost.reference).await,
        Ok(DebitStatus::Absent)
    );
}

#[tokio::test]
async fn the_sandbox_conforms() {
    let world = World::new(Engine::Sqlite).await;
    let sandbox = Sandbox::new(world.app.db.clone(), world.clock.clone(), Random);
    conforms(&*world.app.ports.mandates, &Company::Sandbox(sandbox)).await;
    world.end().await;
}

#[tokio::test]
async fn paystack_conforms() {
    let company = Paystack::start().await;
    let settings = company.settings();
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let world = World::with(Engine::Sqlite, &settings).await;
    conforms(
        &*world.app.ports.mandates,
        &Company::StandIn(company.clone()),
    )
    .await;
    assert_eq!(
        company.asked("dd-0"),
        serde_json::json!({ "email": "ada@example.ng", "channel": "direct_debit", "callback_url": "https://ajo.example/settings" })
    );
    // A refusal with a 200 is not a start.
    let nobody = Payer {
        email: "nobody".into(),
        ..payer()
    };
    assert_eq!(
        world.app.ports.mandates.start(&nobody).await,
        Err(MandateUnavailable)
    );
    world.end().await;
}
