//! Demo users, created through the API itself, so they have only what any newcomer can get.

use super::Failure;
use crate::server::router;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, header};
use community::clusters::operator::{self, Change};
use serde_json::{Value, json};
use service::access::users;
use service::app::AppState;
use service::settings::tenants;
use std::sync::{Mutex, PoisonError};
use tower::ServiceExt;

const PASSWORD: &str = "Mango-Season-24";
const PIN: &str = "2580";
const ADA: Demo = Demo {
    email: "ada@example.com",
    first: "Ada",
    last: "Okafor",
    phone: "08031234567",
    gender: "female",
};
const BAYO: Demo = Demo {
    email: "bayo@example.com",
    first: "Bayo",
    last: "Adeyemi",
    phone: "08057654321",
    gender: "male",
};

struct Demo {
    email: &'static str,
    first: &'static str,
    last: &'static str,
    phone: &'static str,
    gender: &'static str,
}

/// Adds missing users.
pub async fn run(app: &AppState) -> Result<(), Failure> {
    if app.config.production() {
        return Err("demo users have a publicly known password: not in production".into());
    }
    let mut tx = app.db.begin().await?;
    tenants::insert(&mut tx, &tenants::demo(), app.clock.now_ms()).await?;
    tx.commit().await?;

    let tenant = tenants::of_host(app, "localhost")
        .await
        .map_err(|error| error.code())?;
    let known = users::find_by_email(&mut *app.db.read().await?, &tenant.id, ADA.email).await?;
    if known.is_none() {
        let calls = Calls {
            router: router::router(app.clone()),
            cookie: Mutex::default(),
        };
        let bayo = calls.join(&BAYO).await?;
        let ada = calls.join(&ADA).await?;
        calls.history(&ada, &bayo).await?;
        clusters(app).await?;
        calls.meet(&ada, &bayo).await?;
    }
    super::plans_of_seed::add(app, &tenant.identifier).await?;
    println!(
        "seed: sign in as {} with {PASSWORD}; the transaction PIN is {PIN}",
        ADA.email
    );
    Ok(())
}

/// Code, name, state, local government area, WhatsApp link. Each also gets an email address at the brand's domain.
const CLUSTERS: [[&str; 5]; 7] = [
    [
        "IKEJA01",
        "Ikeja Traders",
        "Lagos",
        "Ikeja",
        "https://chat.whatsapp.com/IkejaTraders01",
    ],
    ["SURULERE1", "Surulere Savers", "Lagos", "Surulere", ""],
    [
        "LEKKI01",
        "Lekki Founders",
        "Lagos",
        "Eti-Osa",
        "https://wa.me/2348031234567",
    ],
    [
        "WUSE01",
        "Wuse Market Women",
        "Federal Capital Territory",
        "Abuja Municipal",
        "https://chat.whatsapp.com/WuseMarket01",
    ],
    ["DUGBE01", "Dugbe Artisans", "Oyo", "Ibadan North", ""],
    [
        "KANO01",
        "Sabon Gari Textiles",
        "Kano",
        "Fagge",
        "https://wa.me/2348057654321",
    ],
    ["PHC001", "Port Harcourt Makers", "Rivers", "Obio-Akpor", ""],
];

async fn clusters(app: &AppState) -> Result<(), Failure> {
    for [code, name, state, lga, whatsapp_link] in CLUSTERS {
        let change = Change {
            name: Some(name.into()),
            state: Some(state.into()),
            lga: Some(lga.into()),
            whatsapp_link: Some(whatsapp_link.into()),
            support_email: Some([&code.to_ascii_lowercase(), "@example.com"].concat()),
            status: None,
        };
        let added = operator::add(app, "ajo", code, &change, "seed").await;
        added.map_err(|error| error.code())?;
    }
    Ok(())
}

/// In-process API client.
struct Calls {
    router: Router,
    /// The latest cookies: they bind a sign-up to its browser.
    cookie: Mutex<Option<HeaderValue>>,
}

impl Calls {
    /// Signs up, verifies the email address, fills in the profile, sets the PIN, and credits some money. Returns the
    /// token.
    async fn join(&self, demo: &Demo) -> Result<String, Failure> {
        let name = format!("{} {}", demo.first, demo.last);
        let registration = json!({ "name": name, "email": demo.email, "phone": demo.phone, "password": PASSWORD, "agreement": true });
        self.post("/auth/register", None, &registration).await?;
        let messages = self
            .call(
                Method::GET,
                &format!("/sandbox/messages?to={}", demo.email),
                None,
                &[],
                None,
            )
            .await?;
        let code = messages
            .pointer("/0/code")
            .and_then(Value::as_str)
            .ok_or("no code was sent")?;
        let session = self
            .post(
                "/auth/verify",
                None,
                &json!({ "email": demo.email, "code": code }),
            )
            .await?;
        let token = text(&session, "/access_token")?;
        let profile = json!({ "first_name": demo.first, "last_name": demo.last, "gender": demo.gender, "dob": "24-05-1990" });
        self.post("/profile", Some(&token), &profile).await?;
        for (currency, amount) in [("NGN", "250000.00"), ("USD", "120.00")] {
            let pin = json!({ "pin": PIN, "confirm_pin": PIN, "currency": currency });
            self.post("/account/settings/pin/create", Some(&token), &pin)
                .await?;
            let account = self
                .post("/accounts/fund", Some(&token), &json!({ "type": currency }))
                .await?;
            let credit =
                json!({ "account_number": text(&account, "/account_number")?, "amount": amount });
            self.post("/sandbox/credits", None, &credit).await?;
        }
        Ok(token)
    }

    /// Makes a few payments, so that the history is not empty.
    async fn history(&self, ada: &str, bayo: &str) -> Result<(), Failure> {
        let accounts = self
            .call(Method::GET, "/accounts", Some(bayo), &[], None)
            .await?;
        let wallets = accounts
            .pointer("/wallets")
            .and_then(Value::as_array)
            .ok_or("no wallets")?;
        let naira = wallets
            .iter()
            .find(|wallet| wallet.pointer("/base_currency") == Some(&json!("NGN")))
            .ok_or("no naira wallet")?;
        let number = text(naira, "/identity")?;
        let bank = json!({ "bank_code": "058", "account_number": "0123456789" });
        let account_name = text(
            &self.post("/enquire", Some(ada), &bank).await?,
            "/account_name",
        )?;
        let saved = json!({ "bank_code": "058", "bank_name": "Guaranty Trust Bank", "account_number": "0123456789", "account_name": account_name });
        let saved = self.post("/bank-account", Some(ada), &saved).await?;

        for (amount, what) in [
            ("4500.00", "Lunch, thank you"),
            ("12000.00", "Electricity, my half"),
        ] {
            let payment = json!({ "amount": amount, "send_wallet": "NGN", "receive_wallet": number, "wallet_number": number, "description": what, "confirm": true });
            let quote = json!({ "destination": "wallet", "amount": amount, "currency": "NGN", "wallet_number": number });
            self.pay(ada, "/wallet/transfer", "wallet_transfer", &quote, payment)
                .await?;
        }
        let payment = json!({ "amount": "30000.00", "send_wallet": "NGN", "bank_account_id": text(&saved, "/id")?, "description": "Rent", "confirm": true });
        let quote = json!({ "destination": "bank", "amount": "30000.00", "currency": "NGN", "bank_account_id": text(&saved, "/id")? });
        self.pay(ada, "/withdraw", "withdraw", &quote, payment)
            .await
    }

    /// Both join a cluster and chat.
    async fn meet(&self, ada: &str, bayo: &str) -> Result<(), Failure> {
        let code = json!({ "code": "IKEJA01" });
        let patch = Method::PATCH;
        let joined = self
            .call(patch.clone(), "/business/join", Some(ada), &[], Some(&code))
            .await?;
        self.call(patch, "/business/join", Some(bayo), &[], Some(&code))
            .await?;
        let path = ["/clusters/", &text(&joined, "/uuid")?, "/messages"].concat();
        for (number, (token, said)) in [
            (ada, "Good morning, everyone. I joined from Allen Avenue."),
            (
                bayo,
                "You're welcome, Ada! We meet at the market on Saturdays.",
            ),
            (bayo, "Bring a friend if you like."),
        ]
        .into_iter()
        .enumerate()
        {
            let message = json!({ "client_id": format!("seed-message-{number}"), "message": said, "attachments": [] });
            self.post(&path, Some(token), &message).await?;
        }
        Ok(())
    }

    /// Quote, PIN entry, payment.
    async fn pay(
        &self,
        token: &str,
        path: &str,
        action: &str,
        quote: &Value,
        payment: Value,
    ) -> Result<(), Failure> {
        let quote = self.post("/quotes/transfer", Some(token), quote).await?;
        let key = format!("seed-{action}-{}", text(&quote, "/id")?);
        let confirm = json!({ "pin": PIN, "currency": quote["currency"], "action": action, "amount": quote["amount"], "payee": quote["payee"], "idempotency_key": key, "request": payment });
        let authorisation = text(
            &self
                .post("/wallet/pin-confirm", Some(token), &confirm)
                .await?,
            "/authorisation",
        )?;
        let headers = [
            ("idempotency-key", key.as_str()),
            ("x-pin-authorisation", authorisation.as_str()),
        ];
        self.call(Method::POST, path, Some(token), &headers, Some(&payment))
            .await?;
        Ok(())
    }

    async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, Failure> {
        self.call(Method::POST, path, token, &[], Some(body)).await
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<Value, Failure> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api{path}"))
            .header(header::HOST, "localhost");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let cookie = self
            .cookie
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string()))?,
            None => request.body(Body::empty())?,
        };
        let response = self.router.clone().oneshot(request).await?;
        let status = response.status();
        if let Some(cookie) = response.headers().get(header::SET_COOKIE) {
            *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = Some(cookie.clone());
        }
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await?;
        let answer: Value = serde_json::from_slice(&bytes)?;
        if !status.is_success() {
            return Err(format!("{path} answered {status}: {}", answer["message"]).into());
        }
        Ok(answer["data"].clone())
    }
}

fn text(value: &Value, pointer: &str) -> Result<String, Failure> {
    let text = value.pointer(pointer).and_then(Value::as_str);
    Ok(text
        .ok_or_else(|| format!("the answer has no {pointer}"))?
        .to_owned())
}
