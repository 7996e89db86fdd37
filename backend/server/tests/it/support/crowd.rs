//! Sends every changing call many times concurrently, like a double tap, two devices, or an impatient proxy.

use super::caller::{Answer, Caller};
use super::foreign::operation;
use axum::http::Method;
use futures_util::future::join_all;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

const AT_ONCE: usize = 8;

/// Records the calls sent concurrently that took effect.
#[derive(Clone, Default)]
pub struct Crowd {
    accepted: Arc<Mutex<BTreeSet<String>>>,
}

impl Crowd {
    /// Whether to send the call concurrently. Calls under a key have their own races (`every::keys`).
    pub fn takes(&self, caller: &Caller, method: &Method) -> bool {
        let has_key = caller
            .headers
            .iter()
            .any(|(name, _)| *name == "idempotency-key");
        *method != Method::GET && !has_key
    }

    /// Sends the call concurrently; returns the response that took effect, if any. None may be a server error.
    pub async fn send(&self, caller: &Caller, method: &Method, path: &str, text: &str) -> Answer {
        let all = (0..AT_ONCE).map(|_| {
            let (caller, method) = (caller.clone(), method.clone());
            let (path, text) = (String::from(path), String::from(text));
            tokio::spawn(async move { caller.raw(method, &path, "application/json", text).await })
        });
        let answers: Vec<Answer> = join_all(all)
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        for answer in &answers {
            let is_fault = answer.status.is_server_error();
            assert!(
                !is_fault,
                "{method} {path}: {} {}",
                answer.status, answer.text
            );
        }
        // Created (201) rather than found (200).
        let effective = answers
            .iter()
            .filter(|answer| answer.status.is_success())
            .max_by_key(|answer| answer.status);
        if effective.is_some() {
            let call = operation(method, path).map(|call| call.name());
            self.accepted.lock().unwrap().extend(call);
        }
        effective.unwrap_or(&answers[0]).clone()
    }

    pub fn accepted(&self) -> BTreeSet<String> {
        self.accepted.lock().unwrap().clone()
    }
}
