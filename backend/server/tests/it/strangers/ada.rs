//! Ada, a user who has one of everything, and the rows about her.

use crate::bills;
use crate::identity::google::{Browser, account};
use crate::plans;
use crate::realtime::own_channel;
use crate::signals;
use crate::support::authenticator::Authenticator;
use crate::support::contract::operations;
use crate::support::{Caller, PASSWORD, World, fresh_email, rows};
use crate::wallet::coins;
use crate::wallet::{
    ACCOUNT, BANK, authorised, credit, payment, transfer, transfer_body, wallet_number, withdraw,
    withdrawal_body,
};
use axum::http::Method;
use serde_json::{Value, json};
use sqlx::Row;
use std::collections::BTreeMap;

pub const PAYMENT_KEY: &str = "key-of-ada-paid-1";
pub const WITHDRAWAL_KEY: &str = "key-of-ada-paid-2";
pub const ADDRESS_KEY: &str = "key-of-ada-paid-3";
pub const AIRTIME_KEY: &str = "key-of-ada-paid-4";
/// The idempotency key of each payment that she has authorised but not sent.
pub const UNSENT_KEY: &str = "key-of-ada-unsent";
pub const UNSENT_WITHDRAWAL_KEY: &str = "key-of-ada-unsent-2";
pub const UNSENT_AIRTIME_KEY: &str = "key-of-ada-unsent-3";
pub const SALE_KEY: &str = "key-of-ada-paid-5";
pub const SENDING_KEY: &str = "key-of-ada-paid-6";
pub const EXCHANGE_KEY: &str = "key-of-ada-paid-10";
pub const UNSENT_EXCHANGE_KEY: &str = "key-of-ada-unsent-10";
pub const UNSENT_SALE_KEY: &str = "key-of-ada-unsent-4";
pub const ALERTS_KEY: &str = "key-of-ada-paid-9";
pub const UNSENT_ALERTS_KEY: &str = "key-of-ada-unsent-9";
pub const UNSENT_SENDING_KEY: &str = "key-of-ada-unsent-5";
pub const PLAN_KEY: &str = "key-of-ada-paid-7";
pub const INSTALMENT_KEY: &str = "key-of-ada-paid-8";
pub const UNSENT_PLAN_KEY: &str = "key-of-ada-unsent-6";
pub const UNSENT_INSTALMENT_KEY: &str = "key-of-ada-unsent-7";
pub const UNSENT_JOIN_KEY: &str = "key-of-ada-unsent-8";
const LOAN_KEY: &str = "key-of-ada-loan-1";
pub const REPAYMENT_KEY: &str = "key-of-ada-loan-2";
pub const UNSENT_REPAYMENT_KEY: &str = "key-of-ada-loan-3";
/// The payee of coin sales.
const HOUSE: &str = "sale:BTC";
/// The payee of her airtime top-ups.
const PHONE: &str = "airtime:mtn:08031234567";
/// The BVN of the seventh person in the register.
pub const BVN: &str = "22100000007";
pub const NIN: &str = "71100000007";

const ADDRESS: [(&str, &str); 5] = [
    ("address", "12 Allen Avenue"),
    ("postal_code", "100271"),
    ("country", "Nigeria"),
    ("state", "Lagos"),
    ("city", "Ikeja"),
];

pub struct Ada {
    pub caller: Caller,
    /// Her browser, back from Google.
    pub browser: Browser,
    pub has: Belongings,
}

/// The identifiers of her belongings.
#[derive(Default)]
pub struct Belongings {
    pub id: String,
    pub bank_account: String,
    pub reference: String,
    pub wallet_quote: String,
    pub bank_quote: String,
    pub airtime_quote: String,
    pub liveness: String,
    pub tx_ref: String,
    pub mandate: String,
    pub setting: String,
    pub notice: String,
    pub strategy: String,
    pub passkey: String,
    /// A challenge for another passkey.
    pub challenge: String,
    pub session: String,
    pub attachment: String,
    /// The cluster that she has joined.
    pub cluster: String,
    pub cluster_attachment: String,
    pub channel: String,
    pub google_state: String,
    pub google_code: String,
    pub auth_code: String,
    /// Unused grants: for a payment to a wallet, one to a bank, and one for her address.
    pub transfer_grant: String,
    pub withdrawal_grant: String,
    pub address_grant: String,
    pub airtime_grant: String,
    pub alerts_grant: String,
    pub alerts_quote: String,
    /// The bodies of these payments.
    pub transfer: Value,
    pub withdrawal: Value,
    pub airtime: Value,
    /// Her data, cable and electricity.
    pub bills: [BillOf; 3],
    /// A quote for selling her coins.
    pub sale_quote: String,
    pub exchange_quote: String,
    pub exchange_grant: String,
    pub exchange: Value,
    pub sending_quote: String,
    pub sale_grant: String,
    pub sending_grant: String,
    pub sale: Value,
    pub sending: Value,
    /// Her group's savings, and an authorised but unsent instalment of it.
    pub plan: Value,
    pub plan_id: String,
    pub plan_code: String,
    pub plan_reference: String,
    pub instalment: String,
    pub plan_quote: String,
    pub plan_grant: String,
    pub instalment_grant: String,
    pub join_grant: String,
    /// Her loan, and an authorised but unsent repayment.
    pub loan: String,
    pub repayment_grant: String,
    pub plan_instalment_quote: String,
    pub repayment_quote: String,
    /// Codes that were sent to her and not entered: for another email address, another PIN, her NIN, and a friend whom
    /// she invites.
    pub email_code: String,
    pub pin_code: String,
    pub nin_code: String,
    pub friend_code: String,
}

/// Ada's next email address, and the address of the friend whom she invites.
pub const NEXT_EMAIL: &str = "ada.next@example.ng";
pub const FRIEND_EMAIL: &str = "friend.of.ada@example.ng";

/// Bola's own belongings, used beside Ada's.
#[derive(Default)]
pub struct Own {
    /// A running group of hers, and an instalment of it.
    pub plan_id: String,
    pub instalment: String,
    /// A plan that awaits its first payment.
    pub waiting: String,
    pub loan: String,
}

pub struct Bola {
    pub caller: Caller,
    /// Another stranger, with an unverified identity: Bola's is verified, for her loan.
    pub unproven: Caller,
    pub has: Own,
}

impl Bola {
    /// The stranger who can make a call.
    pub fn who_calls(&self, call: &str) -> &Caller {
        match call.starts_with("POST /api/verify/") {
            true => &self.unproven,
            false => &self.caller,
        }
    }
}

/// A paid bill, and an authorised but unsent one.
#[derive(Default)]
pub struct BillOf {
    pub paid: Value,
    pub unsent: Value,
    pub grant: String,
    pub quote: String,
    /// The validation code for the unsent one.
    pub token: String,
}

fn text(value: &Value) -> String {
    String::from(value.as_str().unwrap())
}

/// A user with a PIN, money and an address.
pub async fn member(world: &World, about: Value) -> Caller {
    let mut person = world.member_with_pin(&fresh_email()).await;
    signals::board(world).await;
    let address = ADDRESS.into_iter().map(|(name, line)| (name, json!(line)));
    for form in [about, Value::from_iter(address)] {
        person.post("/profile", form).await.expect(200);
    }
    credit(world, &mut person, "NGN", "80000.00").await;
    let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "BTC" });
    person
        .post("/account/settings/pin/create", pin)
        .await
        .expect(200);
    let own = coins::address(&mut person, "BTC", "bitcoin").await;
    coins::arrive(world, &own, "0.05", 3, None).await;
    person
}

/// The token of a grant.
async fn grant(
    person: &Caller,
    (action, amount, payee): (&str, &str, &str),
    key: &str,
    body: &Value,
) -> String {
    person
        .confirm(payment(action, amount, payee, key), body)
        .await
}

/// The keys of a kind's paid bill and of its unsent one.
pub const BILL_KEYS: [(&str, &str, &str); 3] = [
    ("data", "key-of-ada-data-1", "key-of-ada-data-2"),
    ("cable", "key-of-ada-cable-1", "key-of-ada-cable-2"),
    ("power", "key-of-ada-power-1", "key-of-ada-power-2"),
];

async fn bills_of(caller: &mut Caller) -> [BillOf; 3] {
    let mut found = Vec::new();
    for (kind, paid_key, unsent_key) in BILL_KEYS {
        let (paid, amount) = bills::some(caller, kind).await;
        bills::buy(caller, kind, paid.clone(), amount, paid_key)
            .await
            .expect(201);
        let (unsent, amount) = bills::some(caller, kind).await;
        let quote = caller
            .post(&format!("/quotes/{kind}"), unsent.clone())
            .await;
        let payee = bills::payee(kind, &unsent);
        found.push(BillOf {
            paid,
            token: unsent["token"].as_str().unwrap_or_default().to_owned(),
            grant: grant(caller, (kind, amount, &payee), unsent_key, &unsent).await,
            unsent,
            quote: text(&quote.expect(200).data()["id"]),
        });
    }
    let Ok(found) = found.try_into() else {
        panic!("a bill of each kind")
    };
    found
}

/// The token of a grant for coins.
async fn coin_grant(
    person: &Caller,
    (action, payee): (&str, &str),
    key: &str,
    body: &Value,
) -> String {
    let mut payment = payment(action, "0.0001", payee, key);
    payment["currency"] = json!("BTC");
    person.confirm(payment, body).await
}

async fn quoted(person: &mut Caller, body: Value) -> String {
    let quote = person.post("/quotes/transfer", body).await;
    text(&quote.expect(200).data()["id"])
}

impl Ada {
    pub async fn settled(world: &World, payee: &str) -> Self {
        let about = json!({ "first_name": "Grace", "last_name": "Akpan", "gender": "female", "dob": "07-07-1976" });
        let mut caller = member(world, about).await;
        let me = caller.get("/auth/me").await.data().clone();
        let sent = caller.post("/verify/nin", json!({ "nin": NIN })).await;
        sent.expect(200);
        let nin_code = world.code_for("08030000007").await;
        let sent = caller.post("/verify/bvn", json!({ "bvn": BVN })).await;
        sent.expect(200);
        let code = world.code_for("08030000007").await;
        let proof = json!({ "bvn": BVN, "code": code });
        caller.post("/verify/bvn", proof).await.expect(200);

        let answer = json!({ "question": "onboarding-1", "answer": "onboarding-1-a" });
        caller.post("/user/answers", answer).await.expect(200);
        let answer = json!({ "question": "security-1", "answer": "Corona School" });
        caller.post("/security-questions", answer).await.expect(200);
        let check = caller.post("/liveness", json!({})).await;
        caller
            .post("/activate-mandate", json!({}))
            .await
            .expect(201);
        let mandates = caller.get("/mandates").await;
        let by_card = json!({ "purpose": "fund", "currency": "NGN", "amount": "100.00" });
        let by_card = caller.post("/payment/card", by_card).await;
        let bank_account = json!({ "bank_code": BANK, "bank_name": "x", "account_number": ACCOUNT, "account_name": "x" });
        let beneficiary = caller.post("/bank-account", bank_account).await;

        let setting = json!({ "name": "chart.period", "value": "1h" });
        let setting = caller.post("/account/settings", setting).await;
        let sessions = caller.get("/auth/sessions").await;
        let strategy = signals::strategies::strategy("65000");
        let strategy = caller.post("/strategies", strategy).await;
        Authenticator::added_by(&mut caller).await;
        let passkeys = caller.get("/account/passkeys").await;
        let challenge = caller.post("/account/passkeys/start", json!({})).await;
        let withdrawn = withdraw(&mut caller, "220.00", WITHDRAWAL_KEY).await;
        withdrawn.expect(201);
        let mut payer = authorised(
            &mut caller,
            "address_verification",
            "1400.00",
            "address-verification",
            ADDRESS_KEY,
        )
        .await;
        let verified = payer.post("/verify/address", json!({})).await;
        verified.expect(201);
        let paid = transfer(&mut caller, payee, "10.00", PAYMENT_KEY).await;
        let airtime =
            json!({ "network": "mtn", "phone": "08031234567", "amount": "30.00", "confirm": true });
        let mut payer = authorised(&mut caller, "airtime", "30.00", PHONE, AIRTIME_KEY).await;
        payer
            .post("/vas/airtime", airtime.clone())
            .await
            .expect(201);
        let mut payer = authorised(
            &mut caller,
            "alert_subscription",
            signals::MONTH,
            signals::PAYEE,
            ALERTS_KEY,
        )
        .await;
        let subscribed = payer.post("/alerts/subscribe", json!({})).await;
        subscribed.expect(201);
        let alerts_quote = caller.post("/quotes/alerts", json!({})).await;
        let bills = bills_of(&mut caller).await;
        let airtime_quote = caller.post("/quotes/airtime", airtime.clone()).await;
        let (sale, sending) = (coins::sale("0.0001"), coins::sending("0.0001"));
        for (path, payee, key, body) in [
            ("sell", HOUSE, SALE_KEY, &sale),
            ("send", coins::PAYEE, SENDING_KEY, &sending),
        ] {
            let mut payer = coins::authorised(&mut caller, path, "0.0001", payee, key).await;
            let paid = payer.post(&format!("/{path}"), body.clone()).await;
            paid.expect(201);
        }
        let exchange = crate::wallet::exchange::conversion("NGN", "USD", "20.00");
        let mut payer = authorised(
            &mut caller,
            "exchange",
            "20.00",
            "exchange:USD",
            EXCHANGE_KEY,
        )
        .await;
        payer.post("/convert", exchange.clone()).await.expect(201);
        let exchange_quote = caller.post("/quotes/convert", exchange.clone()).await;
        let sale_quote = caller.post("/quotes/sell", sale.clone()).await;
        let sending_quote = caller.post("/quotes/send", sending.clone()).await;
        crate::community::chat::say(&mut caller, "message-1", "Hello")
            .await
            .expect(201);
        let picture = crate::identity::avatars::png(9, 9);
        let attached =
            crate::community::chat::files::attach(&caller, "a.png", "image/png", &picture).await;

        let cluster = crate::community::clusters::cluster(world, "IKEJA1").await;
        crate::community::clusters::join(&mut caller, "IKEJA1")
            .await
            .expect(200);
        crate::community::clusters::say(&mut caller, &cluster, "message-1", "Hello")
            .await
            .expect(201);
        let path = format!("/api/clusters/{cluster}/attachments");
        let shared = crate::community::chat::files::attach_at(
            &caller,
            &path,
            "a.png",
            "image/png",
            &picture,
        )
        .await;

        let offered = plans::offered(world, "group", |facts| facts.is_group = Some(true)).await;
        plans::subscribe(&mut caller, &offered, "200.00", PLAN_KEY)
            .await
            .expect(201);
        let saved = plans::newest(&mut caller).await;
        let (plan_id, instalment) = (text(&saved["id"]), text(&saved["savings"][1]["id"]));
        let paid_part =
            plans::pay(&mut caller, &instalment, "10.00", "10.00", INSTALMENT_KEY).await;
        paid_part.expect(201);
        let plan = plans::wanted(&offered, "200.00", "wallet");
        let plan_quote = caller.post("/quotes/plan", plan.clone()).await;
        let part = json!({ "id": instalment, "amount": "10.00", "method": "wallet" });
        let part_quote = caller.post("/quotes/savings", part.clone()).await;
        let loan = plans::loans::lent(world, &mut caller, LOAN_KEY).await;
        let repaid = plans::loans::repay(&mut caller, &loan, "10.00", "10.00", REPAYMENT_KEY).await;
        repaid.expect(201);
        let debt = json!({ "id": loan, "amount": "10.00", "method": "wallet" });
        let debt_quote = caller.post("/quotes/loan", debt.clone()).await;
        let own_email = text(&me["email"]);
        let next = json!({ "email": NEXT_EMAIL, "password": PASSWORD });
        caller.post("/email/code", next).await.expect(200);
        let forgotten = json!({ "currency": "NGN", "password": PASSWORD });
        caller
            .post("/account/settings/pin/reset", forgotten)
            .await
            .expect(200);
        let friend = json!({ "name": "Kemi Ogun", "phone": "08031112222", "email": FRIEND_EMAIL });
        caller
            .post(&format!("/subscriptions/{plan_id}/members/init"), friend)
            .await
            .expect(200);

        let mut browser = Browser::new(world);
        let location = browser
            .visit(account("ada.with.google@gmail.com"))
            .await
            .replace("/?auth_code=", "");
        let mut away = Browser::new(world);
        let asked = away.leave("").await;
        let back = away
            .choose(&asked, account("ada.with.google@gmail.com"))
            .await;
        let (_, query) = back.split_once('?').unwrap();
        let pairs: BTreeMap<&str, &str> = query
            .split('&')
            .filter_map(|one| one.split_once('='))
            .collect();

        let bank = format!("bank:{BANK}:{ACCOUNT}");
        let withdrawal = withdrawal_body(&mut caller, "220.00").await;
        let has = Belongings {
            id: text(&me["uuid"]),
            bank_account: text(&beneficiary.expect(201).data()["id"]),
            reference: text(&paid.expect(201).data()["reference"]),
            wallet_quote: quoted(&mut caller, json!({ "destination": "wallet", "amount": "10.00", "currency": "NGN", "wallet_number": payee })).await,
            bank_quote: quoted(&mut caller, json!({ "destination": "bank", "amount": "220.00", "currency": "NGN", "bank_code": BANK, "account_number": ACCOUNT })).await,
            airtime_quote: text(&airtime_quote.expect(200).data()["id"]),
            liveness: text(&check.expect(200).data()["id"]),
            mandate: text(&mandates.expect(200).data()[0]["id"]),
            tx_ref: text(&by_card.expect(201).data()["tx_ref"]),
            session: text(&sessions.expect(200).data()[0]["id"]),
            strategy: text(&strategy.expect(201).data()["id"]),
            passkey: text(&passkeys.data()["passkeys"][0]["id"]),
            challenge: text(&challenge.expect(200).data()["challenge_id"]),
            setting: text(&setting.data()["id"]),
            notice: text(&caller.get("/notices").await.expect(200).data()["data"][0]["id"]),
            attachment: text(&attached.expect(201).data()["id"]),
            cluster_attachment: text(&shared.expect(201).data()["id"]),
            cluster,
            channel: own_channel(&mut caller).await,
            google_state: text(&asked["state"]),
            google_code: String::from(pairs["code"]),
            auth_code: location,
            transfer_grant: grant(&caller, ("wallet_transfer", "10.00", &format!("wallet:{payee}")), UNSENT_KEY, &transfer_body(payee, "10.00")).await,
            withdrawal_grant: grant(&caller, ("withdraw", "220.00", &bank), UNSENT_WITHDRAWAL_KEY, &withdrawal).await,
            address_grant: grant(&caller, ("address_verification", "1400.00", "address-verification"), UNSENT_KEY, &json!({})).await,
            alerts_grant: grant(&caller, ("alert_subscription", signals::MONTH, signals::PAYEE), UNSENT_ALERTS_KEY, &json!({})).await,
            alerts_quote: text(&alerts_quote.expect(200).data()["id"]),
            airtime_grant: grant(&caller, ("airtime", "30.00", PHONE), UNSENT_AIRTIME_KEY, &airtime).await,
            transfer: transfer_body(payee, "10.00"),
            withdrawal,
            airtime,
            bills,
            exchange_quote: text(&exchange_quote.expect(200).data()["id"]),
            exchange_grant: grant(&caller, ("exchange", "20.00", "exchange:USD"), UNSENT_EXCHANGE_KEY, &exchange).await,
            exchange,
            sale_quote: text(&sale_quote.expect(200).data()["id"]),
            sending_quote: text(&sending_quote.expect(200).data()["id"]),
            sale_grant: coin_grant(&caller, ("sell", HOUSE), UNSENT_SALE_KEY, &sale).await,
            sending_grant: coin_grant(&caller, ("send", coins::PAYEE), UNSENT_SENDING_KEY, &sending).await,
            sale,
            sending,
            plan_grant: grant(&caller, ("savings_start", "200.00", &format!("plan:{offered}")), UNSENT_PLAN_KEY, &plan).await,
            instalment_grant: grant(&caller, ("savings_pay", "10.00", &format!("instalment:{instalment}")), UNSENT_INSTALMENT_KEY, &part).await,
            join_grant: grant(&caller, ("group_join", "200.00", &format!("group:{plan_id}")), UNSENT_JOIN_KEY, &json!({ "code": saved["code"], "amount": "200.00" })).await,
            plan,
            repayment_grant: grant(&caller, ("loan_repay", "10.00", &format!("loan:{loan}")), UNSENT_REPAYMENT_KEY, &debt).await,
            loan,
            plan_id,
            plan_code: text(&saved["code"]),
            plan_reference: text(&saved["reference"]),
            instalment,
            plan_quote: text(&plan_quote.expect(200).data()["id"]),
            plan_instalment_quote: text(&part_quote.expect(200).data()["id"]),
            repayment_quote: text(&debt_quote.expect(200).data()["id"]),
            email_code: world.code_for(NEXT_EMAIL).await,
            pin_code: world.code_for(&own_email).await,
            nin_code,
            friend_code: world.code_for(FRIEND_EMAIL).await,
        };
        Self {
            caller,
            browser,
            has,
        }
    }

    /// The responses of all calls without parameters.
    pub async fn sees(&self) -> BTreeMap<String, String> {
        let mut seen = BTreeMap::new();
        for call in operations() {
            let looks = call.protected && call.method == Method::GET && !call.path.contains('{');
            // The first ends her session, and the second records itself.
            let changes = ["/api/auth/logout", "/api/account/export"].contains(&&*call.path);
            if looks && !changes {
                // Three of them require parameters; the others ignore them.
                let path = format!("{}?query=Allen&state=Lagos&month=2026-11", call.path);
                let answer = self.caller.raw(Method::GET, &path, "", "").await;
                // The token differs each time.
                let token = answer.body.pointer("/data/token").and_then(Value::as_str);
                let text = answer
                    .expect(200)
                    .text
                    .replace(token.unwrap_or("no token"), "");
                seen.insert(call.path, text);
            }
        }
        assert!(seen.len() > 12, "{}", seen.len());
        seen
    }

    /// Every row that names her as its owner, by table.
    pub async fn rows(&self, world: &World) -> BTreeMap<String, Vec<String>> {
        let engine = world.app.db.engine();
        let tables = rows::tables(world).await;
        let mut connection = world.app.db.read().await.unwrap();
        let mut kept = BTreeMap::new();
        for (table, columns) in tables {
            let owned_by = match table.as_str() {
                "users" => "id",
                "ledger_accounts" => "owner",
                _ => "user_id",
            };
            if !columns.iter().any(|column| column == owned_by) {
                continue;
            }
            let whole = rows::as_text(engine, &columns);
            // The names come from the database itself, not from outside.
            let query =
                format!("SELECT {whole} AS kept FROM {table} WHERE {owned_by} = $1 ORDER BY 1");
            let rows = sqlx::query(sqlx::AssertSqlSafe(query))
                .bind(&self.has.id)
                .fetch_all(&mut *connection)
                .await
                .unwrap();
            let rows: Vec<String> = rows.iter().map(|row| row.get("kept")).collect();
            if !rows.is_empty() {
                kept.insert(table, rows);
            }
        }
        for table in [
            "users",
            "ledger_accounts",
            "beneficiaries",
            "transfer_quotes",
            "pin_grants",
            "security_answers",
            "national_numbers",
        ] {
            assert!(
                kept.contains_key(table),
                "{table} holds nothing of hers: {:?}",
                kept.keys()
            );
        }
        kept
    }
}

/// Bola, of the same brand, with her own group, waiting plan and loan, and codes requested by herself.
pub async fn bola(world: &World) -> Bola {
    let about = json!({ "first_name": "Bola", "last_name": "Ige", "gender": "female", "dob": "17-03-1994" });
    let mut caller = member(world, about).await;
    let about =
        json!({ "first_name": "Chidi", "last_name": "Eze", "gender": "male", "dob": "19-05-1992" });
    let unproven = member(world, about).await;
    let offered = plans::offered(world, "group-of-bola", |facts| facts.is_group = Some(true)).await;
    plans::subscribe(&mut caller, &offered, "200.00", "key-of-bola-plan1")
        .await
        .expect(201);
    let saved = plans::newest(&mut caller).await;
    let id = plans::loans::id_of(&mut caller).await;
    plans::loans::prove(world, &id).await;
    let loan = plans::loans::lent(world, &mut caller, "key-of-bola-loan1").await;
    let waiting =
        plans::waiting::waiting(&caller, &offered, "200.00", "bank", "key-of-bola-plan2").await;
    let next = json!({ "email": "bola.next@example.ng", "password": PASSWORD });
    caller.post("/email/code", next).await.expect(200);
    let forgotten = json!({ "currency": "NGN", "password": PASSWORD });
    let path = "/account/settings/pin/reset";
    caller.post(path, forgotten).await.expect(200);
    Bola {
        caller,
        unproven,
        has: Own {
            plan_id: text(&saved["id"]),
            instalment: text(&saved["savings"][1]["id"]),
            waiting,
            loan,
        },
    }
}

/// The wallet number of a payee.
pub async fn payee(world: &World) -> String {
    wallet_number(&mut world.member(&fresh_email()).await).await
}
