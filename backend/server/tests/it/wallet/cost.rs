//! The database cost of a payment: round trips, counted in the driver's log. Statements that are sent together count as
//! one.

use super::*;
use crate::support::log::counted;

/// The session, the facts, and the write.
const MOST: usize = 3;

/// Whether a statement begins, ends or divides a transaction; their number does not depend on the payment.
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
        let what = ("wallet_transfer", "5.00", format!("wallet:{number}"));
        let mut payer = authorised_for(&ada, (what.0, what.1, &what.2), "key-00000001", &body).await;

        let (answer, ran) = counted(payer.post("/wallet/transfer", body)).await;

        answer.expect(201);
        let count = ran.iter().filter(|statement| !frames(statement)).count();
        assert!((2..=MOST).contains(&count), "{count}: {ran:#?}");
    }
}
