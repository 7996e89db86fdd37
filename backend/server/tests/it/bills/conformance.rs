//! The contract of a bills provider: one suite for the sandbox and the VTpass adapter.

use super::vtpass::{self, Fault, StandIn};
use super::{IKEJA, bills, provider_will};
use crate::support::{Engine, World};
use domain_core::money::{Amount, Currency};
use providers::OrderOutcome;
use providers::bills::{Bill, BillsError, BillsPort, Enquiry, Vend, Vended};
use serde_json::json;

/// A provider under test, and the numbers that it knows.
struct Provider {
    world: World,
    stand_in: Option<StandIn>,
    phone: &'static str,
    card: &'static str,
    meter: &'static str,
    pending: &'static str,
    late_meter: &'static str,
}

impl Provider {
    async fn sandbox() -> Self {
        Self {
            world: World::new(Engine::Sqlite).await,
            stand_in: None,
            phone: "08031234567",
            card: "1234567890",
            meter: "1234567890",
            pending: "08771234567",
            late_meter: "8812345678",
        }
    }

    async fn vtpass() -> Self {
        let (world, stand_in) = StandIn::world(Engine::Sqlite).await;
        Self {
            world,
            stand_in: Some(stand_in),
            phone: vtpass::PHONE,
            card: vtpass::CARD,
            meter: vtpass::METER,
            pending: vtpass::PENDING,
            late_meter: vtpass::LATE_METER,
        }
    }

    fn port(&self) -> &dyn BillsPort {
        self.world.app.ports.bills.as_ref()
    }

    /// Sets the behaviour for the next purchase.
    async fn will(&self, fault: Fault) {
        match &self.stand_in {
            Some(stand_in) => stand_in.will(fault),
            None => {
                let outcome = match fault {
                    Fault::None => "succeed",
                    Fault::AnswerCut => "lose_answer",
                    Fault::RequestLost => "lose_request",
                    Fault::Refused | Fault::Code(_) => "fail",
                };
                provider_will(&self.world, outcome).await;
            }
        }
    }

    async fn delivered(&self) -> usize {
        match &self.stand_in {
            Some(stand_in) => stand_in.delivered(),
            None => {
                let bills = bills(&self.world).await;
                bills
                    .iter()
                    .filter(|bill| bill["status"] == "delivered")
                    .count()
            }
        }
    }

    fn airtime(&self, reference: &str) -> Vend {
        Vend {
            reference: reference.into(),
            ordered_at_ms: self.world.app.clock.now_ms(),
            kind: Bill::Airtime,
            service: "mtn".into(),
            customer: self.phone.into(),
            package: None,
            phone: None,
            amount: Amount::parse("300", Currency::Ngn).unwrap(),
            is_repeat: false,
        }
    }

    fn power(&self, reference: &str, meter: &str) -> Vend {
        Vend {
            kind: Bill::Power,
            service: IKEJA.into(),
            customer: meter.into(),
            phone: Some(self.phone.into()),
            amount: Amount::parse("1000", Currency::Ngn).unwrap(),
            ..self.airtime(reference)
        }
    }
}

fn digits(vended: &Vended) -> Option<usize> {
    let token = &vended.token.as_ref()?.token;
    assert!(token.bytes().all(|byte| byte.is_ascii_digit()));
    Some(token.len())
}

async fn the_catalogue_has_prices(provider: &Provider) {
    let port = provider.port();
    for (kind, service) in [
        (Bill::Data, "mtn"),
        (Bill::Data, "etisalat"),
        (Bill::Cable, "DSTV"),
        (Bill::Cable, "Startimes"),
    ] {
        let packages = port.packages(kind, service).await.unwrap();
        assert!(!packages.is_empty() && packages.iter().all(|one| !one.amount.is_zero()));
    }
    for (kind, service) in [
        (Bill::Data, "9mobile"),
        (Bill::Cable, "mtn"),
        (Bill::Power, IKEJA),
    ] {
        assert_eq!(
            port.packages(kind, service).await,
            Err(BillsError::NotFound)
        );
    }
    let services = port.services().await.unwrap();
    assert!(services.iter().any(|service| service.code == IKEJA));
}

async fn customers_have_names(provider: &Provider) {
    let ask = async |kind, service: &str, customer: &str| {
        let enquiry = Enquiry {
            kind,
            service,
            customer,
        };
        provider.port().validate(enquiry).await
    };
    assert!(
        !ask(Bill::Cable, "DSTV", provider.card)
            .await
            .unwrap()
            .name
            .is_empty()
    );
    assert!(
        !ask(Bill::Power, IKEJA, provider.meter)
            .await
            .unwrap()
            .name
            .is_empty()
    );
    let nobody = "0000000000";
    assert_eq!(
        ask(Bill::Cable, "DSTV", nobody).await,
        Err(BillsError::NotFound)
    );
    assert_eq!(
        ask(Bill::Power, IKEJA, nobody).await,
        Err(BillsError::NotFound)
    );
    assert_eq!(
        ask(Bill::Power, "ikeja", provider.meter).await,
        Err(BillsError::NotFound)
    );
}

async fn a_reference_is_executed_once(provider: &Provider) {
    let port = provider.port();
    let airtime = provider.airtime("ONCE01");
    assert_eq!(port.status(&airtime).await.outcome, OrderOutcome::NotFound);
    for _ in 0..2 {
        assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Done);
        assert_eq!(port.status(&airtime).await.outcome, OrderOutcome::Done);
    }
    assert_eq!(provider.delivered().await, 1);
}

async fn a_refusal_is_final(provider: &Provider) {
    let port = provider.port();
    let airtime = provider.airtime("REFUSED1");
    provider.will(Fault::Refused).await;
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Refused);
    provider.will(Fault::None).await;
    assert_eq!(port.status(&airtime).await.outcome, OrderOutcome::Refused);
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Refused);
    assert_eq!(provider.delivered().await, 0);
}

async fn a_lost_answer_is_found_by_its_reference(provider: &Provider) {
    let port = provider.port();
    let airtime = provider.airtime("LOST01");
    provider.will(Fault::AnswerCut).await;
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Unknown);
    provider.will(Fault::None).await;
    assert_eq!(port.status(&airtime).await.outcome, OrderOutcome::Done);
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Done);
    assert_eq!(provider.delivered().await, 1);
}

async fn a_request_that_never_arrived_is_sent_again(provider: &Provider) {
    let port = provider.port();
    let airtime = provider.airtime("LOST02");
    provider.will(Fault::RequestLost).await;
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Unknown);
    provider.will(Fault::None).await;
    assert_eq!(port.status(&airtime).await.outcome, OrderOutcome::NotFound);
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Done);
    assert_eq!(provider.delivered().await, 1);
}

async fn a_pending_purchase_is_decided_later(provider: &Provider) {
    let port = provider.port();
    let airtime = Vend {
        customer: provider.pending.into(),
        ..provider.airtime("PENDING1")
    };
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Pending);
    let mut outcomes = Vec::new();
    for _ in 0..3 {
        outcomes.push(port.status(&airtime).await.outcome);
    }
    assert_eq!(
        outcomes,
        [
            OrderOutcome::Pending,
            OrderOutcome::Pending,
            OrderOutcome::Done
        ]
    );
}

async fn a_prepaid_meter_gets_a_token(provider: &Provider) {
    let port = provider.port();
    let power = provider.power("POWER01", provider.meter);
    let vended = port.vend(&power).await;
    assert_eq!(
        (vended.outcome, digits(&vended)),
        (OrderOutcome::Done, Some(20))
    );
    assert!(
        vended
            .token
            .as_ref()
            .is_some_and(|token| token.units.is_some())
    );
    assert!(port.status(&power).await == vended && port.vend(&power).await == vended);
    let late = provider.power("POWER02", provider.late_meter);
    let vended = port.vend(&late).await;
    assert_eq!(
        (vended.outcome, digits(&vended)),
        (OrderOutcome::Done, None)
    );
    let mut found = Vec::new();
    for _ in 0..3 {
        found.push(digits(&port.status(&late).await));
    }
    assert_eq!(found, [None, None, Some(20)]);
}

/// Runs each test against the sandbox and against VTpass.
macro_rules! promises {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            use super::Provider;

            #[tokio::test]
            async fn by_the_sandbox() {
                let provider = Provider::sandbox().await;
                super::$name(&provider).await;
                provider.world.end().await;
            }

            #[tokio::test]
            async fn by_vtpass() {
                let provider = Provider::vtpass().await;
                super::$name(&provider).await;
                provider.world.end().await;
            }
        }
    )*};
}

promises! {
    the_catalogue_has_prices,
    customers_have_names,
    a_reference_is_executed_once,
    a_refusal_is_final,
    a_lost_answer_is_found_by_its_reference,
    a_request_that_never_arrived_is_sent_again,
    a_pending_purchase_is_decided_later,
    a_prepaid_meter_gets_a_token,
}

#[tokio::test]
async fn vtpass_refusals_have_status_200_and_are_final() {
    let provider = Provider::vtpass().await;
    let stand_in = provider.stand_in.clone().unwrap();
    let port = provider.port();
    // Refused directly, and with the same code if it had been executed before.
    for (number, code) in ["018", "019", "086", "087", "012"].into_iter().enumerate() {
        let airtime = provider.airtime(&format!("FRESH{number}"));
        stand_in.will(Fault::Code(code));
        assert_eq!(
            port.vend(&airtime).await.outcome,
            OrderOutcome::Refused,
            "{code}"
        );
    }
    // For a repeated request, the first may be the one that came too soon, and cannot be queried yet.
    let airtime = Vend {
        is_repeat: true,
        ..provider.airtime("AGAIN1")
    };
    for (code, outcome) in [
        ("019", OrderOutcome::Unknown),
        ("085", OrderOutcome::Refused),
        ("086", OrderOutcome::Refused),
    ] {
        stand_in.will(Fault::Code(code));
        assert_eq!(port.vend(&airtime).await.outcome, outcome, "{code}");
    }
    let airtime = provider.airtime("TWICE1");
    assert_eq!(port.vend(&airtime).await.outcome, OrderOutcome::Done);
    for code in ["014", "019", "085", "086"] {
        stand_in.will(Fault::Code(code));
        assert_eq!(
            port.vend(&airtime).await.outcome,
            OrderOutcome::Done,
            "{code}"
        );
    }
    assert_eq!(stand_in.delivered(), 1);
    provider.world.end().await;
}

#[tokio::test]
async fn requests_to_vtpass_match_its_documentation() {
    let provider = Provider::vtpass().await;
    let stand_in = provider.stand_in.clone().unwrap();
    provider
        .port()
        .vend(&provider.power("7QK2M9", provider.meter))
        .await;
    // Nine in the morning in London is ten in Lagos.
    let expected = json!({
        "request_id": "2026112010007QK2M9", "serviceID": "ikeja-electric", "billersCode": provider.meter,
        "variation_code": "prepaid", "amount": 1000, "phone": provider.phone,
    });
    assert_eq!(stand_in.paid(), [expected]);
    provider.world.end().await;
}

#[tokio::test]
async fn vtpass_packages_are_cached_for_an_hour() {
    let provider = Provider::vtpass().await;
    let stand_in = provider.stand_in.clone().unwrap();
    let ask = async || {
        provider
            .port()
            .packages(Bill::Data, "mtn")
            .await
            .unwrap()
            .len()
    };
    assert_eq!(
        (ask().await, ask().await, stand_in.variations_asked()),
        (2, 2, 1)
    );
    provider.world.advance_seconds(3_600);
    assert_eq!((ask().await, stand_in.variations_asked()), (2, 2));
    provider.world.end().await;
}
