//! A client of the server, with a bearer token and cookies once it has any.

use super::contract;
use super::crowd::Crowd;
use super::foreign::Foreign;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::Mutex;
use tower::ServiceExt;

const MOST_BYTES: usize = 10 * 1024 * 1024;

#[derive(Clone)]
pub struct Caller {
    router: Router,
    pub token: Option<String>,
    /// The refresh token's cookie.
    pub cookie: Option<String>,
    /// All other cookies, as `name=value`.
    pub cookies: Vec<String>,
    pub address: SocketAddr,
    pub headers: Vec<(&'static str, String)>,
    /// The members added to every body.
    pub foreign: Option<Foreign>,
    /// Sends every changing call many times concurrently.
    pub crowd: Option<Crowd>,
    /// A payment whose PIN is entered as soon as its body is known.
    pub entering: Option<Entering>,
}

/// The payment to authorise, without its body, and its authorisation once there is one.
#[derive(Clone)]
pub struct Entering {
    pub payment: Value,
    granted: Arc<Mutex<Option<String>>>,
}

impl Entering {
    /// The authorisation for the first body that is sent.
    async fn authorisation(&self, caller: &Caller, body: &Value) -> String {
        let mut granted = self.granted.lock().await;
        if granted.is_none() {
            *granted = Some(caller.confirm(self.payment.clone(), body).await);
        }
        granted.clone().unwrap()
    }
}

impl Caller {
    pub fn new(router: Router) -> Self {
        let address = SocketAddr::from(([127, 0, 0, 1], 50_000));
        Self {
            router,
            token: None,
            cookie: None,
            cookies: Vec::new(),
            address,
            headers: Vec::new(),
            foreign: None,
            crowd: None,
            entering: None,
        }
    }

    /// A copy of the caller, who enters the PIN for a payment with the first body that is sent.
    pub fn entering(&self, payment: Value) -> Self {
        let granted = Arc::default();
        Self {
            entering: Some(Entering { payment, granted }),
            ..self.clone()
        }
    }

    /// The authorisation of a payment with this body.
    pub async fn confirm(&self, mut payment: Value, body: &Value) -> String {
        payment["request"] = body.clone();
        let mut person = self.clone();
        person.entering = None;
        person
            .headers
            .retain(|(name, _)| *name != "idempotency-key");
        let granted = Box::pin(person.post("/wallet/pin-confirm", payment)).await;
        let granted = granted.expect(200).data()["authorisation"].as_str();
        String::from(granted.unwrap())
    }

    /// A copy of the caller with one more header.
    pub fn with(&self, name: &'static str, value: &str) -> Self {
        let mut other = self.clone();
        other.headers.push((name, String::from(value)));
        other
    }

    /// A copy of the caller at another address.
    pub fn from(&self, ip: [u8; 4]) -> Self {
        Self {
            address: SocketAddr::from((ip, 50_000)),
            ..self.clone()
        }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&mut self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&mut self, path: &str, body: Value) -> Answer {
        self.send(Method::DELETE, path, Some(body)).await
    }

    async fn send(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let path = format!("/api{path}");
        let body = match &self.foreign {
            Some(foreign) => body.map(|body| foreign.add(&method, &path, body)),
            None => body,
        };
        if let (Some(entering), Some(body)) = (&self.entering, &body) {
            let granted = entering.authorisation(self, body).await;
            let mut payer = self.with("x-pin-authorisation", &granted);
            payer.entering = None;
            return Box::pin(payer.send(method, &path["/api".len()..], Some(body.clone()))).await;
        }
        let text = body.map(|body| body.to_string()).unwrap_or_default();
        let answer = match &self.crowd {
            Some(crowd) if crowd.takes(self, &method) => {
                crowd.send(self, &method, &path, &text).await
            }
            _ => {
                self.raw(method.clone(), &path, "application/json", text)
                    .await
            }
        };
        if let Some(foreign) = &self.foreign {
            foreign.note(&method, &path, answer.status);
        }
        // A browser keeps the cookies that it is given.
        if let Some(token) = answer
            .body
            .pointer("/data/access_token")
            .and_then(Value::as_str)
        {
            self.token = Some(String::from(token));
        }
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            self.keep(cookie.to_str().unwrap_or_default());
        }
        answer
    }

    pub fn keep(&mut self, set_cookie: &str) {
        let pair = set_cookie.split(';').next().unwrap_or_default();
        let (name, value) = pair.split_once('=').unwrap_or_default();
        let kept = Some(String::from(pair)).filter(|_| !value.is_empty());
        if name == "ajo_refresh" {
            self.cookie = kept;
        } else {
            self.cookies
                .retain(|other| !other.starts_with(&format!("{name}=")));
            self.cookies.extend(kept);
        }
    }

    /// The content of an existing file.
    pub async fn bytes(&self, path: &str) -> Vec<u8> {
        let response = self.response(Method::GET, path, "", Body::empty()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let bytes = to_bytes(response.into_body(), MOST_BYTES).await;
        bytes.unwrap().to_vec()
    }

    /// Sends any bytes to any path.
    pub async fn raw(
        &self,
        method: Method,
        path: &str,
        content_type: &str,
        body: impl Into<Body>,
    ) -> Answer {
        let asked = method.clone();
        let response = self.response(method, path, content_type, body.into()).await;
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, MOST_BYTES).await.unwrap();
        let answer = Answer {
            status: parts.status,
            headers: parts.headers,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes: bytes.to_vec(),
        };
        if answer.header("content-type") == "application/problem+json" {
            let code = answer.body["code"].as_str().unwrap_or_default();
            contract::expect_documented(&asked, path, answer.status.as_u16(), code);
        }
        answer
    }

    async fn response(
        &self,
        method: Method,
        path: &str,
        content_type: &str,
        body: Body,
    ) -> Response {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, content_type);
        if !self.headers.iter().any(|(name, _)| *name == "host") {
            request = request.header(header::HOST, "ajo.localhost:8080");
        }
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for cookie in self.cookie.iter().chain(&self.cookies) {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let request = request
            .extension(ConnectInfo(self.address))
            .body(body)
            .unwrap();
        self.router.clone().oneshot(request).await.unwrap()
    }
}

/// A response.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    /// Panics with the response unless it has this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> &Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// Expects a refusal with this status and code, as a problem document.
    #[track_caller]
    pub fn refuses(&self, status: u16, code: &str) -> &Self {
        self.expect(status);
        assert_eq!(
            self.headers[header::CONTENT_TYPE],
            "application/problem+json",
            "{}",
            self.text
        );
        assert_eq!(self.body["code"], code, "{}", self.text);
        assert_eq!(self.body["status"], status, "{}", self.text);
        assert_ne!(self.body["request_id"], "", "{}", self.text);
        self
    }

    /// Expects violations of exactly these fields, with these codes.
    #[track_caller]
    pub fn breaks(&self, expected: &[(&str, &str)]) -> &Self {
        self.refuses(422, "refused");
        let violations = self.body["violations"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let found: Vec<(&str, &str)> = violations
            .iter()
            .map(|one| {
                (
                    one["field"].as_str().unwrap_or_default(),
                    one["code"].as_str().unwrap_or_default(),
                )
            })
            .collect();
        assert_eq!(found, expected, "{}", self.text);
        self
    }

    pub fn data(&self) -> &Value {
        &self.body["data"]
    }

    /// Everything that could distinguish two responses: status, body and headers, without the parts that differ between
    /// any two, and without the value in question.
    pub fn apart_from(&self, value: &str) -> (u16, String, Vec<String>) {
        let mut text = self.text.clone();
        for own in ["/request_id", "/data/authorisation"] {
            if let Some(own) = self.body.pointer(own).and_then(Value::as_str) {
                text = text.replace(own, "OWN");
            }
        }
        let mut headers: Vec<String> = self
            .headers
            .iter()
            .filter(|(name, _)| *name != "x-request-id" && *name != header::CONTENT_LENGTH)
            .map(|(name, value)| {
                let value = value.to_str().unwrap();
                // A cookie's value is random; its length and its attributes are not.
                let (of_cookie, rest) = value.split_once(';').unwrap_or((value, ""));
                match of_cookie.split_once('=') {
                    Some((cookie, own)) if *name == header::SET_COOKIE => {
                        format!("{name}: {cookie}, {} bytes;{rest}", own.len())
                    }
                    _ => format!("{name}: {value}"),
                }
            })
            .collect();
        headers.sort();
        (self.status.as_u16(), text.replace(value, "VALUE"), headers)
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }
}
