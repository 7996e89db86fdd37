//! An authenticator in software: it makes passkeys, and signs as a phone does after it has verified its user.

use super::Caller;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

pub const ORIGIN: &str = "http://ajo.localhost:8080";

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;

/// A passkey, and what its authenticator does with it.
#[derive(Clone)]
pub struct Authenticator {
    pkcs8: Vec<u8>,
    id: Vec<u8>,
    pub user: Vec<u8>,
    pub host: String,
    /// The origin of the page that asks, as the browser reports it.
    pub origin: String,
    /// Rises with every signature; 0 if it does not count.
    pub counter: u32,
    /// Whether it verifies its user.
    pub verifies: bool,
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}

impl Authenticator {
    /// A new passkey, not yet known to the server.
    fn new(user: Vec<u8>, host: &str) -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let mut id = vec![0; 16];
        random.fill(&mut id).unwrap();
        Self {
            pkcs8: pkcs8.as_ref().to_vec(),
            id,
            user,
            host: host.into(),
            origin: ORIGIN.into(),
            counter: 0,
            verifies: true,
        }
    }

    fn key(&self) -> EcdsaKeyPair {
        let random = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &self.pkcs8, &random).unwrap()
    }

    pub fn credential_id(&self) -> String {
        encoded(&self.id)
    }

    /// Adds a passkey to the caller's account.
    pub async fn added_by(person: &mut Caller) -> Self {
        let started = person.post("/account/passkeys/start", json!({})).await;
        let started = started.expect(200).data().clone();
        let (own, body) = Self::made(&started);
        person.post("/account/passkeys", body).await.expect(201);
        own
    }

    /// A passkey for the options, and the body that adds it.
    pub fn made(started: &Value) -> (Self, Value) {
        let options = &started["options"];
        let user = decoded(&options["user"]["id"]);
        let own = Self::new(user, options["rp"]["id"].as_str().unwrap());
        let credential = own.attestation(&options["challenge"]);
        let body = json!({ "challenge_id": started["challenge_id"], "credential": credential });
        (own, body)
    }

    /// The response to a request for a new passkey.
    pub fn attestation(&self, challenge: &Value) -> Value {
        let key = self.key();
        let point = key.public_key().as_ref();
        let mut data = self.data(HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // COSE: an EC2 key for ES256 on P-256, with x and y.
        data.extend([0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..65]);
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": …}
        let mut object = vec![0xA3, 0x63];
        object.extend(b"fmt");
        object.push(0x64);
        object.extend(b"none");
        object.push(0x67);
        object.extend(b"attStmt");
        object.extend([0xA0, 0x68]);
        object.extend(b"authData");
        object.extend([0x58, u8::try_from(data.len()).unwrap()]);
        object.extend(data);
        let client = self.client_data("webauthn.create", challenge);
        let response = json!({ "attestationObject": encoded(&object), "clientDataJSON": encoded(client.as_bytes()) });
        json!({ "id": self.credential_id(), "rawId": self.credential_id(), "type": "public-key", "response": response })
    }

    /// The signature of the options' challenge.
    pub fn sign(&mut self, options: &Value) -> Value {
        if self.counter > 0 {
            self.counter += 1;
        }
        self.signature(&options["challenge"])
    }

    /// The signature of a challenge, with the counter as it is.
    pub fn signature(&self, challenge: &Value) -> Value {
        let data = self.data(0);
        let client = self.client_data("webauthn.get", challenge);
        let signed = [&data[..], digest(&SHA256, client.as_bytes()).as_ref()].concat();
        let signature = self.key().sign(&SystemRandom::new(), &signed).unwrap();
        let response = json!({
            "authenticatorData": encoded(&data),
            "clientDataJSON": encoded(client.as_bytes()),
            "signature": encoded(signature.as_ref()),
            "userHandle": encoded(&self.user),
        });
        json!({ "id": self.credential_id(), "rawId": self.credential_id(), "type": "public-key", "response": response })
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = digest(&SHA256, self.host.as_bytes()).as_ref().to_vec();
        data.push(USER_PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> String {
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false })
            .to_string()
    }
}
