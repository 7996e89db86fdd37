//! What a company of direct debits promises.

use super::paystack::{Paystack, Stage};
use crate::support::{Engine, World};
use backend::outbound::mandate::{MandatePort, MandateStatus, MandateUnavailable, Payer};
use backend::outbound::sandbox::{Behaviour, Outcome, Port, Sandbox};
use backend::random::Random;

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
    company.is_away().await;
    assert_eq!(port.status(&one.reference).await, Err(MandateUnavailable));
    company.is_away().await;
    assert_eq!(port.end(&one.reference).await, Err(MandateUnavailable));
    // Ended once, and asked to be ended again.
    for _ in 0..2 {
        assert_eq!(port.end(&one.reference).await, Ok(()));
        assert_eq!(port.status(&one.reference).await, Ok(MandateStatus::Absent));
    }
    company.is_away().await;
    assert_eq!(port.start(&payer()).await, Err(MandateUnavailable));
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
    // What it refuses, with a 200, is no start.
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
