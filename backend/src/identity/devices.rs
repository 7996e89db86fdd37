//! Browsers in which people signed in before, told apart by a cookie that only we can make.

use super::users::{User, no_email};
use crate::app::AppState;
use crate::http::Client;
use crate::secret::{hex, same_bytes};

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
    pub const KEPT_SECONDS: i64 = 400 * 24 * 60 * 60;

    /// The client's browser, if it keeps something of ours for this account.
    pub fn known(app: &AppState, tenant_id: &str, address: &str, client: &Client) -> Option<Self> {
        entries(client).find_map(|entry| {
            let (name, seal) = entry.split_once('.')?;
            let expected = seal_of(app, tenant_id, address, name);
            same_bytes(seal.as_bytes(), expected.as_bytes()).then(|| Self { name: name.into() })
        })
    }

    /// The same for a person.
    pub fn known_to(app: &AppState, user: &User, client: &Client) -> Option<Self> {
        Self::known(app, &user.tenant_id, &address_of(user), client)
    }

    /// What the browser keeps from now on: its name for this person, and what it kept for others.
    pub fn kept_for(app: &AppState, user: &User, client: &Client) -> String {
        let name = app.random.token();
        let seal = seal_of(app, &user.tenant_id, &address_of(user), &name);
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

fn seal_of(app: &AppState, tenant_id: &str, address: &str, name: &str) -> String {
    hex(&app
        .config
        .keys
        .sign("known-device", &[tenant_id, address, name]))
}
