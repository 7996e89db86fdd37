//! Browsers in which people signed in before, told apart by a cookie that only we can make.

use super::users::{User, no_email};
use crate::app::AppState;
use crate::http::{Client, cookies};
use crate::secret::{hex, same_bytes};
use axum::http::header;
use axum::response::Response;

/// So many people share a browser; who comes after pushes out whoever was there longest ago.
const MOST_PEOPLE: usize = 5;
const LONGEST_ENTRY_BYTES: usize = 200;
const BETWEEN: char = '~';

/// A browser in which the owner of an account signed in before.
#[derive(Debug, Clone)]
pub struct Device {
    name: String,
}

impl Device {
    /// How long a browser is known.
    const KEPT_SECONDS: i64 = 400 * 24 * 60 * 60;

    /// The client's browser, if it keeps something of ours for this person and their password: with a new one every
    /// browser is a stranger's.
    pub fn known_to(app: &AppState, user: &User, client: &Client) -> Option<Self> {
        entries(client).find_map(|entry| {
            let (name, seal) = entry.split_once('.')?;
            let expected = seal_of(app, user, name);
            same_bytes(seal.as_bytes(), expected.as_bytes()).then(|| Self { name: name.into() })
        })
    }

    /// What a known browser keeps once it has set this password.
    pub fn kept_with(
        app: &AppState,
        user: &User,
        password_hash: &str,
        client: &Client,
    ) -> Option<String> {
        Self::known_to(app, user, client)?;
        let user = User {
            password_hash: password_hash.into(),
            ..user.clone()
        };
        Some(Self::kept_for(app, &user, client))
    }

    /// What the browser keeps from now on: its name for this person, and what it kept for others.
    pub fn kept_for(app: &AppState, user: &User, client: &Client) -> String {
        let name = app.random.token();
        let seal = seal_of(app, user, &name);
        let own = [name, seal].join(".");
        let all: Vec<&str> = std::iter::once(own.as_str())
            .chain(entries(client).take(MOST_PEOPLE - 1))
            .collect();
        all.join(&BETWEEN.to_string())
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Gives the browser what it keeps from now on, if that is new.
pub fn keep(app: &AppState, response: &mut Response, keeps: Option<&str>) {
    if let Some(keeps) = keeps {
        let cookie = cookies::DEVICE.set(app, keeps, Device::KEPT_SECONDS);
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// What the cookie holds, as far as it looks like ours.
fn entries(client: &Client) -> impl Iterator<Item = &str> {
    let kept = client.device.as_ref().map_or("", |kept| kept.reveal());
    let plain = |entry: &&str| {
        (1..=LONGEST_ENTRY_BYTES).contains(&entry.len())
            && entry
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    kept.split(BETWEEN).filter(plain).take(MOST_PEOPLE)
}

/// Who has no email address is told apart all the same.
fn address_of(user: &User) -> String {
    match user.email.as_str() {
        "" => no_email(&user.id),
        email => email.into(),
    }
}

fn seal_of(app: &AppState, user: &User, name: &str) -> String {
    let address = address_of(user);
    let parts = [&user.tenant_id, &address, &user.password_hash, name];
    hex(&app.config.keys.sign("known-device", &parts))
}
