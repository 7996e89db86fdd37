//! A transfer that is made at once: it is decided on facts that were read without a lock, so whatever changes before its
//! write sends it on the longer way, which says what is true now.

use super::*;
use crate::support::PASSWORD;

/// A payer with naira, and the number of a wallet that they have not paid yet.
async fn pair(world: &World, amount: &str) -> (Caller, String) {
    let mut ben = holder(world, "1.00").await;
    let number = wallet_number(&mut ben).await;
    (holder(world, amount).await, number)
}

/// Sends a transfer, stops it between its decision and its write, and lets `change` happen meanwhile.
async fn meanwhile<F: Future<Output = ()>>(
    world: &World,
    payer: &mut Caller,
    (number, amount, key): (&str, &str, &str),
    change: F,
) -> Answer {
    let mut paused = world.app.pause.next();
    let (number, amount, key) = (number.to_owned(), amount.to_owned(), key.to_owned());
    let mut sending = payer.clone();
    let answer = tokio::spawn(async move { transfer(&mut sending, &number, &amount, &key).await });
    paused.reached().await;
    change.await;
    paused.go();
    answer.await.unwrap()
}

async fn by_hand(world: &World, statement: &'static str) {
    let mut tx = world.app.db.begin().await.unwrap();
    let done = sqlx::query(statement)
        .execute(tx.connection())
        .await
        .unwrap();
    assert!(done.rows_affected() > 0, "{statement}");
    tx.commit().await.unwrap();
}

/// How many transfers took the longer way, by reason.
fn locked(world: &World, reason: &str) -> u64 {
    let line = format!("ajo_transfers_locked_total{{reason=\"{reason}\"}} ");
    let text = world.app.metrics.text();
    let counted = text
        .lines()
        .find_map(|one| one.strip_prefix(&line)?.parse().ok());
    counted.unwrap_or(0)
}

async fn me(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["uuid"].as_str().unwrap().into()
}

on_both! {
    async fn a_transfer_is_made_at_once_if_nothing_changes(world: World) {
        let (mut ada, number) = pair(world, "1000.00").await;
        meanwhile(world, &mut ada, (&number, "10.00", "at-once-1"), async {}).await.expect(201);
        for reason in ["changed", "composed", "failed", "refused"] {
            assert_eq!(locked(world, reason), 0, "{reason}");
        }
        assert_eq!(balances(&mut ada).await.0, "990.00");
    }

    async fn what_changes_before_the_write_is_found(world: World) {
        let (mut ada, number) = pair(world, "1000.00").await;
        let mut other = ada.clone();

        let spent = async { transfer(&mut other, &number, "600.00", "at-once-a").await.expect(201); };
        let answer = meanwhile(world, &mut ada, (&number, "600.00", "at-once-b"), spent).await;
        assert_eq!(answer.expect(422).body["violations"][0]["code"], "insufficient_balance");
        assert_eq!(locked(world, "changed"), 1);
        assert_eq!(balances(&mut ada).await.0, "400.00");

        // A used key gets the answer of the first call.
        let mut other = ada.clone();
        let twice = async { transfer(&mut other, &number, "10.00", "at-once-c").await.expect(201); };
        let answer = meanwhile(world, &mut ada, (&number, "10.00", "at-once-c"), twice).await;
        assert_eq!(answer.header("idempotency-replayed"), "true");
        assert_eq!(balances(&mut ada).await.0, "390.00");

        let spoiled = by_hand(world, "UPDATE pin_grants SET consumed_at_ms = 1 WHERE idempotency_key = 'at-once-d'");
        let answer = meanwhile(world, &mut ada, (&number, "10.00", "at-once-d"), spoiled).await;
        answer.refuses(403, "pin_authorisation_required");

        // Nothing else locks the user for these.
        let id = me(&mut ada).await;
        for (change, undo, key, status) in [
            ("UPDATE users SET restricted = 1 WHERE id = $1", "UPDATE users SET restricted = 0 WHERE id = $1", "at-once-e", 403),
            ("INSERT INTO cautions (user_id, reason, since_ms) SELECT id, 'pin', 9000000000000 FROM users WHERE id = $1",
             "DELETE FROM cautions WHERE user_id = $1", "at-once-f", 201),
            ("UPDATE sessions SET ended_at_ms = 1 WHERE user_id = $1", "UPDATE sessions SET ended_at_ms = NULL WHERE user_id = $1", "at-once-h", 403),
        ] {
            let before = locked(world, "changed");
            let change = by_hand_of(world, change, &id);
            let answer = meanwhile(world, &mut ada, (&number, "1.00", key), change).await;
            assert_eq!(answer.status.as_u16(), status, "{key}: {}", answer.text);
            assert_eq!(locked(world, "changed"), before + 1, "{key}");
            by_hand_of(world, undo, &id).await;
        }
        assert_eq!(balances(&mut ada).await.0, "389.00");

        let mut cleo = world.member_with_pin(&fresh_email()).await;
        let empty = wallet_number(&mut cleo).await;
        let id = me(&mut cleo).await;
        let closed = by_hand_of(world, "UPDATE ledger_accounts SET closed_at_ms = 1 WHERE owner = $1 AND currency = 'NGN'", &id);
        let answer = meanwhile(world, &mut ada, (&empty, "1.00", "at-once-g"), closed).await;
        answer.refuses(404, "no_such_wallet");
    }

    async fn two_transfers_within_a_cap_cannot_both_pass_it(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "200000.00").await;
        let mut ben = holder(world, "1.00").await;
        let number = wallet_number(&mut ben).await;
        let body = json!({ "old_password": PASSWORD, "new_password": "Lantern7!Quarry", "confirm": "Lantern7!Quarry" });
        ada.post("/user/change-password", body).await.expect(200);
        ada.post("/auth/login", json!({ "email": email, "password": "Lantern7!Quarry" })).await.expect(200);
        let mut other = ada.clone();
        let first = async { transfer(&mut other, &number, "30000.00", "at-once-1").await.expect(201); };
        let answer = meanwhile(world, &mut ada, (&number, "30000.00", "at-once-2"), first).await;
        let wrong = &answer.expect(422).body["violations"][0];
        assert_eq!((&wrong["code"], &wrong["params"]["limit"]), (&json!("above_maximum"), &json!("20000.00")));
    }

}

on_both! {
    async fn many_transfers_at_once_are_each_made_once(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1000")]) {
        let mut people = Vec::new();
        for _ in 0..6 {
            people.push(holder(world, "100.00").await);
        }
        let mut numbers = Vec::new();
        for person in &mut people {
            numbers.push(wallet_number(person).await);
        }
        // Everybody pays the next one and the one after, all at the same time, and each call is sent twice.
        let mut sending = Vec::new();
        for (at, person) in people.iter().enumerate() {
            for step in [1, 2] {
                let number = &numbers[(at + step) % numbers.len()];
                let (key, what) = (format!("crowd-{at}-{step}"), format!("wallet:{number}"));
                let body = transfer_body(number, "7.00");
                let payer = authorised_for(person, ("wallet_transfer", "7.00", &what), &key, &body).await;
                for _ in 0..2 {
                    let (mut payer, body) = (payer.clone(), body.clone());
                    sending.push(tokio::spawn(async move { payer.post("/wallet/transfer", body).await }));
                }
            }
        }
        let mut replayed = 0;
        for answer in sending {
            let answer = answer.await.unwrap();
            answer.expect(201);
            replayed += usize::from(answer.header("idempotency-replayed") == "true");
        }
        assert_eq!(replayed, 12);
        for person in &mut people {
            assert_eq!(balances(person).await.0, "100.00");
        }
        let log = service::access::audit::check(&world.app).await.unwrap();
        assert!(log.is_ok(), "{log:?}");
    }
}

async fn by_hand_of(world: &World, statement: &'static str, user_id: &str) {
    let mut tx = world.app.db.begin().await.unwrap();
    let done = sqlx::query(statement)
        .bind(user_id)
        .execute(tx.connection())
        .await
        .unwrap();
    assert!(done.rows_affected() > 0, "{statement}");
    tx.commit().await.unwrap();
}

/// A transfer with the PIN in its own body.
async fn by_pin(payer: &mut Caller, number: &str, amount: &str, pin: Value, key: &str) -> Answer {
    let mut body = transfer_body(number, amount);
    body["pin"] = pin;
    payer
        .with("idempotency-key", key)
        .post("/wallet/transfer", body)
        .await
}

on_both! {
    async fn the_pin_may_come_with_the_transfer(world: World) {
        let (mut ada, number) = pair(world, "1000.00").await;
        let paid = by_pin(&mut ada, &number, "10.00", json!("2580"), "by-pin-01").await;
        paid.expect(201);
        assert_eq!(locked(world, "refused") + locked(world, "composed"), 0);
        // The PIN is no part of what the key stands for, and a used key needs none.
        let again = ada.with("idempotency-key", "by-pin-01").post("/wallet/transfer", transfer_body(&number, "10.00")).await;
        assert_eq!((again.expect(201).body.clone(), again.header("idempotency-replayed")), (paid.body.clone(), "true"));
        let again = by_pin(&mut ada, &number, "10.00", json!("0000"), "by-pin-01").await;
        assert_eq!(again.expect(201).body, paid.body);
        let other = by_pin(&mut ada, &number, "11.00", json!("2580"), "by-pin-01").await;
        other.refuses(422, "idempotency_key_reused");

        let wrong = by_pin(&mut ada, &number, "10.00", json!("0000"), "by-pin-02").await;
        let found = &wrong.expect(422).body["violations"][0];
        assert_eq!((&found["field"], &found["code"]), (&json!("pin"), &json!("mismatch")));
        for (pin, status) in [(json!("12"), 422), (json!(""), 422), (json!(2580), 422), (json!({}), 422)] {
            let answer = by_pin(&mut ada, &number, "10.00", pin, "by-pin-03").await;
            assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
        }
        by_pin(&mut ada, &number, "10.00", Value::Null, "by-pin-04").await.refuses(403, "pin_authorisation_required");
        // On the longer way too.
        let refused = by_pin(&mut ada, &number, "5000.00", json!("2580"), "by-pin-05").await;
        assert_eq!(refused.expect(422).body["violations"][0]["code"], "insufficient_balance");
        by_hand(world, "UPDATE users SET referred_by = 'NOBODY'").await;
        by_pin(&mut ada, &number, "10.00", json!("2580"), "by-pin-06").await.expect(201);
        assert_eq!(locked(world, "composed"), 1);
        assert_eq!(balances(&mut ada).await.0, "980.00");
    }

    async fn guesses_that_come_with_transfers_are_counted(world: World) {
        let (mut ada, number) = pair(world, "1000.00").await;
        let guesses = (0..12).map(|guess| {
            let (mut ada, number) = (ada.clone(), number.clone());
            let (pin, key) = (format!("00{guess:02}"), format!("guess-{guess:08}"));
            tokio::spawn(async move { by_pin(&mut ada, &number, "1.00", json!(pin), &key).await })
        });
        let mut wrong = 0;
        for guess in guesses.collect::<Vec<_>>() {
            let answer = guess.await.unwrap();
            match answer.body["code"].as_str() {
                Some("pin_locked") => answer.refuses(423, "pin_locked"),
                _ => { wrong += 1; answer.expect(422) }
            };
        }
        // The fifth wrong entry is answered by the lock that it sets.
        assert!((4..=5).contains(&wrong), "{wrong}");
        by_pin(&mut ada, &number, "1.00", json!("2580"), "guess-right").await.refuses(423, "pin_locked");
        assert_eq!(balances(&mut ada).await.0, "1000.00");
    }

    async fn a_pin_must_still_stand_when_the_transfer_is_written(world: World) {
        let (mut ada, number) = pair(world, "1000.00").await;
        for (change, undo, key, status) in [
            ("UPDATE pins SET times_set = times_set + 1 WHERE user_id = $1", "UPDATE pins SET times_set = times_set - 1 WHERE user_id = $1", "stands-1", 422),
            ("UPDATE pins SET failures = 5, locked_until_ms = 9000000000000 WHERE user_id = $1",
             "UPDATE pins SET failures = 0, locked_until_ms = NULL WHERE user_id = $1", "stands-2", 423),
            ("UPDATE sessions SET ended_at_ms = 1 WHERE user_id = $1", "UPDATE sessions SET ended_at_ms = NULL WHERE user_id = $1", "stands-3", 401),
        ] {
            let id = me(&mut ada).await;
            let mut paused = world.app.pause.next();
            let (mut sending, to) = (ada.clone(), number.clone());
            let answer = tokio::spawn(async move { by_pin(&mut sending, &to, "1.00", json!("2580"), key).await });
            paused.reached().await;
            by_hand_of(world, change, &id).await;
            paused.go();
            let answer = answer.await.unwrap();
            assert_eq!(answer.status.as_u16(), status, "{key}: {}", answer.text);
            by_hand_of(world, undo, &id).await;
        }
        assert_eq!(balances(&mut ada).await.0, "1000.00");
    }
}
