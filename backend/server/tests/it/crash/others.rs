//! All debits but transfers and coins, and confirmations of card payments: their preconditions, and their final sums.

use super::program::{Payment, Person};
use super::{app_on, follow};
use crate::plans::coins::LARGE;
use crate::wallet::{ACCOUNT, BANK};
use crate::{bills, signals};
use domain_core::money::Currency;
use domain_core::plans::Kind;
use ground::clock::Clock;
use ground::db::Db;
use hyper::Method;
use money::ledger::Scope;
use plans::products::{self, Facts};
use serde_json::{Value, json};

/// The number of most other payments in a burst.
const EACH: usize = 3;
const OTHERS: [Other; 14] = [
    Other::Withdrawal,
    Other::Airtime,
    Other::Data,
    Other::Cable,
    Other::Power,
    Other::Alerts,
    Other::Instalment,
    Other::Repayment,
    Other::Card,
    Other::SavingsStart,
    Other::Joining,
    Other::LoanRequest,
    Other::CoinSet,
    Other::AddressVerification,
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    Withdrawal,
    Airtime,
    Data,
    Cable,
    Power,
    Alerts,
    Instalment,
    Repayment,
    Card,
    SavingsStart,
    Joining,
    LoanRequest,
    CoinSet,
    AddressVerification,
}

impl Other {
    /// Its number in a burst: an address is verified once.
    const fn times(self) -> usize {
        match self {
            Self::AddressVerification => 1,
            _ => EACH,
        }
    }

    /// The number of its lines on the statements before the burst: both fund their wallets, Ada starts savings and a
    /// loan, and Ben a group for each joining.
    const fn before(self) -> usize {
        match self {
            Self::Card => 2,
            Self::SavingsStart => 1 + EACH,
            Self::LoanRequest => 1,
            _ => 0,
        }
    }

    /// The payments of a burst, interleaved.
    pub(super) fn burst() -> Vec<Self> {
        let round = |round| OTHERS.into_iter().filter(move |one| round < one.times());
        (0..EACH).flat_map(round).collect()
    }

    /// The category of its lines on the statement.
    const fn category(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdraw",
            Self::Airtime => "airtime-topup",
            Self::Data => "data-topup",
            Self::Cable => "cable",
            Self::Power => "power",
            Self::Alerts => "alert-subscription",
            Self::Instalment => "savings",
            Self::Repayment => "loan-repayment",
            Self::Card => "funding",
            Self::SavingsStart => "savings-start",
            Self::Joining => "group-savings",
            Self::LoanRequest => "loan-fee",
            Self::CoinSet => "coin-set",
            Self::AddressVerification => "address-verification",
        }
    }
}

/// The identifiers of the offered plans.
pub(super) struct Plans {
    savings: String,
    group: String,
    loan: String,
    coins: String,
}

/// The prepared preconditions.
pub(super) struct Ready {
    plans: Plans,
    instalment: String,
    loan: String,
    /// The identifier and the code of each of Ben's groups.
    groups: Vec<(String, String)>,
}

/// Offers plans, before the program starts.
pub(super) async fn offer(url: &str) -> Plans {
    let db = Db::connect(url).await.unwrap();
    db.migrate(Clock::system().now_ms()).await.unwrap();
    let app = app_on(&db, url).await;
    let facts = |name: &str| Facts {
        name: Some(name.into()),
        min_amount: Some("100".into()),
        duration: Some(3),
        duration_unit: Some("month".into()),
        ..Facts::default()
    };
    let add = async |reference: &str, kind, facts: Facts| {
        let added =
            products::add(&app, "ajo", reference, kind, Currency::Ngn, &facts, "test").await;
        added.unwrap()
    };
    let savings = add("target", Kind::Savings, facts("Target")).await;
    let lent = Facts {
        max_amount: Some("100000".into()),
        take_profit: Some("6".into()),
        ..facts("Quick Loan")
    };
    let shared = Facts {
        is_group: Some(true),
        ..facts("Group")
    };
    let large = Facts {
        coin_types: Some(LARGE.map(String::from).to_vec()),
        opt_out_penalty: Some("5".into()),
        ..facts("Large Coins")
    };
    let plans = Plans {
        savings,
        group: add("group", Kind::Savings, shared).await,
        loan: add("quick", Kind::Loan, lent).await,
        coins: add("large", Kind::Coins, large).await,
    };
    db.close().await;
    plans
}

/// Fulfils the conditions of a loan for all users.
pub(super) async fn all_may_borrow(url: &str) {
    let db = Db::connect(url).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    for statement in [
        "UPDATE users SET phone_verified_at_ms = 1",
        "INSERT INTO national_numbers (user_id, tenant_id, kind, lookup_hash, sealed, last_digits, verified_at_ms) \
         SELECT id, tenant_id, 'bvn', id, 'x', '0000', 1 FROM users",
        "INSERT INTO user_answers (user_id, question_id, choice_id, answered_at_ms) SELECT u.id, c.question_id, c.id, 1 \
         FROM users u, question_choices c WHERE c.id IN ('loan-1-a', 'loan-2-a', 'loan-3-a', 'loan-4-a')",
    ] {
        sqlx::query(statement)
            .execute(tx.connection())
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    db.close().await;
}

/// Taking a plan: the call, its body, and the PIN's payment.
fn taking(
    plan: &str,
    kind: &str,
    action: &str,
    amount: &str,
    debit: &str,
) -> (&'static str, Value, Value) {
    let body = json!({
        "plan_id": plan, "plan_version": 1, "type": kind, "name": "School fees", "amount": amount, "funding_source": "wallet", "confirm": true,
        "latitude": "6.5243793", "longitude": "3.3792057",
    });
    let wanted = json!({ "currency": "NGN", "action": action, "amount": debit, "payee": format!("plan:{plan}") });
    ("/plans/subscribe", body, wanted)
}

/// Prepares Ada's savings and loan, each with instalments to pay; her address; and Ben's groups to join.
pub(super) async fn begin(ada: &Person, ben: &Person, origin: &str, plans: Plans) -> Ready {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let newest = async |person: &Person, kind: &str| {
        let path = format!("/subscriptions?type={kind}");
        let list = person.must(origin, Method::GET, &path, Value::Null).await;
        list["data"][0].clone()
    };
    let begun = async |person: &Person, place, what: (&'static str, Value, Value), kind: &str| {
        let payment = Payment::prepare(person, origin, place, what).await;
        payment.send(person, origin).await.unwrap();
        newest(person, kind).await
    };
    let taken = taking(
        &plans.savings,
        "savings",
        "savings_start",
        "200.00",
        "200.00",
    );
    let savings = begun(ada, 9_000, taken, "savings").await;
    let taken = taking(&plans.loan, "loan", "loan_request", "1000.00", "100.00");
    let loan = begun(ada, 9_001, taken, "loan").await;
    let mut groups = Vec::new();
    for place in 0..EACH {
        let taken = taking(&plans.group, "savings", "savings_start", "200.00", "200.00");
        let group = begun(ben, 9_002 + place, taken, "savings").await;
        groups.push((text(&group["id"]), text(&group["code"])));
    }
    let address = json!({ "address": "12 Allen Avenue", "postal_code": "100271", "country": "Nigeria", "state": "Lagos", "city": "Ikeja" });
    ada.must(origin, Method::POST, "/profile", address).await;
    Ready {
        instalment: text(&savings["savings"][1]["id"]),
        loan: text(&loan["id"]),
        plans,
        groups,
    }
}

impl Ready {
    pub(super) async fn payment(&self, payer: &Person, origin: &str, place: usize) -> Payment {
        let post = Method::POST;
        let wanted = |action: &str, amount: &str, payee: &str| json!({ "currency": "NGN", "action": action, "amount": amount, "payee": payee });
        let bill = |kind: &str, amount: &str, body: &Value| {
            wanted(kind, amount, &bills::payee(kind, body))
        };
        let validated = async |kind: &str, service: &str| {
            let body = json!({ "service": service, "iuc": bills::NUMBER, "meter": bills::NUMBER });
            let path = format!("/vas/{kind}/validate");
            let known = payer.must(origin, Method::POST, &path, body).await;
            known["code"].as_str().unwrap().to_owned()
        };
        let burst = Other::burst();
        let what = match burst[place] {
            Other::Withdrawal => {
                let asked = json!({ "bank_code": BANK, "account_number": ACCOUNT });
                let found = payer.must(origin, post, "/enquire", asked).await;
                let body = json!({
                    "amount": "220.00", "send_wallet": "NGN", "confirm": true, "bank_code": BANK, "bank_name": found["bank"]["name"],
                    "account_number": ACCOUNT, "account_name": found["account_name"],
                });
                let payee = format!("bank:{BANK}:{ACCOUNT}");
                ("/withdraw", body, wanted("withdraw", "220.00", &payee))
            }
            Other::Airtime => {
                let body = json!({ "network": "mtn", "phone": "08031234567", "amount": "50.00", "confirm": true });
                let pin = bill("airtime", "50.00", &body);
                ("/vas/airtime", body, pin)
            }
            Other::Data => {
                let body = bills::data("100mb-1");
                let pin = bill("data", "100.00", &body);
                ("/vas/data", body, pin)
            }
            Other::Cable => {
                let body = bills::cable("dstv-padi", &validated("cable", "DSTV").await);
                let pin = bill("cable", "4400.00", &body);
                ("/vas/cable", body, pin)
            }
            Other::Power => {
                let token = validated("power", bills::IKEJA).await;
                let body = bills::power(bills::NUMBER, "500.00", &token);
                let pin = bill("power", "500.00", &body);
                ("/vas/power", body, pin)
            }
            Other::Alerts => (
                "/alerts/subscribe",
                json!({}),
                wanted("alert_subscription", signals::MONTH, signals::PAYEE),
            ),
            Other::Instalment => (
                "/savings/pay",
                json!({ "id": self.instalment, "amount": "10.00", "method": "wallet" }),
                wanted(
                    "savings_pay",
                    "10.00",
                    &format!("instalment:{}", self.instalment),
                ),
            ),
            Other::Repayment => (
                "/loans/repay",
                json!({ "id": self.loan, "amount": "10.00", "method": "wallet" }),
                wanted("loan_repay", "10.00", &format!("loan:{}", self.loan)),
            ),
            Other::SavingsStart => {
                let plan = &self.plans.savings;
                taking(plan, "savings", "savings_start", "150.00", "150.00")
            }
            Other::LoanRequest => taking(
                &self.plans.loan,
                "loan",
                "loan_request",
                "1000.00",
                "100.00",
            ),
            Other::CoinSet => {
                let plan = &self.plans.coins;
                taking(plan, "coins", "coins_start", "4000", "4000.00")
            }
            Other::Joining => {
                let earlier = burst[..place].iter().filter(|one| **one == Other::Joining);
                let (id, code) = &self.groups[earlier.count()];
                (
                    "/plans/join",
                    json!({ "code": code, "amount": "120.00", "funding_source": "wallet" }),
                    wanted("group_join", "120.00", &format!("group:{id}")),
                )
            }
            Other::AddressVerification => (
                "/verify/address",
                json!({}),
                wanted("address_verification", "1400.00", "address-verification"),
            ),
            Other::Card => {
                let wish = json!({ "purpose": "fund", "currency": "NGN", "amount": "100.00" });
                let started = payer.must(origin, post, "/payment/card", wish).await;
                let tx_ref = started["tx_ref"].as_str().unwrap();
                let path = format!("/sandbox/card/{tx_ref}");
                let paid = json!({ "deed": "pay" });
                payer.must(origin, Method::PUT, &path, paid).await;
                return Payment {
                    key: tx_ref.to_owned(),
                    authorisation: String::new(),
                    path: "/payment/flutter/confirm",
                    body: json!({ "tx_ref": tx_ref }),
                };
            }
        };
        Payment::prepare(payer, origin, place, what).await
    }
}

/// Checks that each was executed once, at the provider too, and no money is reserved.
pub(super) async fn others_add_up(db: &Db, url: &str) {
    follow(&app_on(db, url).await).await;
    let count = async |statement: String| -> i64 {
        let mut connection = db.read().await.unwrap();
        let row = sqlx::query(sqlx::AssertSqlSafe(statement))
            .fetch_one(&mut *connection)
            .await;
        sqlx::Row::get(&row.unwrap(), 0)
    };
    let each = i64::try_from(EACH).unwrap();
    for other in OTHERS {
        let category = other.category();
        let once = i64::try_from(other.times() + other.before()).unwrap();
        let all = format!("SELECT COUNT(*) FROM wallet_transactions WHERE category = '{category}'");
        let done = format!("{all} AND status = 'SUCCESSFUL'");
        assert_eq!(
            (count(done).await, count(all).await),
            (once, once),
            "{category}"
        );
    }
    // One plan per payment, and one part per member.
    for (kind, plans, members) in [
        ("savings", 1 + 2 * each, 1 + 3 * each),
        ("loan", 1 + each, 1 + each),
        ("coins", each, each),
    ] {
        let found = format!("SELECT COUNT(*) FROM plan_subscriptions WHERE kind = '{kind}'");
        assert_eq!(count(found).await, plans, "{kind}");
        let found = format!(
            "SELECT COUNT(*) FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id WHERE s.kind = '{kind}'"
        );
        assert_eq!(count(found).await, members, "{kind}");
    }
    assert_eq!(
        count("SELECT COUNT(*) FROM sandbox_payouts".into()).await,
        each
    );
    assert_eq!(
        count("SELECT COUNT(*) FROM sandbox_bills".into()).await,
        each * 4
    );
    let held = "SELECT COUNT(*) FROM ledger_accounts WHERE reserved_minor <> 0";
    assert_eq!(count(held.into()).await, 0);
    let findings = backend::reconciliation::check(&mut db.read().await.unwrap(), Scope::Whole)
        .await
        .unwrap();
    assert!(findings.is_empty(), "{findings:?}");
}
