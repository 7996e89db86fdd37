//! VTpass, which sells airtime, data, cable television and electricity in Nigeria.
//!
//! An answer is judged by its own `code`, not by the HTTP status. VTpass executes our reference of a purchase once and
//! can be queried by it; unclear outcomes are queried later.

mod answer;
mod catalogue;
mod customer;
mod request;

use super::{Bill, BillsError, BillsPort, Customer, Enquiry, Package, PowerService, Vend, Vended};
use crate::client::Wire;
use crate::{Later, OrderOutcome};
use answer::{Answer, Question};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderName, Request, Uri};
use ground::clock::Clock;
use ground::config::{ConfigError, VtpassProvider};
use serde_json::{Value, json};
use std::collections::HashMap;
use tokio::sync::Mutex;

const API_KEY: HeaderName = HeaderName::from_static("api-key");
/// For GET requests.
const PUBLIC_KEY: HeaderName = HeaderName::from_static("public-key");
/// For POST requests.
const SECRET_KEY: HeaderName = HeaderName::from_static("secret-key");
const PACKAGES_ARE_FRESH_MS: i64 = 60 * 60 * 1_000;

/// VTpass.
pub struct Vtpass {
    provider: VtpassProvider,
    wire: Wire,
    clock: Clock,
    packages: Mutex<HashMap<String, KnownPackages>>,
}

#[derive(Clone)]
struct KnownPackages {
    packages: Vec<Package>,
    asked_at_ms: i64,
}

impl Vtpass {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &VtpassProvider, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        let mut provider = provider.clone();
        provider.url = provider.url.trim_end_matches('/').to_owned();
        let uri = provider.url.parse::<Uri>().ok();
        if uri.is_none_or(|uri| uri.host().is_none() || uri.query().is_some()) {
            let message = format!("{} is not a valid provider URL", provider.url);
            return Err(ConfigError(message));
        }
        Ok(Self {
            provider,
            wire,
            clock,
            packages: Mutex::default(),
        })
    }

    /// Tests URL and keys by reading the balance of our account, and returns it.
    ///
    /// # Errors
    /// The failure.
    pub async fn knock(&self) -> Result<String, String> {
        let balance = self.get("/balance").await.ok_or("it did not respond")?;
        let balance = answer::text(balance.pointer("/contents/balance"));
        balance.ok_or_else(|| String::from("it rejects the keys, or its answer is invalid"))
    }

    /// `None` if there is no JSON answer, for any reason.
    async fn get(&self, path: &str) -> Option<Value> {
        let request = Request::get([&self.provider.url, path].concat())
            .header(PUBLIC_KEY, self.provider.public_key.reveal());
        self.call(request, Vec::new()).await
    }

    /// `None` if there is no JSON answer, for any reason.
    async fn post(&self, path: &str, body: &Value) -> Option<Value> {
        let request = Request::post([&self.provider.url, path].concat())
            .header(SECRET_KEY, self.provider.secret_key.reveal());
        self.call(request, body.to_string().into_bytes()).await
    }

    async fn call(&self, request: axum::http::request::Builder, body: Vec<u8>) -> Option<Value> {
        let request = request
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json")
            .header(API_KEY, self.provider.api_key.reveal())
            .body(body);
        let answered = self.wire.send(request.ok()?).await.ok()?;
        serde_json::from_slice(answered.body()).ok()
    }

    async fn pay(&self, vend: &Vend) -> Vended {
        let Some(body) = request::purchase(vend) else {
            tracing::error!(
                reference = vend.reference,
                "VTpass does not sell what an order is for"
            );
            return OrderOutcome::Refused.into();
        };
        let Some(answered) = self.post("/pay", &body).await else {
            return OrderOutcome::Unknown.into();
        };
        let answer = Answer::read(&answered);
        if answer.must_be_confirmed() {
            return self.confirm_repeat(vend, &answer).await;
        }
        answer.judge(vend, Question::Pay)
    }

    /// An earlier request may have arrived in the meantime; its outcome counts. A rejection as a duplicate within
    /// thirty seconds may be due to that request, even if it cannot be queried yet.
    async fn confirm_repeat(&self, vend: &Vend, answer: &Answer<'_>) -> Vended {
        let known = self.requery(vend).await;
        match known.outcome {
            OrderOutcome::NotFound if vend.is_repeat && answer.is_too_soon() => {
                OrderOutcome::Unknown.into()
            }
            OrderOutcome::NotFound if answer.was_not_begun() => OrderOutcome::Refused.into(),
            OrderOutcome::NotFound => OrderOutcome::Unknown.into(),
            _ => known,
        }
    }

    async fn requery(&self, vend: &Vend) -> Vended {
        let body = json!({ "request_id": request::id(vend) });
        match self.post("/requery", &body).await {
            Some(answered) => Answer::read(&answered).judge(vend, Question::Requery),
            None => OrderOutcome::Unknown.into(),
        }
    }

    async fn ask_for_packages(&self, id: &str) -> Option<Vec<Package>> {
        let path = ["/service-variations?serviceID=", id].concat();
        catalogue::packages(&self.get(&path).await?)
    }

    /// Lists older than an hour are refreshed; if that fails, the old list is used.
    async fn packages(&self, kind: Bill, service: &str) -> Result<Vec<Package>, BillsError> {
        let id = request::package_service(kind, service).ok_or(BillsError::NotFound)?;
        let now_ms = self.clock.now_ms();
        let known = self.packages.lock().await.get(&id).cloned();
        let is_fresh = |known: &KnownPackages| now_ms - known.asked_at_ms < PACKAGES_ARE_FRESH_MS;
        if let Some(known) = known.as_ref().filter(|known| is_fresh(known)) {
            return Ok(known.packages.clone());
        }
        match self.ask_for_packages(&id).await {
            Some(packages) => {
                let fresh = KnownPackages {
                    packages: packages.clone(),
                    asked_at_ms: now_ms,
                };
                self.packages.lock().await.insert(id, fresh);
                Ok(packages)
            }
            None => known
                .map(|known| known.packages)
                .ok_or(BillsError::Unavailable),
        }
    }

    async fn validate(&self, enquiry: Enquiry<'_>) -> Result<Customer, BillsError> {
        let body = request::enquiry(enquiry).ok_or(BillsError::NotFound)?;
        let answered = self.post("/merchant-verify", &body).await;
        customer::read(&answered.ok_or(BillsError::Unavailable)?)
    }
}

impl BillsPort for Vtpass {
    fn packages<'a>(
        &'a self,
        kind: Bill,
        service: &'a str,
    ) -> Later<'a, Result<Vec<Package>, BillsError>> {
        Box::pin(self.packages(kind, service))
    }

    fn services(&self) -> Later<'_, Result<Vec<PowerService>, BillsError>> {
        let both = |(id, name): &(String, String)| PowerService::both(id, name, None);
        let services = self.provider.distributors.iter().flat_map(both).collect();
        Box::pin(async move { Ok(services) })
    }

    fn validate<'a>(&'a self, enquiry: Enquiry<'a>) -> Later<'a, Result<Customer, BillsError>> {
        Box::pin(self.validate(enquiry))
    }

    fn vend<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended> {
        Box::pin(self.pay(vend))
    }

    fn status<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended> {
        Box::pin(self.requery(vend))
    }
}
