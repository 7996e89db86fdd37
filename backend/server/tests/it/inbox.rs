//! The inbox, and what users are told whatever their switches.

use crate::plans::loans::{ask, borrower, four_weeks, plan};
use crate::plans::{back, days_pass};
use crate::support::{Caller, World};
use crate::wallet::{credit, holder};
use serde_json::{Value, json};

const KEY: &str = "key-of-loan-00001";

async fn notices(person: &mut Caller) -> Vec<Value> {
    let page = person.get("/notices").await;
    page.expect(200).data()["data"].as_array().unwrap().clone()
}

async fn unread(person: &mut Caller) -> i64 {
    person.get("/notices/unread").await.expect(200).data()["unread"]
        .as_i64()
        .unwrap()
}

/// The emails to an address about something, oldest first.
pub async fn emails(world: &World, to: &str, about: &str) -> Vec<String> {
    let mut messages = world.messages_to(to).await;
    messages.reverse();
    let found = messages.iter().filter(|sent| {
        sent["channel"] == "email"
            && sent["subject"]
                .as_str()
                .unwrap()
                .ends_with(&[": ", about].concat())
    });
    found
        .map(|sent| sent["text"].as_str().unwrap().to_owned())
        .collect()
}

pub async fn email_of(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["email"].as_str().unwrap().to_owned()
}

on_one! {
    async fn what_was_seen_is_read_and_what_came_since_is_not(world: World) {
        let mut ada = holder(world, "1000").await;
        let first = notices(&mut ada).await[0].clone();
        assert_eq!((&first["title"], &first["body"]), (&json!("Transaction received"), &json!("Money has arrived in your NGN wallet.")));
        assert!(first["link"].as_str().unwrap().starts_with("/bank-transfer-success?reference="), "{first}");
        let before = unread(&mut ada).await;
        world.advance_seconds(1);
        credit(world, &mut ada, "NGN", "500").await;
        assert_eq!(unread(&mut ada).await, before + 1);
        let seen = ada.post("/notices/read", json!({ "through": first["id"] })).await;
        assert_eq!(seen.expect(200).data()["unread"], 1);
        let all = notices(&mut ada).await;
        assert_eq!((&all[0]["read"], &all[1]["read"]), (&json!(false), &json!(true)));
        // On another device it is read, too.
        let mut other = back(world, &email_of(&mut ada).await).await;
        assert_eq!(notices(&mut other).await.iter().filter(|one| one["id"] == first["id"] && one["read"] == true).count(), 1);
        let newest = notices(&mut other).await[0]["id"].clone();
        other.post("/notices/read", json!({ "through": newest })).await.expect(200);
        assert_eq!(unread(&mut ada).await, 0);
    }

    async fn notices_are_kept_for_ninety_days(world: World) {
        let mut ada = holder(world, "1000").await;
        let email = email_of(&mut ada).await;
        world.advance_seconds(89 * 24 * 60 * 60);
        let mut ada = back(world, &email).await;
        assert!(notices(&mut ada).await.iter().any(|one| one["title"] == "Transaction received"));
        world.advance_seconds(2 * 24 * 60 * 60);
        let mut ada = back(world, &email).await;
        assert!(!notices(&mut ada).await.iter().any(|one| one["title"] == "Transaction received"));
        backend::jobs::retention::sweep(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT COUNT(*) FROM notices WHERE title = 'Transaction received'").await, 0);
    }

    async fn a_borrower_is_told_before_a_payment_is_collected(world: World) {
        let plan = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        let email = email_of(&mut ada).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        for _ in 0..8 {
            days_pass(world, 1).await;
        }
        let told = emails(world, &email, "Loan").await;
        assert_eq!(told[1..], [
            "₦7,875.00 for your loan \"School fees\" will be collected from your wallet on 27 Nov 2026. Please keep enough in it.",
            "₦7,875.00 was collected from your wallet for your loan \"School fees\", as agreed with its terms.",
        ]);
    }

    async fn a_borrower_is_told_of_everything_that_is_due_by_email(world: World) {
        let plan = plan(world, "quick", four_weeks).await;
        let mut ada = borrower(world).await;
        let email = email_of(&mut ada).await;
        ask(&mut ada, &plan, "30000", KEY).await.expect(201);
        let paid_out = "₦30,000.00 of your loan \"School fees\" is approved and in your wallet. \
                        The first of 4 instalments, ₦7,875.00, is due on 27 Nov 2026.";
        assert_eq!(emails(world, &email, "Loan").await, [paid_out]);
        crate::plans::loans::uncollected(world).await;
        let mut told = Vec::new();
        for _ in 0..9 {
            days_pass(world, 1).await;
        }
        told.extend(emails(world, &email, "Loan").await.into_iter().skip(1));
        assert_eq!(told, [
            "₦7,875.00 for your loan \"School fees\" will be due on 27 Nov 2026.",
            "₦7,875.00 for your loan \"School fees\" is due today, 27 Nov 2026.",
            "₦7,875.00 for your loan \"School fees\" was due on 27 Nov 2026 and is overdue. Pay it in the app, or write to us.",
        ]);
        let mut ada = back(world, &email).await;
        let all = notices(&mut ada).await;
        let of_loan: Vec<&Value> = all.iter().filter(|one| one["title"] == "Loan").collect();
        assert_eq!((of_loan.len(), &of_loan[0]["body"]), (4, &json!(told[2])));
        assert!(of_loan[0]["link"].as_str().unwrap().starts_with("/my-loans?id="));
        // Neither by text message nor on a channel that is off.
        let others = world.messages_to(&email).await.iter().filter(|sent| sent["channel"] != "email").count();
        assert_eq!(others, 0);
    }
}
