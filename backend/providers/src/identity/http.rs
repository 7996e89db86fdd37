//! An identity register over HTTP, as described in docs/providers.md.

use super::{IdentityPort, NumberKind, RegisterUnavailable, RegisteredPerson, checks};
use crate::Later;
use crate::client::{ProviderClient, Wire};
use axum::http::{Method, StatusCode};
use ground::config::{ConfigError, IdentityProvider};
use ground::secret::Secret;
use serde::Deserialize;
use serde_json::json;

/// A register over HTTP.
pub struct HttpRegister {
    client: ProviderClient,
}

#[derive(Deserialize)]
struct Person {
    first_name: String,
    last_name: String,
    dob: String,
    gender: Option<String>,
    phone: String,
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
}

impl HttpRegister {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &IdentityProvider, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(&provider.url, provider.key.clone(), wire)?;
        Ok(Self { client })
    }

    async fn ask(
        &self,
        kind: NumberKind,
        number: &Secret<String>,
    ) -> Result<Option<RegisteredPerson>, RegisterUnavailable> {
        // In the body, because URLs end up in access logs.
        let body = json!({ "kind": kind.as_str(), "number": number.reveal() });
        let answered = self
            .client
            .call(
                Method::POST,
                "/persons/find",
                &[],
                body.to_string().into_bytes(),
            )
            .await
            .map_err(|_| RegisterUnavailable)?;
        let unknown = answered.status == StatusCode::NOT_FOUND
            && answered
                .read::<Refusal>()
                .is_some_and(|refusal| refusal.code == "person_not_found");
        if unknown {
            return Ok(None);
        }
        let person = answered
            .read::<Person>()
            .filter(|_| answered.status == StatusCode::OK);
        let person = person.and_then(|person| {
            checks::person(RegisteredPerson {
                first_name: person.first_name,
                last_name: person.last_name,
                dob: person.dob,
                gender: person.gender,
                phone: person.phone,
            })
        });
        person.map(Some).ok_or_else(|| {
            tracing::warn!(
                status = answered.status.as_u16(),
                "the identity register returned an error"
            );
            RegisterUnavailable
        })
    }
}

impl IdentityPort for HttpRegister {
    fn find<'a>(
        &'a self,
        kind: NumberKind,
        number: &'a Secret<String>,
    ) -> Later<'a, Result<Option<RegisteredPerson>, RegisterUnavailable>> {
        Box::pin(self.ask(kind, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Reply, Stub, quick};

    const ADA: &str = r#"{"first_name":"Ada","last_name":"Obi","dob":"01-02-1990","gender":"female","phone":"+2348031234567"}"#;

    async fn found(reply: Reply) -> (Result<Option<RegisteredPerson>, RegisterUnavailable>, Stub) {
        let stub = Stub::new([reply]).await;
        let provider = IdentityProvider {
            url: stub.url("/v1"),
            key: Secret::new("key".into()),
        };
        let register = HttpRegister::new(&provider, quick()).unwrap();
        let number = Secret::new(String::from("22100000001"));
        (register.find(NumberKind::Bvn, &number).await, stub)
    }

    #[tokio::test]
    async fn numbers_are_sent_in_the_body() {
        let (result, stub) = found(Reply::json(200, ADA)).await;
        let person = result.unwrap().unwrap();
        assert_eq!(
            (person.first_name.as_str(), person.phone.as_str()),
            ("Ada", "08031234567")
        );
        let asked = stub.asked().await;
        let (head, body) = asked[0].split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("POST /v1/persons/find HTTP/1.1") && !head.contains("22100000001")
        );
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body, json!({ "kind": "bvn", "number": "22100000001" }));
    }

    #[tokio::test]
    async fn unknown_persons_and_missing_answers_differ() {
        let unknown = Reply::json(404, r#"{"code":"person_not_found"}"#);
        assert!(found(unknown).await.0 == Ok(None));
        for reply in [
            Reply::json(404, "{}"),
            Reply::json(200, "{}"),
            Reply::json(200, &ADA.replace("1990", "199")),
            Reply::json(500, ADA),
            Reply::json(302, ADA),
            Reply::Silence,
            Reply::Reset,
        ] {
            assert!(found(reply).await.0 == Err(RegisterUnavailable));
        }
    }
}
