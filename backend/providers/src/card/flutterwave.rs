//! Flutterwave's hosted checkout, version 3 of its API, as described in docs/providers.md.
//!
//! Amounts are decimal naira or dollars, as numbers or strings; identifiers are numbers or strings too. An answer
//! counts only if it matches our reference.

use super::{
    CardNotice, CardPayment, CardPort, CardStatus, CardUnavailable, Checkout, NoticeError,
    is_identifier,
};
use crate::Later;
use crate::client::{Answered, ProviderClient, Wire};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain_core::money::{AmountText, Currency};
use ground::config::{ConfigError, FlutterwaveProvider};
use ground::secret::{Secret, hex, same_bytes};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use sha2::Sha256;
use utoipa::ToSchema;

/// The shared secret itself. It does not authenticate the body.
const VERIF_HASH: HeaderName = HeaderName::from_static("verif-hash");
/// HMAC-SHA256 of the body under the secret, in base64; some senders use hexadecimal.
const SIGNATURE: HeaderName = HeaderName::from_static("flutterwave-signature");
const LONGEST_URL_BYTES: usize = 1_000;
const CHARGE: &str = "charge.completed";
/// Words in the names of refund and reversal events.
const TAKEN_BACK: [&str; 4] = ["refund", "chargeback", "dispute", "reversal"];
/// Fields in which such events name the payment.
const PAYMENT_NAMES: [&str; 4] = ["transaction_id", "TransactionId", "tx_id", "id"];

/// Flutterwave.
pub struct Flutterwave {
    client: ProviderClient,
    hook_secret: Secret<String>,
    /// The origin of its pages, such as `https://checkout.flutterwave.com`.
    checkout_origin: String,
}

#[derive(Deserialize)]
struct Envelope<T> {
    status: String,
    data: Option<T>,
}

#[derive(Deserialize)]
struct Link {
    link: String,
}

#[derive(Deserialize)]
struct Charge {
    id: Identifier,
    tx_ref: String,
    amount: AmountText,
    currency: String,
    status: String,
}

/// A webhook event from Flutterwave. Other fields are ignored.
#[derive(Deserialize, ToSchema)]
#[schema(as = CardNotice)]
pub struct Event {
    /// `charge.completed`, or a name that contains refund, chargeback, dispute or reversal; other events are accepted
    /// and ignored.
    #[schema(value_type = String)]
    event: Option<String>,
    #[serde(default)]
    #[schema(value_type = Named)]
    data: Value,
}

/// The payment that an event refers to.
#[derive(Deserialize, ToSchema)]
#[schema(as = CardCharge)]
pub struct Named {
    /// The company's identifier.
    #[schema(value_type = u64)]
    id: Option<Identifier>,
    tx_ref: String,
}

/// Sent as a number or as a string.
struct Identifier(String);

impl<'de> Deserialize<'de> for Identifier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match Value::deserialize(deserializer)? {
            Value::String(text) => text,
            Value::Number(number) if number.is_u64() => number.to_string(),
            _ => String::new(),
        };
        match is_identifier(&text) {
            true => Ok(Self(text)),
            false => Err(serde::de::Error::custom("an identifier")),
        }
    }
}

impl Flutterwave {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &FlutterwaveProvider, wire: Wire) -> Result<Self, ConfigError> {
        Ok(Self {
            client: ProviderClient::new(&provider.url, provider.key.clone(), wire)?,
            hook_secret: provider.hook_secret.clone(),
            checkout_origin: provider.checkout_origin.clone(),
        })
    }

    async fn make(&self, wanted: &Checkout) -> Result<String, CardUnavailable> {
        let customer = &wanted.customer;
        let body = json!({
            "tx_ref": wanted.tx_ref,
            "amount": wanted.amount,
            "currency": wanted.amount.currency(),
            "redirect_url": wanted.return_to,
            "payment_options": "card, mobilemoney, ussd, banktransfer",
            "customer": { "email": customer.email, "name": customer.name, "phonenumber": customer.phone },
            "customizations": { "title": wanted.title },
            "meta": { "tx_ref": wanted.tx_ref },
        });
        let answered = self
            .client
            .call(
                Method::POST,
                "/payments",
                &[],
                body.to_string().into_bytes(),
            )
            .await
            .map_err(|_| CardUnavailable)?;
        let link = success::<Link>(&answered).ok_or(CardUnavailable)?.link;
        // A page on another host is not theirs.
        self.is_page(&link).then_some(link).ok_or(CardUnavailable)
    }

    fn is_page(&self, url: &str) -> bool {
        let path = url.strip_prefix(&self.checkout_origin);
        path.is_some_and(|path| path.starts_with('/'))
            && url.len() <= LONGEST_URL_BYTES
            && url.bytes().all(|byte| byte.is_ascii_graphic())
    }

    async fn ask(
        &self,
        tx_ref: &str,
        payment_id: Option<&str>,
    ) -> Result<CardStatus, CardUnavailable> {
        if !is_identifier(tx_ref) || payment_id.is_some_and(|id| !is_identifier(id)) {
            return Ok(CardStatus::Untouched);
        }
        let path = match payment_id {
            Some(id) => format!("/transactions/{id}/verify"),
            None => format!("/transactions/verify_by_reference?tx_ref={tx_ref}"),
        };
        let answered = self
            .client
            .call(Method::GET, &path, &[], Vec::new())
            .await
            .map_err(|_| CardUnavailable)?;
        if is_unknown(&answered) {
            return Ok(CardStatus::Untouched);
        }
        let charge = success::<Charge>(&answered).ok_or(CardUnavailable)?;
        if charge.tx_ref != tx_ref {
            // The given payment belongs to another checkout.
            tracing::warn!(tx_ref, "the card company returned another checkout");
            return Ok(CardStatus::Untouched);
        }
        match (charge.status()?, payment_id) {
            // The query by reference returns the latest attempt only. An earlier one may have succeeded.
            (CardStatus::Declined, None) => Ok(self
                .successful(tx_ref)
                .await
                .unwrap_or_default()
                .into_iter()
                .next()
                .map_or(CardStatus::Declined, CardStatus::Paid)),
            (status, _) => Ok(status),
        }
    }

    /// Successful payments of a checkout, latest first. The list's filters may be ignored, so each row is checked.
    async fn successful(&self, tx_ref: &str) -> Result<Vec<CardPayment>, CardUnavailable> {
        if !is_identifier(tx_ref) {
            return Ok(Vec::new());
        }
        let path = format!("/transactions?tx_ref={tx_ref}&status=successful");
        let answered = self.client.call(Method::GET, &path, &[], Vec::new()).await;
        let listed = success::<Vec<Value>>(&answered.map_err(|_| CardUnavailable)?);
        let charges = listed
            .ok_or(CardUnavailable)?
            .into_iter()
            .filter_map(|one| serde_json::from_value::<Charge>(one).ok());
        let of_checkout = charges.filter(|charge| charge.tx_ref == tx_ref);
        let paid = |charge: Charge| match charge.status() {
            Ok(CardStatus::Paid(payment)) => Some(payment),
            _ => None,
        };
        Ok(of_checkout.filter_map(paid).collect())
    }

    fn is_signed(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let header = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let secret = self.hook_secret.reveal();
        match (header(&SIGNATURE), header(&VERIF_HASH)) {
            (Some(signature), _) => {
                let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes())
                    .expect("HMAC takes any key");
                mac.update(body);
                let expected = mac.finalize().into_bytes();
                same_bytes(BASE64.encode(expected).as_bytes(), signature.as_bytes())
                    || same_bytes(
                        hex(&expected).as_bytes(),
                        signature.to_ascii_lowercase().as_bytes(),
                    )
            }
            (None, Some(hash)) => same_bytes(secret.as_bytes(), hash.as_bytes()),
            (None, None) => false,
        }
    }
}

impl Charge {
    fn status(self) -> Result<CardStatus, CardUnavailable> {
        match self.status.as_str() {
            status @ ("successful" | "reversed" | "refunded") => {
                let currency: Currency = self.currency.parse().map_err(|_| CardUnavailable)?;
                let amount = self.amount.amount("amount", currency);
                let amount = amount.ok().filter(|amount| !amount.is_zero());
                let amount = amount
                    .filter(|amount| amount.minor().is_some())
                    .ok_or(CardUnavailable)?;
                let payment = CardPayment {
                    id: self.id.0,
                    amount,
                };
                Ok(match status {
                    "successful" => CardStatus::Paid(payment),
                    _ => CardStatus::TakenBack(payment),
                })
            }
            "pending" => Ok(CardStatus::Pending),
            "failed" => Ok(CardStatus::Declined),
            _ => Err(CardUnavailable),
        }
    }
}

/// The payment named by a reversal event: by our reference, by the company's identifier, or both.
fn taken_back(data: &Value) -> Option<CardNotice> {
    let identifier = |value: &Value| {
        let identifier = serde_json::from_value::<Identifier>(value.clone());
        identifier.ok().map(|id| id.0)
    };
    let tx_ref = identifier(&data["tx_ref"]).unwrap_or_default();
    let payment_id = PAYMENT_NAMES
        .iter()
        .find_map(|name| identifier(&data[*name]));
    (!tx_ref.is_empty() || payment_id.is_some()).then_some(CardNotice {
        tx_ref,
        payment_id,
        takes_back: true,
    })
}

/// The data of a successful response.
fn success<T: serde::de::DeserializeOwned>(answered: &Answered) -> Option<T> {
    let envelope: Envelope<T> = answered.read()?;
    (answered.status == StatusCode::OK && envelope.status == "success")
        .then_some(envelope.data)
        .flatten()
}

/// There is no machine-readable code: a 400 or 404 with an error document means that nothing was paid.
fn is_unknown(answered: &Answered) -> bool {
    matches!(
        answered.status,
        StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND
    ) && answered
        .read::<Envelope<Value>>()
        .is_some_and(|envelope| envelope.status == "error")
}

impl CardPort for Flutterwave {
    fn checkout<'a>(&'a self, wanted: &'a Checkout) -> Later<'a, Result<String, CardUnavailable>> {
        Box::pin(self.make(wanted))
    }

    fn verify<'a>(
        &'a self,
        tx_ref: &'a str,
        payment_id: Option<&'a str>,
    ) -> Later<'a, Result<CardStatus, CardUnavailable>> {
        Box::pin(self.ask(tx_ref, payment_id))
    }

    fn payments<'a>(
        &'a self,
        tx_ref: &'a str,
    ) -> Later<'a, Result<Vec<CardPayment>, CardUnavailable>> {
        Box::pin(self.successful(tx_ref))
    }

    fn notice(&self, headers: &HeaderMap, body: &[u8]) -> Result<Option<CardNotice>, NoticeError> {
        if !self.is_signed(headers, body) {
            return Err(NoticeError::NotSigned);
        }
        let event: Event = serde_json::from_slice(body).map_err(|_| NoticeError::Malformed)?;
        let name = event.event.as_deref().unwrap_or_default();
        if TAKEN_BACK.iter().any(|word| name.contains(word)) {
            return Ok(taken_back(&event.data));
        }
        if name != CHARGE {
            return Ok(None);
        }
        let about: Named =
            serde_json::from_value(event.data).map_err(|_| NoticeError::Malformed)?;
        Ok(is_identifier(&about.tx_ref).then(|| CardNotice {
            tx_ref: about.tx_ref,
            payment_id: about.id.map(|id| id.0),
            takes_back: false,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::quick;
    use axum::http::HeaderValue;

    const BODY: &[u8] = br#"{"event":"charge.completed","data":{"id":285959875,"tx_ref":"ajo-fund-7f3c","amount":5000,"currency":"NGN","status":"successful"}}"#;
    const BASE64_SIGNATURE: &str = "16QBYmJWnbn+ALA4fWBkU5NhEQ2prUbBhLoddYliWNk=";
    const HEX_SIGNATURE: &str = "d7a4016262569db9fe00b0387d6064539361110da9ad46c184ba1d75896258d9";

    fn company() -> Flutterwave {
        let provider = FlutterwaveProvider {
            url: "https://api.flutterwave.example/v3".into(),
            key: Secret::new("key".into()),
            hook_secret: Secret::new("flw-hook-secret".into()),
            checkout_origin: "https://checkout.flutterwave.example".into(),
        };
        Flutterwave::new(&provider, quick()).unwrap()
    }

    fn read_notice(
        headers: &[(&'static str, &str)],
        body: &[u8],
    ) -> Result<Option<CardNotice>, NoticeError> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, HeaderValue::from_str(value).unwrap());
        }
        company().notice(&map, body)
    }

    #[test]
    fn notices_need_the_secret_or_signature() {
        let notice = CardNotice {
            tx_ref: "ajo-fund-7f3c".into(),
            payment_id: Some("285959875".into()),
            takes_back: false,
        };
        for headers in [
            &[("verif-hash", "flw-hook-secret")][..],
            &[("flutterwave-signature", BASE64_SIGNATURE)],
            &[("flutterwave-signature", HEX_SIGNATURE)],
            &[
                ("verif-hash", "flw-hook-secret"),
                ("flutterwave-signature", BASE64_SIGNATURE),
            ],
        ] {
            assert_eq!(
                read_notice(headers, BODY),
                Ok(Some(notice.clone())),
                "{headers:?}"
            );
        }
        for headers in [
            &[][..],
            &[("verif-hash", "another")],
            &[("verif-hash", "")],
            &[("flutterwave-signature", "")],
            // The signature takes precedence over the shared secret.
            &[
                ("verif-hash", "flw-hook-secret"),
                ("flutterwave-signature", "MTIz"),
            ],
        ] {
            assert_eq!(
                read_notice(headers, BODY),
                Err(NoticeError::NotSigned),
                "{headers:?}"
            );
        }
        let changed = String::from_utf8_lossy(BODY).replace("5000", "9000");
        let signed = [("flutterwave-signature", BASE64_SIGNATURE)];
        assert_eq!(
            read_notice(&signed, changed.as_bytes()),
            Err(NoticeError::NotSigned)
        );
    }

    #[test]
    fn other_notices_are_ignored_and_malformed_ones_refused() {
        let known = [("verif-hash", "flw-hook-secret")];
        for body in [
            r#"{"event":"transfer.completed","data":{"id":1,"reference":"x"}}"#,
            r#"{"event.type":"Transfer","transfer":{}}"#,
            r#"{"event":"charge.completed","data":{"id":1,"tx_ref":"../x"}}"#,
        ] {
            assert_eq!(read_notice(&known, body.as_bytes()), Ok(None), "{body}");
        }
        for body in ["", "[]", "{", r#"{"event":"charge.completed"}"#] {
            assert_eq!(
                read_notice(&known, body.as_bytes()),
                Err(NoticeError::Malformed),
                "{body}"
            );
        }
    }

    #[test]
    fn reversal_notices_name_their_payment() {
        let known = [("verif-hash", "flw-hook-secret")];
        let about = |tx_ref: &str, id: &str| {
            Ok(Some(CardNotice {
                tx_ref: tx_ref.into(),
                payment_id: Some(id.into()),
                takes_back: true,
            }))
        };
        for (body, notice) in [
            (
                r#"{"event":"refund.completed","data":{"id":7,"TransactionId":285959875}}"#,
                about("", "285959875"),
            ),
            (
                r#"{"event":"chargeback.initiated","data":{"id":7,"transaction_id":"285959875","tx_ref":"card-1"}}"#,
                about("card-1", "285959875"),
            ),
            (
                r#"{"event":"dispute.lost","data":{"id":9}}"#,
                about("", "9"),
            ),
            (r#"{"event":"refund.completed","data":{}}"#, Ok(None)),
        ] {
            assert_eq!(read_notice(&known, body.as_bytes()), notice, "{body}");
        }
    }

    #[test]
    fn payment_pages_are_on_the_companys_origin() {
        let company = company();
        assert!(company.is_page("https://checkout.flutterwave.example/v3/hosted/pay/flwlnk-1"));
        for url in [
            "https://checkout.flutterwave.example.evil.example/",
            "https://checkout.flutterwave.example@evil.example/",
            "http://checkout.flutterwave.example/",
            "javascript:alert(1)",
            "https://checkout.flutterwave.example",
            "https://checkout.flutterwave.example/ x",
        ] {
            assert!(!company.is_page(url), "{url}");
        }
    }
}
