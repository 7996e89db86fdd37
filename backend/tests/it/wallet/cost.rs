//! What a payment costs the database: round trips, counted in the log of the driver. A batch is one.

use super::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use tracing::span::Id;
use tracing::{Instrument, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

const IN_THE_TRANSACTION: usize = 11;
const BEFORE_IT: usize = 2;

/// The statements that ran inside each span named [`SPAN`], in their order. Tests that run beside this one have no such span.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<HashMap<Id, Vec<String>>>>);

const SPAN: &str = "statements are counted";

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, context: Context<'_, S>) {
        if event.metadata().target() != "sqlx::query" {
            return;
        }
        let scope = context.event_scope(event).into_iter().flatten();
        let Some(span) = scope.into_iter().find(|span| span.name() == SPAN) else {
            return;
        };
        let mut text = String::new();
        event.record(
            &mut |field: &tracing::field::Field, value: &dyn std::fmt::Debug| {
                if field.name() == "summary" {
                    text = format!("{value:?}").trim_matches('"').to_owned();
                }
            },
        );
        let mut all = self.0.lock().unwrap();
        all.entry(span.id()).or_default().push(text);
    }
}

/// What is done, and the statements that it ran.
async fn counted<T>(work: impl Future<Output = T>) -> (T, Vec<String>) {
    static ALL: OnceLock<Statements> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let statements = Statements::default();
        let registry = tracing_subscriber::registry().with(statements.clone());
        tracing::subscriber::set_global_default(registry).expect("no other subscriber is set");
        statements
    });
    let span = tracing::info_span!("statements are counted");
    let id = span.id().expect("the subscriber takes every span");
    let done = work.instrument(span).await;
    (done, all.0.lock().unwrap().remove(&id).unwrap_or_default())
}

/// Opens, closes or divides a transaction; how often that happens does not depend on the payment.
fn frames(statement: &str) -> bool {
    ["BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK"]
        .iter()
        .any(|word| statement.to_uppercase().starts_with(word))
}

on_both! {
    async fn a_wallet_transfer_runs_few_statements(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1000")]) {
        let mut ada = holder(world, "1000.00").await;
        let mut bola = holder(world, "1.00").await;
        let number = wallet_number(&mut bola).await;
        let wanted = json!({ "destination": "wallet", "amount": "5.00", "currency": "NGN", "wallet_number": number });
        let quote = ada.post("/quotes/transfer", wanted).await;
        let mut body = transfer_body(&number, "5.00");
        body["quote_id"] = quote.expect(200).data()["id"].clone();
        let mut payer = authorised(&mut ada, "wallet_transfer", "5.00", &format!("wallet:{number}"), "key-00000001").await;

        let (answer, ran) = counted(payer.post("/wallet/transfer", body)).await;

        answer.expect(201);
        // The log has the first words of a statement. The first batch locks the payer and claims the key.
        let batch = |statement: &String| statement.contains("INTO person_settings") || statement.starts_with("WITH w0");
        let begin = ran.iter().position(batch).expect("the payer is locked");
        let (before, inside) = ran.split_at(begin);
        let count = |statements: &[String]| statements.iter().filter(|statement| !frames(statement)).count();
        assert!(count(inside) >= 5 && count(inside) <= IN_THE_TRANSACTION, "{}: {inside:#?}", count(inside));
        assert!(count(before) <= BEFORE_IT, "{}: {before:#?}", count(before));
    }
}
