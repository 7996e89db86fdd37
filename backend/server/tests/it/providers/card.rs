//! The contract of a card company.

use super::flutterwave::{Fault, Flutterwave};
use crate::support::{Engine, World};
use domain_core::money::{Amount, Currency};
use ground::random::Random;
use providers::card::{CardPayment, CardPort, CardStatus, CardUnavailable, Checkout, Customer};
use providers::sandbox::{Behaviour, CardDeed, Outcome, Port, Sandbox};

/// The company behind the port, controlled by the test.
enum Company {
    Sandbox(Sandbox),
    StandIn(Flutterwave),
}

impl Company {
    /// Tries to pay at the checkout's page; returns the payments' identifiers.
    async fn visited(&self, tx_ref: &str, deed: CardDeed) -> Vec<String> {
        match self {
            Self::Sandbox(sandbox) => {
                let checkout = sandbox.checkout(tx_ref).await.unwrap().unwrap();
                sandbox.act_on_checkout(&checkout, deed).await.unwrap()
            }
            Self::StandIn(company) => {
                let link = company.link(tx_ref);
                let (amount, currency) = (
                    link["amount"].as_str().unwrap(),
                    link["currency"].as_str().unwrap(),
                );
                let pay = |amount: &str, status| company.pay(tx_ref, amount, currency, status);
                match deed {
                    CardDeed::Cancel => Vec::new(),
                    CardDeed::Decline => vec![pay(amount, "failed")],
                    CardDeed::Pay | CardDeed::PayAndVanish => vec![pay(amount, "successful")],
                    CardDeed::PayTwice => {
                        vec![pay(amount, "successful"), pay(amount, "successful")]
                    }
                    CardDeed::TakeBack => vec![company.take_back(tx_ref)],
                    CardDeed::PayLess => vec![pay("5.25", "successful")],
                }
            }
        }
    }

    /// Executes the next call, and loses its response.
    async fn loses_answer(&self) {
        match self {
            Self::Sandbox(sandbox) => behave(sandbox, Outcome::LoseAnswer).await,
            Self::StandIn(company) => company.will(Fault::LosesAnswer),
        }
    }

    /// Does not execute the next call.
    async fn is_away(&self) {
        match self {
            Self::Sandbox(sandbox) => behave(sandbox, Outcome::LoseRequest).await,
            Self::StandIn(company) => company.will(Fault::Unavailable),
        }
    }
}

async fn behave(sandbox: &Sandbox, outcome: Outcome) {
    let behaviour = Behaviour {
        port: Port::Cards,
        outcome,
        delay_ms: 0,
        times: Some(1),
    };
    sandbox.set_behaviour(&behaviour).await.unwrap();
}

fn checkout(tx_ref: &str, amount: &str, currency: Currency) -> Checkout {
    Checkout {
        tx_ref: tx_ref.into(),
        amount: Amount::parse(amount, currency).unwrap(),
        customer: Customer {
            name: "Ada Obi".into(),
            email: "ada@example.ng".into(),
            phone: "08031234567".into(),
        },
        return_to: "https://ajo.example/payment/return".into(),
        title: "Ajo".into(),
    }
}

fn paid(id: &str, amount: &str, currency: Currency) -> Result<CardStatus, CardUnavailable> {
    Ok(CardStatus::Paid(CardPayment {
        id: id.into(),
        amount: Amount::parse(amount, currency).unwrap(),
    }))
}

async fn conforms(port: &dyn CardPort, company: &Company) {
    // An unknown checkout is not found, and a new one is unpaid.
    assert_eq!(
        port.verify("card-nobodys", None).await,
        Ok(CardStatus::Untouched)
    );
    assert_eq!(port.verify("../x?y", None).await, Ok(CardStatus::Untouched));
    let one = checkout("card-one", "1050.00", Currency::Ngn);
    let page = port.checkout(&one).await.unwrap();
    assert!(page.starts_with('/') || page.starts_with("http"), "{page}");
    assert_eq!(
        port.verify("card-one", None).await,
        Ok(CardStatus::Untouched)
    );
    port.checkout(&one).await.unwrap();

    // A declined card may be tried again.
    let tried = company.visited("card-one", CardDeed::Decline).await;
    assert_eq!(
        port.verify("card-one", None).await,
        Ok(CardStatus::Declined)
    );
    assert_eq!(
        port.verify("card-one", Some(&tried[0])).await,
        Ok(CardStatus::Declined)
    );
    let first = company.visited("card-one", CardDeed::Pay).await.remove(0);
    for _ in 0..2 {
        assert_eq!(
            port.verify("card-one", None).await,
            paid(&first, "1050.00", Currency::Ngn)
        );
    }
    assert_eq!(
        port.verify("card-one", Some(&first)).await,
        paid(&first, "1050.00", Currency::Ngn)
    );

    // A declined attempt after a payment hides it only in a query by name.
    let again = company.visited("card-one", CardDeed::Decline).await;
    assert_eq!(
        port.verify("card-one", Some(&again[0])).await,
        Ok(CardStatus::Declined)
    );
    assert_eq!(
        port.verify("card-one", None).await,
        paid(&first, "1050.00", Currency::Ngn)
    );

    // Each of two payments has its own identifier; without one, the company reports the latest.
    port.checkout(&checkout("card-two", "10.50", Currency::Usd))
        .await
        .unwrap();
    let both = company.visited("card-two", CardDeed::PayTwice).await;
    assert_ne!(both[0], both[1]);
    for id in &both {
        assert_eq!(
            port.verify("card-two", Some(id)).await,
            paid(id, "10.50", Currency::Usd)
        );
    }
    assert_eq!(
        port.verify("card-two", None).await,
        paid(&both[1], "10.50", Currency::Usd)
    );

    // A payment of one checkout does not count for another.
    assert_eq!(
        port.verify("card-two", Some(&first)).await,
        Ok(CardStatus::Untouched)
    );
    assert_eq!(
        port.verify("card-two", Some("0")).await,
        Ok(CardStatus::Untouched)
    );
    assert_eq!(
        port.verify("card-two", Some("../1")).await,
        Ok(CardStatus::Untouched)
    );

    // The paid amount is reported, not the requested one.
    port.checkout(&checkout("card-less", "10.50", Currency::Usd))
        .await
        .unwrap();
    let less = company
        .visited("card-less", CardDeed::PayLess)
        .await
        .remove(0);
    assert_eq!(
        port.verify("card-less", None).await,
        paid(&less, "5.25", Currency::Usd)
    );

    // A lost response counts as none; the checkout can still be paid, and created once more.
    company.loses_answer().await;
    let lost = checkout("card-lost", "100.00", Currency::Ngn);
    assert_eq!(port.checkout(&lost).await, Err(CardUnavailable));
    let id = company.visited("card-lost", CardDeed::Pay).await.remove(0);
    company.is_away().await;
    assert_eq!(port.verify("card-lost", None).await, Err(CardUnavailable));
    assert_eq!(
        port.verify("card-lost", None).await,
        paid(&id, "100.00", Currency::Ngn)
    );
    port.checkout(&lost).await.unwrap();
    company.is_away().await;
    assert_eq!(
        port.checkout(&checkout("card-away", "1.00", Currency::Ngn))
            .await,
        Err(CardUnavailable)
    );
    assert_eq!(
        port.verify("card-away", None).await,
        Ok(CardStatus::Untouched)
    );
}

#[tokio::test]
async fn the_sandbox_conforms() {
    let world = World::new(Engine::Sqlite).await;
    let sandbox = Sandbox::new(world.app.db.clone(), world.clock.clone(), Random);
    conforms(&*world.app.ports.cards, &Company::Sandbox(sandbox)).await;
    world.end().await;
}

async fn with_stand_in() -> (World, Flutterwave) {
    let company = Flutterwave::start().await;
    let settings = company.settings();
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    (World::with(Engine::Sqlite, &settings).await, company)
}

#[tokio::test]
async fn flutterwave_conforms() {
    let (world, company) = with_stand_in().await;
    conforms(&*world.app.ports.cards, &Company::StandIn(company)).await;
    world.end().await;
}

#[tokio::test]
async fn requests_to_flutterwave_match_its_documentation() {
    let (world, company) = with_stand_in().await;
    let wanted = checkout("card-plan", "10.50", Currency::Usd);
    let page = world.app.ports.cards.checkout(&wanted).await.unwrap();
    assert!(
        page.starts_with(&format!("{}/v3/hosted/pay/flwlnk-", company.url)),
        "{page}"
    );
    let told = company.link("card-plan");
    assert_eq!(
        told,
        serde_json::json!({
            "tx_ref": "card-plan", "amount": "10.50", "currency": "USD",
            "redirect_url": "https://ajo.example/payment/return", "payment_options": "card, mobilemoney, ussd, banktransfer",
            "customer": { "email": "ada@example.ng", "name": "Ada Obi", "phonenumber": "08031234567" },
            "customizations": { "title": "Ajo" }, "meta": { "tx_ref": "card-plan" },
        })
    );
    world.end().await;
}

#[tokio::test]
async fn ambiguous_flutterwave_responses_count_as_no_answer() {
    let (world, company) = with_stand_in().await;
    let port = &world.app.ports.cards;
    let wanted = checkout("card-odd", "10.50", Currency::Usd);
    port.checkout(&wanted).await.unwrap();
    company.will(Fault::Nonsense);
    assert_eq!(port.verify("card-odd", None).await, Err(CardUnavailable));
    company.will(Fault::Nonsense);
    assert_eq!(port.checkout(&wanted).await, Err(CardUnavailable));
    for (amount, currency, status) in [
        ("10.50", "USD", "voided"),
        ("10.505", "USD", "successful"),
        ("0", "USD", "successful"),
        ("-10.50", "USD", "successful"),
        ("10.50", "KES", "successful"),
    ] {
        let id = company.pay("card-odd", amount, currency, status);
        let told = port.verify("card-odd", Some(&id)).await;
        assert_eq!(told, Err(CardUnavailable), "{amount} {currency} {status}");
    }
    let id = company.pay("card-odd", "10.50", "USD", "reversed");
    let told = port.verify("card-odd", Some(&id)).await;
    assert!(matches!(told, Ok(CardStatus::TakenBack(_))), "{told:?}");
    let id = company.pay("card-odd", "10.50", "USD", "pending");
    assert_eq!(
        port.verify("card-odd", Some(&id)).await,
        Ok(CardStatus::Pending)
    );
    world.end().await;
}
