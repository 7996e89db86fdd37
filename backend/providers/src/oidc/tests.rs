//! Valid and invalid answers from a provider, or from an attacker in between.

use super::client::OidcClient;
use super::token_signer::TokenSigner;
use super::{HttpRequest, HttpResponse, OidcError, OidcPort, SeenPerson, SignIn, Transport};
use crate::Later;
use crate::client::CallError;
use crate::testing::{Reply, Stub, quick};
use axum::http::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ground::clock::Clock;
use ground::config::GoogleProvider;
use ground::secret::Secret;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

const ISSUER: &str = "https://provider.example";
const SECRET: &str = "a secret of provider and client";
/// 2026-11-20T09:00:00Z.
const NOW_S: i64 = 1_795_165_200;

type Token = Box<dyn Fn(&TokenSigner, Value) -> String + Send + Sync>;

/// A provider with prepared answers.
struct Teller {
    signer: Mutex<TokenSigner>,
    token: Token,
    discoveries: AtomicUsize,
    asked: Mutex<Vec<String>>,
}

impl Teller {
    fn new(token: impl Fn(&TokenSigner, Value) -> String + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            signer: Mutex::new(TokenSigner::new()),
            token: Box::new(token),
            discoveries: AtomicUsize::new(0),
            asked: Mutex::default(),
        })
    }

    fn answer(&self, request: &HttpRequest) -> Value {
        let signer = self.signer.lock().unwrap();
        match request.uri().path() {
            "/.well-known/openid-configuration" => {
                self.discoveries.fetch_add(1, Ordering::SeqCst);
                json!({
                    "issuer": ISSUER,
                    "authorization_endpoint": "https://provider.example/authorise?prompt=select_account",
                    "token_endpoint": "https://provider.example/token",
                    "jwks_uri": "https://provider.example/keys",
                    "response_types_supported": ["code"],
                    "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
                })
            }
            "/keys" => signer.keys(),
            _ => {
                let body = String::from_utf8(request.body().clone()).unwrap();
                self.asked.lock().unwrap().push(body);
                json!({ "access_token": "a", "token_type": "Bearer", "id_token": (self.token)(&signer, claims()) })
            }
        }
    }
}

impl Transport for Teller {
    fn send<'a>(&'a self, request: HttpRequest) -> Later<'a, Result<HttpResponse, CallError>> {
        let body = self.answer(&request).to_string().into_bytes();
        let response = Response::builder().header("content-type", "application/json");
        Box::pin(async move { Ok(response.body(body).unwrap()) })
    }
}

fn claims() -> Value {
    json!({
        "iss": ISSUER, "aud": "client", "sub": "1234", "nonce": "nonce", "iat": NOW_S, "exp": NOW_S + 3_600,
        "email": "Ada@Gmail.com", "email_verified": true, "given_name": " Ada\u{7} ", "family_name": "Obi",
    })
}

fn client(transport: Arc<dyn Transport>, clock: &Clock) -> OidcClient {
    let provider = GoogleProvider {
        client_id: "client".into(),
        client_secret: Secret::new(SECRET.into()),
        issuer: ISSUER.into(),
    };
    OidcClient::new(&provider, transport, clock.clone()).unwrap()
}

fn sign_in() -> SignIn {
    SignIn {
        redirect_uri: "https://ajo.example/back".into(),
        state: "state".into(),
        nonce: "nonce".into(),
        verifier: Secret::new("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".into()),
    }
}

async fn seen(teller: Arc<Teller>) -> Result<SeenPerson, OidcError> {
    let clock = Clock::set_to(NOW_S * 1_000);
    client(teller, &clock)
        .person(&sign_in(), "code", None)
        .await
}

#[tokio::test]
async fn redirects_bind_the_answer_to_the_browser() {
    let clock = Clock::set_to(NOW_S * 1_000);
    let teller = Teller::new(|signer, claims| signer.sign(&claims));
    let address = client(teller, &clock).address(&sign_in()).await.unwrap();
    for part in [
        "https://provider.example/authorise?prompt=select_account&",
        "response_type=code",
        "client_id=client",
        "state=state",
        "nonce=nonce",
        "scope=openid+email+profile",
        "redirect_uri=https%3A%2F%2Fajo.example%2Fback",
        // RFC 7636, appendix B.
        "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method=S256",
    ] {
        assert!(address.contains(part), "{address} lacks {part}");
    }
    assert!(!address.contains("dBjftJeZ4CVP") && !address.contains("secret"));
}

#[tokio::test]
async fn valid_tokens_identify_a_person() {
    let teller = Teller::new(|signer, claims| signer.sign(&claims));
    let person = seen(teller.clone()).await.unwrap();
    assert_eq!(
        (person.subject.as_str(), person.email.as_str()),
        ("1234", "ada@gmail.com")
    );
    assert_eq!(person.given_name.as_deref(), Some("Ada"));
    assert!(person.email_verified && person.hosted_domain.is_none());
    let asked = teller.asked.lock().unwrap().join(" ");
    assert!(asked.contains("code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"));
}

#[tokio::test]
async fn unverified_claims_are_reported_as_such() {
    for email_verified in [json!(false), Value::Null] {
        let teller = Teller::new(move |signer, mut claims| {
            claims["email_verified"] = email_verified.clone();
            signer.sign(&claims)
        });
        assert!(!seen(teller).await.unwrap().email_verified);
    }
}

#[tokio::test]
async fn forged_claims_are_refused() {
    let forgeries: [(&str, Value); 15] = [
        ("azp", json!("another client")),
        ("iss", json!("https://provider.example.evil.example")),
        ("iss", Value::Null),
        ("aud", json!("another client")),
        ("aud", json!(["client", "another client"])),
        ("nonce", json!("another nonce")),
        ("nonce", Value::Null),
        ("exp", json!(NOW_S)),
        ("exp", Value::Null),
        ("iat", json!(NOW_S + 600)),
        ("sub", json!("")),
        ("sub", json!("x".repeat(256))),
        ("email", json!("not an address")),
        ("email", Value::Null),
        // The hash of a different access token.
        ("at_hash", json!("77QmUPtjPfzWtF2AnpK9RQ")),
    ];
    for (name, forged) in forgeries {
        let shown = format!("{name} {forged}");
        let teller = Teller::new(move |signer, mut claims| {
            claims[name] = forged.clone();
            signer.sign(&claims)
        });
        assert!(seen(teller).await.is_err(), "{shown}");
    }
}

#[tokio::test]
async fn forged_signatures_are_refused() {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let unsigned = Teller::new(move |_, claims| {
        format!("{}.{}.", part(json!({ "alg": "none" })), part(claims))
    });
    let by_another = Teller::new(|_, claims| TokenSigner::new().sign(&claims));
    // Signed with the client secret, or with the public key used as an HMAC secret.
    let with_secret = Teller::new(move |signer, claims| {
        let public = signer.keys().to_string();
        let key = if claims["sub"] == "1234" {
            SECRET
        } else {
            &public
        };
        let signed = [part(json!({ "alg": "HS256" })), part(claims)].join(".");
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key.as_bytes()).unwrap();
        mac.update(signed.as_bytes());
        [
            signed.as_str(),
            &URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()),
        ]
        .join(".")
    });
    let altered = Teller::new(move |signer, mut claims| {
        let good = signer.sign(&claims);
        claims["sub"] = json!("9999");
        let mut parts: Vec<&str> = good.split('.').collect();
        let other = part(claims);
        parts[1] = &other;
        parts.join(".")
    });
    let nonsense = Teller::new(|_, _| String::from("x.y.z"));
    for teller in [unsigned, by_another, with_secret, altered, nonsense] {
        assert!(seen(teller).await.is_err());
    }
}

#[tokio::test]
async fn rotated_keys_are_refetched() {
    let clock = Clock::set_to(NOW_S * 1_000);
    let teller = Teller::new(|signer, mut claims| {
        claims["exp"] = json!(NOW_S + 7_200);
        signer.sign(&claims)
    });
    let client = client(teller.clone(), &clock);
    assert!(client.person(&sign_in(), "code", None).await.is_ok());
    clock.advance_ms(30 * 60 * 1_000);
    assert!(client.person(&sign_in(), "code", None).await.is_ok());
    assert_eq!(teller.discoveries.load(Ordering::SeqCst), 1);
    *teller.signer.lock().unwrap() = TokenSigner::new();
    assert!(client.person(&sign_in(), "code", None).await.is_ok());
    assert_eq!(teller.discoveries.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn keys_are_refetched_at_most_every_ten_seconds() {
    let clock = Clock::set_to(NOW_S * 1_000);
    let teller = Teller::new(|signer, claims| signer.sign(&claims));
    let client = client(teller.clone(), &clock);
    let person = async || client.person(&sign_in(), "code", None).await.is_ok();
    let change = || *teller.signer.lock().unwrap() = TokenSigner::new();
    let discoveries = || teller.discoveries.load(Ordering::SeqCst);
    assert!(person().await);
    // Also right after the first fetch of the keys.
    change();
    assert!(person().await);
    assert_eq!(discoveries(), 2);
    change();
    assert!(!person().await);
    assert_eq!(discoveries(), 2);
    clock.advance_ms(10_000);
    assert!(person().await);
    assert_eq!(discoveries(), 3);
}

#[tokio::test]
async fn malformed_tokens_cause_no_refetch() {
    let teller = Teller::new(|signer, mut claims| {
        claims["nonce"] = json!("another");
        signer.sign(&claims)
    });
    assert!(seen(teller.clone()).await.is_err());
    assert_eq!(teller.discoveries.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn names_lose_invisible_and_bidi_characters() {
    let teller = Teller::new(|signer, mut claims| {
        claims["given_name"] = json!("\u{202e}evil\u{200b}");
        claims["family_name"] = json!("\u{2066}\u{feff}");
        signer.sign(&claims)
    });
    let person = seen(teller).await.unwrap();
    assert_eq!(person.given_name.as_deref(), Some("evil"));
    assert_eq!(person.family_name, None);
}

#[tokio::test]
async fn codes_of_another_issuer_are_not_sent() {
    let clock = Clock::set_to(NOW_S * 1_000);
    let teller = Teller::new(|signer, claims| signer.sign(&claims));
    let client = client(teller.clone(), &clock);
    let from = async |issuer| client.person(&sign_in(), "code", Some(issuer)).await;
    assert!(from(ISSUER).await.is_ok());
    let asked = teller.asked.lock().unwrap().len();
    for other in ["https://other.example", "https://provider.example/", ""] {
        assert_eq!(from(other).await, Err(OidcError::Refused));
    }
    assert_eq!(teller.asked.lock().unwrap().len(), asked);
}

/// A provider with a fixed token response.
struct Answers(Teller, u16, Value);

impl Transport for Answers {
    fn send<'a>(&'a self, request: HttpRequest) -> Later<'a, Result<HttpResponse, CallError>> {
        if request.uri().path() != "/token" {
            return self.0.send(request);
        }
        let response = Response::builder().status(self.1);
        let response = response.header("content-type", "application/json");
        let body = self.2.to_string().into_bytes();
        Box::pin(async move { Ok(response.body(body).unwrap()) })
    }
}

#[tokio::test]
async fn unknown_clients_and_unknown_codes_differ() {
    let clock = Clock::set_to(NOW_S * 1_000);
    let answers = |status, answer| {
        let teller = Teller::new(|signer, claims| signer.sign(&claims));
        let teller = Arc::into_inner(teller).unwrap();
        client(Arc::new(Answers(teller, status, answer)), &clock)
    };
    let redirect = "https://ajo.example/back";
    let wrong = answers(401, json!({ "error": "invalid_client" }));
    assert!(
        wrong
            .knock(redirect)
            .await
            .unwrap_err()
            .contains("AJO_GOOGLE_CLIENT_SECRET")
    );
    let lines = crate::testing::logged(async {
        assert_eq!(
            wrong.person(&sign_in(), "code", None).await,
            Err(OidcError::Refused)
        );
    })
    .await;
    assert!(
        lines.contains("AJO_GOOGLE_CLIENT_SECRET") && lines.contains("invalid_client"),
        "{lines}"
    );
    assert!(!lines.contains(SECRET), "{lines}");

    let known = answers(400, json!({ "error": "invalid_grant" }));
    assert_eq!(known.knock(redirect).await, Ok(()));

    let odd = answers(200, json!({ "access_token": "canary", "token_type": 7 }));
    let lines = crate::testing::logged(async {
        assert!(odd.person(&sign_in(), "code", None).await.is_err());
    })
    .await;
    assert!(
        lines.contains("cannot be parsed") && !lines.contains("canary"),
        "{lines}"
    );
}

#[tokio::test]
async fn unreachable_slow_and_malformed_providers_are_unavailable() {
    for reply in [
        Reply::json(500, "{}"),
        Reply::json(302, "{}"),
        Reply::json(200, "{"),
        Reply::json(
            200,
            &json!({ "issuer": "https://other.example" }).to_string(),
        ),
        Reply::Silence,
        Reply::Reset,
    ] {
        let stub = Stub::new([reply]).await;
        let provider = GoogleProvider {
            client_id: "client".into(),
            client_secret: Secret::new(SECRET.into()),
            issuer: stub.url(""),
        };
        let wire = Arc::new(quick());
        let clock = Clock::set_to(NOW_S * 1_000);
        let client = OidcClient::new(&provider, wire, clock).unwrap();
        assert_eq!(
            client.address(&sign_in()).await,
            Err(OidcError::Unavailable)
        );
        assert_eq!(
            client.person(&sign_in(), "code", None).await,
            Err(OidcError::Unavailable)
        );
    }
}
