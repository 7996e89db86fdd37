//! A small OpenID provider of our own; the real client talks to it in process.
//!
//! Its sign-in page is the web app's `/sandbox/google`, where the tester chooses a person.

use super::client::{OidcClient, origin};
use super::token_signer::TokenSigner;
use super::{HttpRequest, HttpResponse, Transport};
use crate::Later;
use crate::client::CallError;
use crate::sandbox::{Outcome, Port, Sandbox};
use axum::http::{Response, StatusCode, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ground::clock::Clock;
use ground::db::DbError;
use ground::random::Random;
use ground::secret::sha256_hex;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Row;
use std::sync::Arc;
use utoipa::ToSchema;

/// The issuer's path below the app's origin.
const ISSUER_PATH: &str = "/api/sandbox/google";
/// The path of the callback.
pub const RETURN_PATH: &str = "/api/auth/google/callback";
const CODE_LIFE_MS: i64 = 60 * 1_000;
const TOKEN_LIFE_SECONDS: i64 = 60 * 60;

/// The client, connected to the provider.
pub fn client(sandbox: Sandbox, clock: Clock) -> OidcClient {
    let transport = SandboxProvider {
        sandbox,
        clock: clock.clone(),
        signer: TokenSigner::new(),
    };
    OidcClient::of_own(ISSUER_PATH, Arc::new(transport), clock)
}

/// The authorisation request (OpenID Connect Core 1.0, section 3.1.2.1).
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct Authorisation {
    response_type: String,
    client_id: String,
    redirect_uri: String,
    scope: String,
    state: String,
    nonce: String,
    code_challenge: String,
    code_challenge_method: String,
    /// The chosen person; `None` if they declined.
    account: Option<GoogleAccount>,
}

/// A fictitious person at the provider.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct GoogleAccount {
    pub email: String,
    pub email_verified: bool,
    pub given_name: String,
    pub family_name: String,
    /// The domain of the person's organisation, if the provider hosts it.
    #[schema(required)]
    pub hosted_domain: Option<String>,
}

/// Persons to choose from; more can be entered on the page.
pub fn accounts() -> Vec<GoogleAccount> {
    let account = |email: &str, given: &str, family: &str, verified: bool, domain: Option<&str>| {
        GoogleAccount {
            email: email.into(),
            email_verified: verified,
            given_name: given.into(),
            family_name: family.into(),
            hosted_domain: domain.map(String::from),
        }
    };
    vec![
        account("ngozi.sandbox@gmail.com", "Ngozi", "Adichie", true, None),
        account(
            "musa@shop.example",
            "Musa",
            "Sani",
            true,
            Some("shop.example"),
        ),
        account("tola@elsewhere.example", "Tola", "Bakare", true, None),
        account("bode.sandbox@gmail.com", "Bode", "Cole", false, None),
    ]
}

impl Authorisation {
    /// The URL to redirect to; `None` for a request that our client would not send.
    ///
    /// # Errors
    /// The database failed.
    pub async fn answer(
        &self,
        sandbox: &Sandbox,
        random: Random,
        now_ms: i64,
    ) -> Result<Option<String>, DbError> {
        let ours = self.response_type == "code"
            && self.client_id == "ajo"
            && self.code_challenge_method == "S256"
            && self.scope.split(' ').any(|scope| scope == "openid")
            && self.redirect_uri == [origin(&self.redirect_uri), RETURN_PATH].concat();
        if !ours {
            return Ok(None);
        }
        let Some(account) = &self.account else {
            return Ok(Some(self.back(&[("error", "access_denied")])));
        };
        let code = random.token();
        let grant = Grant {
            redirect_uri: self.redirect_uri.clone(),
            nonce: self.nonce.clone(),
            challenge: self.code_challenge.clone(),
            account: account.clone(),
        };
        sandbox
            .keep_grant(&code, &grant, now_ms + CODE_LIFE_MS)
            .await?;
        Ok(Some(self.back(&[("code", &code)])))
    }

    fn back(&self, pairs: &[(&str, &str)]) -> String {
        let mut query = openidconnect::url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(pairs).append_pair("state", &self.state);
        format!("{}?{}", self.redirect_uri, query.finish())
    }
}

/// The grant behind a code.
#[derive(Debug, Serialize, Deserialize)]
struct Grant {
    redirect_uri: String,
    nonce: String,
    challenge: String,
    account: GoogleAccount,
}

impl Sandbox {
    async fn keep_grant(&self, code: &str, grant: &Grant, until_ms: i64) -> Result<(), DbError> {
        let text = serde_json::to_string(grant).unwrap_or_default();
        let mut tx = self.db().begin().await?;
        sqlx::query("INSERT INTO sandbox_google_codes (code_hash, detail, expires_at_ms) VALUES ($1, $2, $3)")
            .bind(sha256_hex(code.as_bytes()))
            .bind(text)
            .bind(until_ms)
            .execute(tx.connection())
            .await?;
        tx.commit().await
    }

    /// Takes the grant of a code, which is valid once.
    async fn take_grant(&self, code: &str, now_ms: i64) -> Result<Option<Grant>, DbError> {
        let mut tx = self.db().begin().await?;
        let row = sqlx::query(
            "DELETE FROM sandbox_google_codes WHERE code_hash = $1 AND expires_at_ms > $2 RETURNING detail",
        )
        .bind(sha256_hex(code.as_bytes()))
        .bind(now_ms)
        .fetch_optional(tx.connection())
        .await?;
        tx.commit().await?;
        let detail: Option<String> = row.map(|row| row.try_get("detail")).transpose()?;
        Ok(detail.and_then(|detail| serde_json::from_str(&detail).ok()))
    }
}

/// The provider's endpoints.
struct SandboxProvider {
    sandbox: Sandbox,
    clock: Clock,
    signer: TokenSigner,
}

impl SandboxProvider {
    async fn answer(&self, request: &HttpRequest) -> Result<(StatusCode, Value), CallError> {
        let address = request.uri().to_string();
        let origin = origin(&address);
        let issuer = [origin, ISSUER_PATH].concat();
        let path = address.strip_prefix(&issuer).unwrap_or_default();
        Ok(match path {
            "/.well-known/openid-configuration" => (
                StatusCode::OK,
                json!({
                    "issuer": issuer,
                    "authorization_endpoint": format!("{origin}/sandbox/google"),
                    "token_endpoint": format!("{issuer}/token"),
                    "jwks_uri": format!("{issuer}/keys"),
                    "response_types_supported": ["code"],
                    "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["ES256"],
                }),
            ),
            "/keys" => (StatusCode::OK, self.signer.keys()),
            "/token" => self
                .exchange(&issuer, request.body())
                .await
                .map_err(|_| CallError::Unanswered)?,
            _ => (StatusCode::NOT_FOUND, json!({})),
        })
    }

    async fn exchange(&self, issuer: &str, body: &[u8]) -> Result<(StatusCode, Value), DbError> {
        let given = |name: &str| {
            openidconnect::url::form_urlencoded::parse(body)
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.into_owned())
                .unwrap_or_default()
        };
        let refused = (StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant" }));
        let now_ms = self.clock.now_ms();
        let Some(grant) = self.sandbox.take_grant(&given("code"), now_ms).await? else {
            return Ok(refused);
        };
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(given("code_verifier")));
        if given("grant_type") != "authorization_code"
            || given("redirect_uri") != grant.redirect_uri
            || challenge != grant.challenge
        {
            return Ok(refused);
        }
        let issued_at = now_ms.div_euclid(1_000);
        let account = grant.account;
        let mut claims = json!({
            "iss": issuer,
            "aud": "ajo",
            "sub": subject(&account.email),
            "iat": issued_at,
            "exp": issued_at + TOKEN_LIFE_SECONDS,
            "nonce": grant.nonce,
            "email": account.email,
            "email_verified": account.email_verified,
            "given_name": account.given_name,
            "family_name": account.family_name,
        });
        if let (Some(domain), Value::Object(claims)) = (account.hosted_domain, &mut claims) {
            claims.insert(String::from("hd"), Value::from(domain));
        }
        let tokens = json!({
            "access_token": "sandbox",
            "token_type": "Bearer",
            "expires_in": TOKEN_LIFE_SECONDS,
            "id_token": self.signer.sign(&claims),
        });
        Ok((StatusCode::OK, tokens))
    }
}

/// A stable identifier for a person: twenty-one digits, like Google's.
fn subject(email: &str) -> String {
    let digest = sha256_hex(email.trim().to_lowercase().as_bytes());
    digest
        .bytes()
        .map(|byte| char::from(b'0' + byte % 10))
        .take(21)
        .collect()
}

impl Transport for SandboxProvider {
    fn send<'a>(&'a self, request: HttpRequest) -> Later<'a, Result<HttpResponse, CallError>> {
        Box::pin(async move {
            let outcome = self.sandbox.behave(Port::Google).await;
            let status = match outcome.map_err(|_| CallError::NotSent)? {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => None,
                Outcome::Fail => Some(StatusCode::SERVICE_UNAVAILABLE),
                Outcome::LoseAnswer | Outcome::LoseRequest => return Err(CallError::Unanswered),
            };
            let (status, body) = match status {
                Some(status) => (status, json!({})),
                None => self.answer(&request).await?,
            };
            Response::builder()
                .status(status)
                .header(header::CONTENT_TYPE, "application/json")
                .body(body.to_string().into_bytes())
                .map_err(|_| CallError::Unanswered)
        })
    }
}
