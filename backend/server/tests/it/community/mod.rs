//! Referrals over HTTP, and everything that must not earn a bonus.

mod abuse;
pub mod chat;
pub mod clusters;
mod earning;
mod faults;

use crate::support::{Caller, PASSWORD, World, fresh_email};
use crate::wallet::{credit, transfer, wallet_number};
use community::referral;
use serde_json::{Value, json};
use sqlx::Row;
use std::sync::atomic::{AtomicU32, Ordering};

/// A user who shares nothing with the others: their own phone, name and browser.
pub struct Newcomer {
    pub email: String,
    pub phone: String,
    pub first_name: String,
    pub last_name: &'static str,
    pub dob: &'static str,
}

impl Newcomer {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // Names consist of letters only.
        let letters = number.to_string();
        let letters: String = letters
            .bytes()
            .map(|digit| char::from(digit - b'0' + b'a'))
            .collect();
        Self {
            email: fresh_email(),
            phone: format!("0805{number:07}"),
            first_name: format!("Bisi{letters}"),
            last_name: "Ade",
            dob: "02-05-1991",
        }
    }

    /// Signs up with a code, sets a PIN, and receives money.
    pub async fn join(self, world: &World, code: &str) -> Caller {
        self.join_with(world, world.caller(), code).await
    }

    /// Signs up with a code in a given browser, sets a PIN, and receives money.
    pub async fn join_with(self, world: &World, browser: Caller, code: &str) -> Caller {
        let mut person = self.join_without_money(world, browser, code).await;
        credit(world, &mut person, "NGN", "20000.00").await;
        person
    }

    /// Signs up with a code in a given browser and sets a PIN, without receiving money.
    pub async fn join_without_money(self, world: &World, browser: Caller, code: &str) -> Caller {
        let form = json!({
            "name": "Bisi Ade", "email": self.email, "phone": self.phone, "password": PASSWORD, "agreement": true,
            "referrer": code,
        });
        let mut person = world.member_at(browser, form).await;
        let about = json!({
            "first_name": self.first_name, "last_name": self.last_name, "gender": "female", "dob": self.dob,
        });
        person.post("/profile", about).await.expect(200);
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        person
            .post("/account/settings/pin/create", pin)
            .await
            .expect(200);
        prove_identity(world, &id(&mut person).await).await;
        person
    }
}

/// Marks the identity as verified directly: the register has too few people for these tests.
async fn prove_identity(world: &World, user_id: &str) {
    let mut tx = world.app.db.begin().await.unwrap();
    sqlx::query(
        "INSERT INTO national_numbers (user_id, tenant_id, kind, lookup_hash, sealed, last_digits, verified_at_ms) \
         SELECT id, tenant_id, 'bvn', id, 'sealed', '0001', 0 FROM users WHERE id = $1",
    )
    .bind(user_id)
    .execute(tx.connection())
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

/// A referrer with a code, and a payee.
pub struct Scene {
    pub referrer: Caller,
    pub code: String,
    pub shop: String,
}

pub async fn scene(world: &World) -> Scene {
    let mut referrer = Newcomer::new().join(world, "").await;
    let mut shop = Newcomer::new().join(world, "").await;
    Scene {
        code: code(&mut referrer).await,
        referrer,
        shop: wallet_number(&mut shop).await,
    }
}

impl Scene {
    pub async fn summary(&mut self) -> Value {
        self.referrer
            .get("/referral")
            .await
            .expect(200)
            .data()
            .clone()
    }

    /// The user's bonuses, after checking that all places agree on them.
    pub async fn earned(&mut self) -> usize {
        let list = self.referrer.get("/transaction/me?category=referral").await;
        let list = list.expect(200).data().clone();
        let rows = list["data"].as_array().unwrap();
        for row in rows {
            let told = (&row["type"], &row["status"], &row["net_amount"]);
            assert_eq!(
                told,
                (&json!("CREDIT"), &json!("SUCCESSFUL"), &json!("200.00"))
            );
        }
        let summary = self.summary().await;
        let me = self.referrer.get("/auth/me").await.data().clone();
        let count = rows.len();
        assert_eq!(summary["rewarded"], count);
        assert_eq!(summary["points"], count);
        assert_eq!(me["meta"]["points"], count);
        assert_eq!(summary["earned"], format!("{}.00", count * 200));
        let balance = crate::wallet::balances(&mut self.referrer).await.0;
        assert_eq!(balance, format!("{}.00", 20_000 + count * 200));
        count
    }

    /// Pays the shop.
    pub async fn paid(&self, friend: &mut Caller, amount: &str, key: &str) {
        transfer(friend, &self.shop, amount, key).await.expect(201);
    }
}

pub async fn code(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    let code = me.expect(200).data()["settings"]["referrer_code"].clone();
    code.as_str().unwrap().into()
}

pub async fn id(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["uuid"].as_str().unwrap().into()
}

/// Runs a round of the job; returns the number of bonuses paid.
pub async fn round(world: &World) -> usize {
    referral::reward_due(&world.app).await.unwrap()
}

/// The number of payments still to check.
pub async fn claims(world: &World) -> i64 {
    let row = sqlx::query("SELECT COUNT(*) AS found FROM queue WHERE kind = 'referral'")
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await;
    row.unwrap().get("found")
}
