//! Paystack's direct debit, as described in docs/providers.md.

use super::{
    DebitOrder, DebitStatus, MandateNotice, MandateNoticeError, MandatePort, MandateStatus,
    MandateUnavailable, Payer, StartedMandate,
};
use crate::Later;
use crate::card::is_identifier;
use crate::client::{Answered, ProviderClient, Wire};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode};
use domain_core::money::{Amount, Currency};
use domain_core::validation::deceives;
use ground::config::{ConfigError, PaystackProvider};
use ground::secret::{Secret, hex, same_bytes};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::Sha512;
use utoipa::ToSchema;

/// HMAC-SHA512 of the body under our key, in hexadecimal.
const SIGNATURE: HeaderName = HeaderName::from_static("x-paystack-signature");
const CHANNEL: &str = "direct_debit";
const EVENTS: &str = "direct_debit.authorization.";
/// Failed charges cause no notice.
const CHARGED: &str = "charge.success";
const LONGEST_URL_BYTES: usize = 1_000;
const LONGEST_NAME_CHARACTERS: usize = 100;

/// Paystack.
pub struct Paystack {
    client: ProviderClient,
    key: Secret<String>,
}

#[derive(Deserialize)]
struct Envelope<T> {
    status: bool,
    data: Option<T>,
}

#[derive(Deserialize)]
struct Link {
    redirect_url: String,
    reference: String,
}

#[derive(Deserialize)]
struct Authorisation {
    authorization_code: String,
    channel: String,
    bank: Option<String>,
    active: bool,
    customer: Customer,
}

#[derive(Deserialize)]
struct Customer {
    email: String,
}

#[derive(Deserialize)]
struct Charge {
    reference: String,
    status: String,
    /// In kobo.
    amount: i64,
    currency: String,
}

/// A webhook event from Paystack. Other fields are ignored.
#[derive(Deserialize, ToSchema)]
#[schema(as = MandateNotice)]
pub struct Event {
    /// `direct_debit.authorization.created` or `.active`; other events are accepted and ignored.
    event: String,
    #[serde(default)]
    #[schema(value_type = Named)]
    data: Value,
}

/// The mandate that an event refers to.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = MandateEvent)]
pub struct Named {
    /// The company's reference.
    #[schema(value_type = String)]
    reference: Option<String>,
}

impl Paystack {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &PaystackProvider, wire: Wire) -> Result<Self, ConfigError> {
        Ok(Self {
            client: ProviderClient::new(&provider.url, provider.key.clone(), wire)?,
            key: provider.key.clone(),
        })
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Answered, MandateUnavailable> {
        let body = body.map(|body| body.to_string().into_bytes());
        let answered = self
            .client
            .call(method, path, &[], body.unwrap_or_default())
            .await;
        answered.map_err(|_| MandateUnavailable)
    }

    async fn begin(&self, payer: &Payer) -> Result<StartedMandate, MandateUnavailable> {
        let body =
            json!({ "email": payer.email, "channel": CHANNEL, "callback_url": payer.return_to });
        let path = "/customer/authorization/initialize";
        let answered = self.call(Method::POST, path, Some(body)).await?;
        let link: Link = success(&answered).ok_or(MandateUnavailable)?;
        let is_page = link.redirect_url.starts_with("https://")
            && link.redirect_url.len() <= LONGEST_URL_BYTES
            && link
                .redirect_url
                .bytes()
                .all(|byte| byte.is_ascii_graphic());
        if !is_page || !is_identifier(&link.reference) {
            return Err(MandateUnavailable);
        }
        Ok(StartedMandate {
            reference: link.reference,
            url: link.redirect_url,
        })
    }

    /// The authorisation with a reference; `None` if it was not granted, or has ended.
    async fn find(&self, reference: &str) -> Result<Option<Authorisation>, MandateUnavailable> {
        if !is_identifier(reference) {
            return Ok(None);
        }
        let path = ["/customer/authorization/verify/", reference].concat();
        let answered = self.call(Method::GET, &path, None).await?;
        // A 404 without this document may be due to a wrong URL, and proves nothing.
        let is_absent = answered.status == StatusCode::NOT_FOUND
            && answered
                .read::<Envelope<Value>>()
                .is_some_and(|envelope| !envelope.status);
        if is_absent {
            return Ok(None);
        }
        let found: Authorisation = success(&answered).ok_or(MandateUnavailable)?;
        if found.channel != CHANNEL || !is_identifier(&found.authorization_code) {
            return Err(MandateUnavailable);
        }
        Ok(Some(found))
    }

    async fn ask(&self, reference: &str) -> Result<MandateStatus, MandateUnavailable> {
        Ok(match self.find(reference).await? {
            None => MandateStatus::Absent,
            Some(found) if found.active => MandateStatus::Active {
                bank: found.bank.filter(|name| is_name(name)),
            },
            Some(_) => MandateStatus::Waiting,
        })
    }

    async fn deactivate(&self, reference: &str) -> Result<(), MandateUnavailable> {
        let Some(found) = self.find(reference).await? else {
            return Ok(());
        };
        let body = json!({ "authorization_code": found.authorization_code });
        let path = "/customer/authorization/deactivate";
        let answered = self.call(Method::POST, path, Some(body)).await?;
        let is_done = answered.status == StatusCode::OK
            && answered
                .read::<Envelope<Value>>()
                .is_some_and(|envelope| envelope.status);
        is_done.then_some(()).ok_or(MandateUnavailable)
    }
}

impl Paystack {
    async fn charge(&self, order: &DebitOrder) -> Result<DebitStatus, MandateUnavailable> {
        let found = self.find(&order.mandate).await?;
        // Nothing was debited: the mandate has ended at the bank.
        let Some(found) = found.filter(|found| found.active) else {
            return Ok(DebitStatus::Refused);
        };
        let body = json!({
            "email": found.customer.email, "amount": order.amount.minor().ok_or(MandateUnavailable)?,
            "authorization_code": found.authorization_code, "currency": order.amount.currency().as_str(),
            "reference": order.reference,
        });
        let path = "/transaction/charge_authorization";
        let answered = self.call(Method::POST, path, Some(body)).await?;
        // The refusal may concern a repetition, so the charge itself is queried.
        let charge: Charge = success(&answered).ok_or(MandateUnavailable)?;
        debit_status(&charge, &order.reference)
    }

    async fn verify_charge(&self, reference: &str) -> Result<DebitStatus, MandateUnavailable> {
        let path = ["/transaction/verify/", reference].concat();
        let answered = self.call(Method::GET, &path, None).await?;
        let is_refusal = answered
            .read::<Envelope<Value>>()
            .is_some_and(|envelope| !envelope.status);
        let is_absent = matches!(
            answered.status,
            StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND
        ) && is_refusal;
        if is_absent {
            return Ok(DebitStatus::Absent);
        }
        let charge: Charge = success(&answered).ok_or(MandateUnavailable)?;
        debit_status(&charge, reference)
    }
}

/// Unknown statuses count as not settled.
fn debit_status(charge: &Charge, reference: &str) -> Result<DebitStatus, MandateUnavailable> {
    if charge.reference != reference || charge.currency != Currency::Ngn.as_str() {
        return Err(MandateUnavailable);
    }
    Ok(match charge.status.as_str() {
        "success" => DebitStatus::Paid(
            Amount::from_minor(charge.amount, Currency::Ngn).ok_or(MandateUnavailable)?,
        ),
        "failed" | "reversed" | "abandoned" => DebitStatus::Refused,
        _ => DebitStatus::Processing,
    })
}

fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= LONGEST_NAME_CHARACTERS && !deceives(name)
}

/// The data of a successful response.
fn success<T: DeserializeOwned>(answered: &Answered) -> Option<T> {
    let envelope: Envelope<T> = answered.read()?;
    (answered.status == StatusCode::OK && envelope.status)
        .then_some(envelope.data)
        .flatten()
}

impl MandatePort for Paystack {
    fn start<'a>(
        &'a self,
        payer: &'a Payer,
    ) -> Later<'a, Result<StartedMandate, MandateUnavailable>> {
        Box::pin(self.begin(payer))
    }

    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<MandateStatus, MandateUnavailable>> {
        Box::pin(self.ask(reference))
    }

    fn end<'a>(&'a self, reference: &'a str) -> Later<'a, Result<(), MandateUnavailable>> {
        Box::pin(self.deactivate(reference))
    }

    fn debit<'a>(
        &'a self,
        order: &'a DebitOrder,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        Box::pin(self.charge(order))
    }

    fn debit_status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        Box::pin(self.verify_charge(reference))
    }

    fn notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Option<MandateNotice>, MandateNoticeError> {
        let mut mac = <Hmac<Sha512> as KeyInit>::new_from_slice(self.key.reveal().as_bytes())
            .expect("HMAC takes any key");
        mac.update(body);
        let expected = hex(&mac.finalize().into_bytes());
        let given = headers.get(&SIGNATURE).map(|value| value.as_bytes());
        if !given.is_some_and(|given| same_bytes(expected.as_bytes(), given)) {
            return Err(MandateNoticeError::NotSigned);
        }
        let event: Event =
            serde_json::from_slice(body).map_err(|_| MandateNoticeError::Malformed)?;
        let about = match event.event.as_str() {
            event if event.starts_with(EVENTS) => MandateNotice::Mandate,
            CHARGED => MandateNotice::Debit,
            _ => return Ok(None),
        };
        let named: Named = serde_json::from_value(event.data).unwrap_or_default();
        let reference = named.reference.filter(|reference| is_identifier(reference));
        Ok(reference.map(about))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::quick;
    use axum::http::HeaderValue;

    /// From the company's documentation.
    const BODY: &[u8] = br#"{"event":"transfer.success","data":{"amount":150000,"currency":"NGN","reference":"ajo-po-01k7m3q8z9x4","status":"success"}}"#;
    const SIGNED: &str = "3d13a11391f89bf38a4c9b0582a702315f1c96425ae37290b18c1021b551871d099cf4540f7a9daa737bd3620f45db0e6989a78597b7dacf1a46978abcc66360";

    fn read_notice(
        signature: &str,
        body: &[u8],
    ) -> Result<Option<MandateNotice>, MandateNoticeError> {
        let provider = PaystackProvider {
            url: "https://api.paystack.example".into(),
            key: Secret::new("sk_test_ajo".into()),
        };
        let mut headers = HeaderMap::new();
        headers.insert(SIGNATURE, HeaderValue::from_str(signature).unwrap());
        Paystack::new(&provider, quick())
            .unwrap()
            .notice(&headers, body)
    }

    #[test]
    fn notices_are_signed_with_our_key() {
        assert_eq!(read_notice(SIGNED, BODY), Ok(None));
        let upper = SIGNED.to_uppercase();
        for signature in ["", "3d13", upper.as_str()] {
            assert_eq!(
                read_notice(signature, BODY),
                Err(MandateNoticeError::NotSigned)
            );
        }
        assert_eq!(
            read_notice(SIGNED, b"{}"),
            Err(MandateNoticeError::NotSigned)
        );
    }
}
