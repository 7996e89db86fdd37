//! What a payment costs the database: statements, counted in the log of the driver.

use super::*;
use std::sync::{Arc, Mutex, OnceLock};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

const IN_THE_TRANSACTION: usize = 18;
const BEFORE_IT: usize = 2;

/// Statements in the order in which they ran. (One process runs one test, so what it logs is this test's.)
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl<S: tracing::Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, _context: Context<'_, S>) {
        if event.metadata().target() != "sqlx::query" {
            return;
        }
        let mut text = String::new();
        event.record(
            &mut |field: &tracing::field::Field, value: &dyn std::fmt::Debug| {
                if field.name() == "summary" {
                    text = format!("{value:?}").trim_matches('"').to_owned();
                }
            },
        );
        self.0.lock().unwrap().push(text);
    }
}

fn statements() -> &'static Statements {
    static ALL: OnceLock<Statements> = OnceLock::new();
    ALL.get_or_init(|| {
        let statements = Statements::default();
        let registry = tracing_subscriber::registry().with(statements.clone());
        tracing::subscriber::set_global_default(registry).expect("nobody else listens");
        statements
    })
}

/// Opens, closes or divides a transaction; how often that happens does not depend on the payment.
fn frames(statement: &str) -> bool {
    ["BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK"]
        .iter()
        .any(|word| statement.to_uppercase().starts_with(word))
}

on_both! {
    async fn a_wallet_transfer_runs_few_statements(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1000")]) {
        let log = statements();
        let mut ada = holder(world, "1000.00").await;
        let mut bola = holder(world, "1.00").await;
        let number = wallet_number(&mut bola).await;
        let wanted = json!({ "destination": "wallet", "amount": "5.00", "currency": "NGN", "wallet_number": number });
        let quote = ada.post("/quotes/transfer", wanted).await;
        let mut body = transfer_body(&number, "5.00");
        body["quote_id"] = quote.expect(200).data()["id"].clone();
        let mut payer = authorised(&mut ada, "wallet_transfer", "5.00", &format!("wallet:{number}"), "key-00000001").await;
        log.0.lock().unwrap().clear();

        payer.post("/wallet/transfer", body).await.expect(201);

        let ran = log.0.lock().unwrap().clone();
        let begin = ran.iter().position(|statement| statement.contains("INTO operations")).expect("the key is claimed");
        let (before, inside) = ran.split_at(begin);
        let count = |statements: &[String]| statements.iter().filter(|statement| !frames(statement)).count();
        assert!(count(inside) >= 10 && count(inside) <= IN_THE_TRANSACTION, "{}: {inside:#?}", count(inside));
        assert!(count(before) <= BEFORE_IT, "{}: {before:#?}", count(before));
    }
}
