//! Unknown members added to bodies, as by an attacker who hopes that they are stored.

use super::contract::{Operation, operations};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, Mutex};

/// The value for an identifier, a name or a time.
pub const CANARY: &str = "canary-of-another";
/// The value for an amount or a count.
pub const FIGURE: i64 = 7_654_321;

const IDENTIFIERS: [&str; 17] = [
    "id",
    "uuid",
    "user_id",
    "user_uuid",
    "owner",
    "created_by",
    "creator",
    "payer",
    "tenant",
    "tenant_id",
    "business",
    "referred_by",
    "referrer_code",
    "reference",
    "created_at",
    "verified_at",
    "due_at",
];
const FIGURES: [&str; 16] = [
    "balance",
    "ledger_balance",
    "settled_minor",
    "amount_minor",
    "amount_paid",
    "paid",
    "pot",
    "fee",
    "charge",
    "price",
    "total",
    "penalty",
    "interest",
    "rate",
    "attempts",
    "score",
];
const FLAGS: [&str; 7] = [
    "restricted",
    "verified",
    "is_verified",
    "is_admin",
    "is_creator",
    "is_owner",
    "closed",
];

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let mut all = operations();
    all.sort_by_key(|one| one.path.matches('{').count());
    all
});

/// The described call of a request.
pub fn operation(method: &Method, path: &str) -> Option<&'static Operation> {
    let parts: Vec<&str> = path
        .split('?')
        .next()
        .unwrap_or_default()
        .split('/')
        .collect();
    OPERATIONS.iter().find(|one| {
        let segments: Vec<&str> = one.path.split('/').collect();
        let mut pairs = segments.iter().zip(&parts);
        one.method == *method
            && segments.len() == parts.len()
            && pairs.all(|(segment, part)| segment.starts_with('{') || segment == part)
    })
}

/// The members added to every body, and the calls that accepted them.
#[derive(Clone, Default)]
pub struct Foreign {
    accepted: Arc<Mutex<BTreeSet<String>>>,
}

impl Foreign {
    /// The body with every member that its call does not take.
    pub fn add(&self, method: &Method, path: &str, mut body: Value) -> Value {
        let (Some(call), Some(members)) = (operation(method, path), body.as_object_mut()) else {
            return body;
        };
        // It refuses unknown options by name: `settings_belong_to_their_user`.
        if call.path == "/api/settings" {
            return body;
        }
        let words = IDENTIFIERS.map(|name| (name, json!(CANARY)));
        let figures = FIGURES.map(|name| (name, json!(FIGURE)));
        let flags = FLAGS.map(|name| (name, json!(true)));
        let others = [
            ("status", json!("SUCCESSFUL")),
            ("roles", json!(["branch-agent"])),
            ("permissions", json!(["users.create"])),
        ];
        for (name, value) in words.into_iter().chain(figures).chain(flags).chain(others) {
            if !call.takes.contains(&format!("body {name}")) {
                members.entry(name).or_insert(value);
            }
        }
        body
    }

    pub fn note(&self, method: &Method, path: &str, status: StatusCode) {
        let call = operation(method, path).filter(|_| status.is_success());
        self.accepted
            .lock()
            .unwrap()
            .extend(call.map(Operation::name));
    }

    /// The calls that succeeded with all of it in their body.
    pub fn accepted(&self) -> BTreeSet<String> {
        self.accepted.lock().unwrap().clone()
    }
}
