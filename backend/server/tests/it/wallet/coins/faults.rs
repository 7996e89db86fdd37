//! Random faults of the custodian and the market while users sell, send and receive: nothing happens twice, nothing is
//! lost, nothing stays open.

use super::*;
use crate::support::PASSWORD;
use crate::support::dice::Dice;
use money::orders::reconcile;
use wallet::coins::deposits::look_due;

const ROUNDS: usize = 40;

async fn number(world: &World, statement: &'static str) -> i64 {
    let mut connection = world.app.db.read().await.unwrap();
    let row = sqlx::query(statement)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    sqlx::Row::get(&row, 0)
}

on_one! {
    async fn random_faults_lose_duplicate_and_block_nothing(world: World) {
        let mut dice = Dice::new(20_261_120);
        let mut ada = holder(world, "5").await;
        let own = address(&mut ada, "BTC", "bitcoin").await;
        let me = ada.get("/auth/me").await.expect(200).data()["email"].clone();
        const FAULTS: &[&str] = &["succeed", "succeed", "fail", "lose_answer", "lose_request"];
        let (mut arrived, mut asked) = (0, 0);
        for round in 0..ROUNDS {
            let key = format!("key-fault-{round:06}");
            let (custody, market) = (dice.pick(FAULTS), dice.pick(FAULTS));
            let action = dice.pick(&["send", "send", "sell", "receive"]);
            let payee = if action == "send" { PAYEE } else { "sale:BTC" };
            let mut payer = match action {
                "receive" => ada.with("x", "x"),
                _ => authorised(&mut ada, action, "0.000006", payee, &key).await,
            };
            port_will(world, "custody", custody).await;
            port_will(world, "market", market).await;
            match action {
                "receive" => {
                    let body = json!({ "address": own, "amount": "0.001", "confirmations": 3, "id": key });
                    world.caller().post("/sandbox/coins", body).await;
                    arrived += 1;
                }
                path => {
                    let body = if path == "send" { sending("0.000006") } else { sale("0.000006") };
                    let path = format!("/{path}");
                    // Sent up to three times under one key: at most one effect.
                    for _ in 0..=dice.below(3) {
                        let answer = payer.post(&path, body.clone()).await;
                        asked += usize::from(path == "/send" && matches!(answer.status.as_u16(), 201 | 202));
                    }
                }
            }
            if dice.below(3) == 0 {
                world.advance_seconds(i64::try_from(dice.below(120)).unwrap());
                reconcile(&world.app).await.unwrap();
                look_due(&world.app).await.unwrap();
                // A session ends after three minutes.
                ada = world.caller();
                ada.post("/auth/login", json!({ "email": me, "password": PASSWORD })).await.expect(200);
            }
        }
        port_will(world, "custody", "succeed").await;
        port_will(world, "market", "succeed").await;
        for _ in 0..6 {
            world.advance_seconds(601);
            reconcile(&world.app).await.unwrap();
            look_due(&world.app).await.unwrap();
        }
        assert!(asked > 0 && arrived > 0);
        assert_eq!(number(world, "SELECT COUNT(*) FROM orders WHERE state = 'open'").await, 0);
        assert_eq!(number(world, "SELECT COUNT(*) FROM coin_deposits").await, arrived + 1);
        // The ledger's sends match the custodian's.
        let done = number(world, "SELECT COUNT(*) FROM orders WHERE state = 'done'").await;
        assert_eq!(number(world, "SELECT COUNT(*) FROM sandbox_coin_sends WHERE status = 'broadcast'").await, done);
        assert_eq!(number(world, "SELECT COUNT(*) FROM ledger_accounts WHERE reserved_minor <> 0").await, 0);
    }
}
