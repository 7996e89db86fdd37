//! A member's month with its decisions and its seal, as the member's browser checks it.

use crate::support::{Caller, World, fresh_email, sign_in};
use axum::http::Method;
use backend::reconciliation::seals::seal_portion;
use domain_core::evaluate;
use ground::secret::sha256_hex;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Value, json};
use service::access::audit;

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The lines of a month as they were sent, and what closes them.
async fn month(person: &mut Caller, month: &str) -> (Vec<String>, Value) {
    let answer = person.get(&format!("/decisions?month={month}")).await;
    let text = answer.expect(200).text.clone();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let closing = serde_json::from_str(&lines.pop().unwrap()).unwrap();
    (lines, closing)
}

fn read(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

/// The digest that the browser computes of the lines.
fn digest(lines: &[String], seal: &Value) -> String {
    let mut text = String::new();
    let heads = [&seal["previous"], &seal["account"], &seal["month"]]
        .map(|head| head.as_str().unwrap().to_owned());
    for one in heads.iter().chain(lines) {
        text.push_str(one);
        text.push('\n');
    }
    sha256_hex(text.as_bytes())
}

fn unhex(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// Whether the seal is that of the lines, and signed with a published key.
async fn stands(world: &World, lines: &[String], seal: &Value) -> bool {
    let known = world
        .caller()
        .raw(Method::GET, "/.well-known/ajo-rules.json", "text/plain", "")
        .await;
    let known = known.expect(200).body.clone();
    assert_eq!(known["rules"], domain_core::rules_version());
    let keys = known["keys"].as_array().unwrap();
    let key = keys.iter().find(|one| one["id"] == seal["key_id"]).unwrap();
    let key = UnparsedPublicKey::new(&ED25519, unhex(key["public_key"].as_str().unwrap()));
    let text = |key: &str| seal[key].as_str().unwrap();
    let kind = if seal["is_stored"] == true {
        "stored"
    } else {
        "made"
    };
    let [account, month, of_lines] = ["account", "month", "digest"].map(text);
    let count = &seal["lines"];
    let signed = format!("ajo account seal 1\n{account}\n{month}\n{count}\n{of_lines}\n{kind}\n");
    let is_signed = key
        .verify(signed.as_bytes(), &unhex(text("signature")))
        .is_ok();
    is_signed && seal["lines"] == json!(lines.len()) && text("digest") == digest(lines, seal)
}

/// Whether the answers of a line follow from its inputs, and the ledger moved them.
fn agreement(line: &Value, closing: &Value) -> String {
    let asked = line["decided"]["asked"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    for one in &asked {
        let output = evaluate(one["rule"].as_str().unwrap(), one["input"].clone()).unwrap();
        assert_eq!(output, one["output"], "{one}");
    }
    let input = json!({
        "movement": line["movement"], "at": line["at"], "records_since": closing["records_since"], "currency": line["currency"], "is_own": line["is_own"],
        "statement": line["statement"], "wallet": line["wallet"],
        "credits": line["credits"], "asked": asked,
    });
    let found = evaluate("payment.posted", input).unwrap();
    found["agreement"].as_str().unwrap().to_owned()
}

on_both! {
    async fn a_month_is_sealed_with_its_decisions(world: World) {
        let emails = [fresh_email(), fresh_email()];
        let mut ada = world.member_with_pin(&emails[0]).await;
        crate::wallet::credit(world, &mut ada, "NGN", "20000.00").await;
        let mut ben = world.member_with_pin(&emails[1]).await;
        crate::wallet::credit(world, &mut ben, "NGN", "100.00").await;
        crate::wallet::withdraw(&mut ada, "500.00", "key-of-seal-1").await.expect(201);
        let number = crate::wallet::wallet_number(&mut ben).await;
        crate::wallet::transfer(&mut ada, &number, "250.00", "key-of-seal-2").await.expect(201);
        let now = domain_core::calendar::lagos_date(domain_core::calendar::Instant(world.app.clock.now_ms()));
        let this_month = domain_core::wallet::month::key(now);
        // The newest payments are there, and not sealed yet.
        let (lines, closing) = month(&mut ada, &this_month).await;
        let seal = &closing["seal"];
        assert_eq!((lines.len(), &seal["lines"], &seal["is_stored"]), (3, &json!(0), &json!(false)));
        assert!(stands(world, &[], seal).await);
        world.advance_seconds(6 * 60);
        sign_in(&mut ada, &emails[0]).await;
        sign_in(&mut ben, &emails[1]).await;
        let (lines, closing) = month(&mut ada, &this_month).await;
        let seal = &closing["seal"];
        assert_eq!((&closing["since"], &seal["previous"]), (&json!(this_month), &json!("")));
        assert!(stands(world, &lines, seal).await, "{seal}");
        let read_lines: Vec<Value> = lines.iter().map(|line| read(line)).collect();
        let movements: Vec<&str> = read_lines.iter().map(|line| line["movement"].as_str().unwrap()).collect();
        assert_eq!(movements, ["funding", "withdrawal", "wallet_transfer"]);
        assert!(read_lines.iter().all(|line| line["is_own"] == true && agreement(line, &closing) == "agrees"), "{lines:?}");
        assert_eq!(read_lines[1]["credits"], json!([
            { "account": "fees", "amount": "20.00" }, { "account": "settlement", "amount": "500.00" },
        ]));
        // The payer's facts and fees are not for the receiver.
        let (of_ben, _) = month(&mut ben, &this_month).await;
        let received = read(&of_ben[1]);
        assert_eq!((&received["is_own"], &received["decided"], &received["credits"]), (&json!(false), &Value::Null, &json!([])));
        assert_eq!((&received["statement"], &received["wallet"]), (&json!("250.00"), &json!("250.00")));
        assert!(!of_ben.concat().contains("transfer.quote"));
        for lost in 0..lines.len() {
            let mut others = lines.clone();
            others.remove(lost);
            assert!(!stands(world, &others, seal).await);
            let mut others = lines.clone();
            others[lost] = others[lost].replacen('0', "1", 1);
            assert!(!stands(world, &others, seal).await);
        }
        let mut others = lines.clone();
        others.swap(0, 1);
        assert!(!stands(world, &others, seal).await);
        ada.get("/decisions?month=2026-1").await.refuses(422, "refused");
        ada.get("/decisions?month=2099-01").await.refuses(422, "refused");
        ada.get("/decisions").await.refuses(422, "refused");
        world.caller().get(&format!("/decisions?month={this_month}")).await.refuses(401, "unauthenticated");
    }

    async fn months_are_sealed_once_and_for_all(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        crate::wallet::credit(world, &mut ada, "NGN", "20000.00").await;
        crate::wallet::holder(world, "100.00").await;
        // Nobody had a transaction last month.
        assert_eq!(seal_portion(&world.app).await.unwrap(), None);
        assert_eq!(world.count("SELECT COUNT(*) FROM decision_seals").await, 0);
        let now = domain_core::calendar::lagos_date(domain_core::calendar::Instant(world.app.clock.now_ms()));
        let first = domain_core::wallet::month::key(now);
        world.advance_seconds(31 * DAY_SECONDS);
        let (one, other) = tokio::join!(seal_portion(&world.app), seal_portion(&world.app));
        let mut made = one.unwrap().unwrap_or_default() + other.unwrap().unwrap_or_default();
        while let Some(more) = seal_portion(&world.app).await.unwrap() {
            made += more;
        }
        assert_eq!(made, 2);
        assert_eq!(world.count("SELECT COUNT(*) FROM decision_seals").await, 2);
        assert_eq!(world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'accounts_sealed'").await, 1);
        assert!(audit::check(&world.app).await.unwrap().is_ok());
        sign_in(&mut ada, &email).await;
        let (lines, closing) = month(&mut ada, &first).await;
        assert_eq!((&closing["seal"]["is_stored"], &closing["is_over"]), (&json!(true), &json!(true)));
        assert!(stands(world, &lines, &closing["seal"]).await);
        // A month in which nobody had a transaction is done at once; later ones follow in their order.
        world.advance_seconds(31 * DAY_SECONDS);
        assert_eq!(seal_portion(&world.app).await.unwrap(), Some(0));
        assert_eq!(seal_portion(&world.app).await.unwrap(), None);
        sign_in(&mut ada, &email).await;
        // The next month continues from it.
        crate::wallet::withdraw(&mut ada, "500.00", "key-of-seal-3").await.expect(201);
        world.advance_seconds(6 * 60);
        sign_in(&mut ada, &email).await;
        let now = domain_core::calendar::lagos_date(domain_core::calendar::Instant(world.app.clock.now_ms()));
        let (next, after) = month(&mut ada, &domain_core::wallet::month::key(now)).await;
        assert_eq!(after["seal"]["previous"], closing["seal"]["digest"]);
        assert!(stands(world, &next, &after["seal"]).await);
        // A line that is changed afterwards is not the one that was sealed.
        let mut tx = world.app.db.begin().await.unwrap();
        assert!(sqlx::query("UPDATE decision_seals SET lines = 7").execute(tx.connection()).await.is_err());
        tx.rollback().await.unwrap();
        let by_hand = async |statement: &'static str| {
            let mut tx = world.app.db.begin().await.unwrap();
            sqlx::query(statement).execute(tx.connection()).await.unwrap();
            tx.commit().await.unwrap();
        };
        by_hand("UPDATE wallet_transactions SET net_minor = net_minor + 1 WHERE kind = 'CREDIT'").await;
        let (lines, closing) = month(&mut ada, &first).await;
        assert!(!stands(world, &lines, &closing["seal"]).await);
        assert_eq!(agreement(&read(&lines[0]), &closing), "differs");
        by_hand("UPDATE wallet_transactions SET net_minor = net_minor - 1 WHERE kind = 'CREDIT'").await;
    }
}
