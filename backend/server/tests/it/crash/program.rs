//! The running program, its users, and their payments.

use crate::support::{PASSWORD, fresh_email};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Method, Request, header};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

/// The serving program.
pub struct Program {
    pub(super) child: Arc<Mutex<Child>>,
    pub(super) origin: String,
}

impl Program {
    pub fn start(database_url: &str) -> Self {
        Self::start_with(
            database_url,
            Some("a secret that only the tests of Ajo know"),
        )
    }

    /// Without a secret it reads the file beside the database.
    pub fn start_with(database_url: &str, secret: Option<&str>) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_backend"))
            .arg("serve")
            .env_clear()
            .env("AJO_DATABASE_URL", database_url)
            .env("AJO_ADDR", "127.0.0.1:0")
            .envs(secret.map(|secret| ("AJO_SECRET", secret)))
            .env("AJO_RATE_LIMIT_FACTOR", "0")
            .env("AJO_LOG", "json")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.by_ref().map(Result::unwrap).find_map(|line| {
            let entry: Value = serde_json::from_str(&line).ok()?;
            let fields = entry.get("fields").unwrap_or(&entry).clone();
            (fields["message"] == "listening")
                .then(|| fields["address"].as_str().map(String::from))?
        });
        // The rest of its output must be read, or it would block.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            child: Arc::new(Mutex::new(child)),
            origin: format!("http://{}/api", address.expect("the program listens")),
        }
    }

    /// Sends SIGKILL, as the kernel does when memory runs out.
    pub fn kill(&self) {
        let mut child = self.child.lock().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Ok(mut child) = self.child.lock() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A user with an HTTP client.
#[derive(Clone)]
pub(super) struct Person {
    client: Client<HttpConnector, Full<Bytes>>,
    token: String,
}

impl Person {
    fn new() -> Self {
        Self {
            client: Client::builder(TokioExecutor::new()).build_http(),
            token: String::new(),
        }
    }

    /// Status and body; `None` if the program died meanwhile.
    async fn call(
        &self,
        origin: &str,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Option<(u16, Value)> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{origin}{path}"))
            .header(header::CONTENT_TYPE, "application/json");
        if !self.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let text = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let answer = self
            .client
            .request(request.body(Full::from(text)).unwrap())
            .await
            .ok()?;
        let status = answer.status().as_u16();
        let bytes = answer.into_body().collect().await.ok()?.to_bytes();
        Some((status, serde_json::from_slice(&bytes).ok()?))
    }

    pub(super) async fn must(
        &self,
        origin: &str,
        method: Method,
        path: &str,
        body: Value,
    ) -> Value {
        let (status, answer) = self
            .call(origin, method, path, body, &[])
            .await
            .expect("an answer");
        assert!(status < 300, "{path}: {status} {answer}");
        answer["data"].clone()
    }

    pub(super) async fn join(origin: &str) -> Self {
        let (mut person, email) = (Self::new(), fresh_email());
        let form = json!({ "name": "Ada Obi", "email": email, "phone": "08031234567", "password": PASSWORD, "agreement": true });
        person
            .must(origin, Method::POST, "/auth/register", form)
            .await;
        let sent = person
            .must(
                origin,
                Method::GET,
                &format!("/sandbox/messages?to={email}"),
                Value::Null,
            )
            .await;
        let session = person
            .must(
                origin,
                Method::POST,
                "/auth/verify",
                json!({ "email": email, "code": sent[0]["code"] }),
            )
            .await;
        person.token = session["access_token"].as_str().unwrap().into();
        person
    }

    /// Sets the PIN, and credits this much naira.
    pub(super) async fn funded(&self, origin: &str, amount: &str) {
        let post = Method::POST;
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        let path = "/account/settings/pin/create";
        self.must(origin, post.clone(), path, pin).await;
        let wanted = json!({ "type": "NGN" });
        let account = self
            .must(origin, post.clone(), "/accounts/fund", wanted)
            .await;
        let credit = json!({ "account_number": account["account_number"], "amount": amount });
        self.must(origin, post, "/sandbox/credits", credit).await;
    }

    pub(super) async fn naira(&self, origin: &str) -> Value {
        self.must(origin, Method::GET, "/accounts", Value::Null)
            .await["wallets"][0]
            .clone()
    }
}

/// An authorised payment that is repeated until it is known to be done.
#[derive(Clone)]
pub(super) struct Payment {
    pub(super) key: String,
    pub(super) authorisation: String,
    pub(super) path: &'static str,
    pub(super) body: Value,
}

impl Payment {
    pub(super) async fn prepare(
        payer: &Person,
        origin: &str,
        place: usize,
        (path, body, wanted): (&'static str, Value, Value),
    ) -> Self {
        let key = format!("burst-{place:04}");
        let mut wanted = wanted;
        wanted["pin"] = json!("2580");
        wanted["idempotency_key"] = json!(key);
        wanted["request"] = body.clone();
        let granted = payer
            .must(origin, Method::POST, "/wallet/pin-confirm", wanted)
            .await;
        Self {
            key,
            authorisation: granted["authorisation"].as_str().unwrap().into(),
            path,
            body,
        }
    }

    /// The reference, once the program has acknowledged the payment.
    pub(super) async fn send(&self, payer: &Person, origin: &str) -> Option<String> {
        let headers = [
            ("idempotency-key", self.key.as_str()),
            ("x-pin-authorisation", self.authorisation.as_str()),
        ];
        let headers = match self.authorisation.is_empty() {
            true => &[][..],
            false => &headers[..],
        };
        let (status, answer) = payer
            .call(origin, Method::POST, self.path, self.body.clone(), headers)
            .await?;
        // Payments that wait for a provider are accepted with 202.
        assert!(matches!(status, 200..=202), "{answer}");
        // The response to a card's confirmation contains the line of the statement.
        let reference = answer["data"]["reference"]
            .as_str()
            .or_else(|| answer["data"]["transaction"]["reference"].as_str());
        Some(reference.unwrap().into())
    }
}
