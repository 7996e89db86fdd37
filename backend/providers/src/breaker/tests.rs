//! Tests against providers that hang, fail, refuse and recover.

use super::state::{FIRST_PAUSE_MS, MOST_FAILURES};
use super::*;
use crate::OrderOutcome;
use crate::bank::http::HttpBank;
use crate::bank::{BankPort, Payout};
use crate::client::{CallError, ProviderClient, Wire};
use crate::testing::{Reply, Stub};
use axum::http::Method;
use domain_core::money::{Amount, Currency};
use ground::config::BankProvider;
use ground::secret::Secret;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_millis(300);
const MOST: usize = MOST_FAILURES as usize;

struct Line {
    client: ProviderClient,
    breakers: Breakers,
    clock: Clock,
}

impl Line {
    fn to(stub: &Stub) -> Self {
        let clock = Clock::set_to(1_000_000);
        let mut breakers = Breakers::new(&clock);
        let wire = Wire::new(PATIENCE, breakers.add("bank"));
        let key = Secret::new(String::from("key"));
        let client = ProviderClient::new(&stub.url(""), key, wire).unwrap();
        Self {
            client,
            breakers,
            clock,
        }
    }

    /// The status, or the reason for a missing response.
    async fn ask(&self) -> Result<u16, CallError> {
        let answered = self.client.call(Method::GET, "/", &[], Vec::new()).await;
        answered.map(|answered| answered.status.as_u16())
    }

    fn metrics(&self) -> (bool, bool) {
        let text = self.breakers.text();
        let says = |line: &str| text.lines().any(|found| found == line);
        (
            says("ajo_provider_left_alone{provider=\"bank\"} 1"),
            says("ajo_provider_pauses_total{provider=\"bank\"} 1"),
        )
    }
}

fn ok() -> Reply {
    Reply::json(200, "{}")
}

#[tokio::test]
async fn a_hanging_provider_delays_only_a_few_callers() {
    let mut replies = vec![Reply::Silence; MOST];
    replies.push(ok());
    let stub = Stub::new(replies).await;
    let line = Line::to(&stub);
    for _ in 0..MOST {
        assert_eq!(line.ask().await, Err(CallError::Unanswered));
    }
    assert_eq!(line.metrics(), (true, true));
    for _ in 0..20 {
        assert_eq!(line.ask().await, Err(CallError::NotSent));
    }
    assert_eq!(stub.asked().await.len(), MOST);
    line.clock.advance_ms(FIRST_PAUSE_MS);
    assert_eq!(line.ask().await, Ok(200));
    assert_eq!((line.ask().await, line.metrics()), (Ok(200), (false, true)));
}

#[tokio::test]
async fn callers_do_not_wait_for_the_trial() {
    let mut replies = vec![Reply::json(500, "{}"); MOST];
    replies.push(Reply::Silence);
    let stub = Stub::new(replies).await;
    let line = Line::to(&stub);
    for _ in 0..MOST {
        assert_eq!(line.ask().await, Ok(500));
    }
    line.clock.advance_ms(FIRST_PAUSE_MS);
    let (one, two, three) = tokio::join!(line.ask(), line.ask(), line.ask());
    let mut ends = [one, two, three];
    ends.sort_by_key(|end| *end == Err(CallError::NotSent));
    assert_eq!(
        ends,
        [
            Err(CallError::Unanswered),
            Err(CallError::NotSent),
            Err(CallError::NotSent)
        ]
    );
    assert_eq!(stub.asked().await.len(), MOST + 1);
    // The trial failed: the pause is twice as long.
    line.clock.advance_ms(FIRST_PAUSE_MS);
    assert_eq!(line.ask().await, Err(CallError::NotSent));
    line.clock.advance_ms(FIRST_PAUSE_MS);
    assert_eq!(line.ask().await, Err(CallError::Unanswered));
}

#[tokio::test]
async fn an_abandoned_trial_makes_the_next_call_the_trial() {
    let mut replies = vec![Reply::Reset; MOST];
    replies.extend([Reply::Silence, ok()]);
    let stub = Stub::new(replies).await;
    let line = Line::to(&stub);
    for _ in 0..MOST {
        assert_eq!(line.ask().await, Err(CallError::Unanswered));
    }
    line.clock.advance_ms(FIRST_PAUSE_MS);
    tokio::select! {
        biased;
        ended = line.ask() => panic!("the provider was to be silent: {ended:?}"),
        () = stub.asked_times(MOST + 1) => {}
    }
    assert_eq!(line.ask().await, Ok(200));
}

#[tokio::test]
async fn refusals_count_as_answers_and_answers_reset_the_failures() {
    let refusing = Stub::new([Reply::json(429, "{}")]).await;
    let line = Line::to(&refusing);
    for _ in 0..4 * MOST {
        assert_eq!(line.ask().await, Ok(429));
    }
    let mut replies = vec![Reply::json(503, "{}"); MOST - 1];
    replies.push(ok());
    replies.extend(vec![Reply::json(503, "{}"); MOST - 1]);
    replies.push(ok());
    let shaky = Stub::new(replies).await;
    let line = Line::to(&shaky);
    for _ in 0..2 * MOST {
        line.ask().await.unwrap();
    }
    assert_eq!(line.metrics(), (false, false));
}

#[tokio::test]
async fn an_open_breaker_sends_no_payout_and_the_status_is_queried_first() {
    let mut replies = vec![Reply::json(500, "{}"); MOST];
    replies.push(Reply::json(404, r#"{"code":"payout_not_found"}"#));
    replies.push(Reply::json(
        200,
        r#"{"reference":"r1","currency":"NGN","amount":"100.00","status":"paid"}"#,
    ));
    let stub = Stub::new(replies).await;
    let clock = Clock::set_to(1_000_000);
    let provider = BankProvider {
        url: stub.url("/v1"),
        key: Secret::new("key".into()),
        secret: Secret::new("secret".into()),
    };
    let wire = Wire::new(PATIENCE, Breaker::new("bank", &clock));
    let bank = HttpBank::new(&provider, clock.clone(), wire).unwrap();
    let text = String::from;
    let payout = Payout {
        reference: text("r1"),
        bank_code: text("044"),
        account_number: text("0123456789"),
        account_name: text("ADA OBI"),
        amount: Amount::parse("100.00", Currency::Ngn).unwrap(),
        narration: text(""),
    };
    for _ in 0..MOST {
        assert!(bank.banks().await.is_err());
    }
    assert_eq!(bank.pay_out(&payout).await, OrderOutcome::Unknown);
    assert_eq!(bank.payout_status("r1").await, OrderOutcome::Unknown);
    assert_eq!(stub.asked().await.len(), MOST);
    clock.advance_ms(FIRST_PAUSE_MS);
    assert_eq!(bank.payout_status("r1").await, OrderOutcome::NotFound);
    assert_eq!(bank.pay_out(&payout).await, OrderOutcome::Done);
}
