//! Cookies, inaccessible to scripts and other sites: the refresh token, and the values that bind a sign-up or a sign-in
//! with Google to the browser that started it.

use crate::app::AppState;
use axum::http::{HeaderMap, HeaderValue, header};

/// A cookie of ours.
#[derive(Clone, Copy)]
pub struct Cookie {
    name: &'static str,
    /// In production the `__Host-` prefix makes the browser require TLS and this exact host.
    secure_name: &'static str,
    same_site: &'static str,
}

/// The refresh token.
pub const REFRESH: Cookie = Cookie {
    name: "ajo_refresh",
    secure_name: "__Host-ajo_refresh",
    same_site: "Strict",
};

/// A sign-in with another provider that is under way. `Lax`, so that it is sent with the redirect back from that site.
pub const ELSEWHERE: Cookie = Cookie {
    name: "ajo_elsewhere",
    secure_name: "__Host-ajo_elsewhere",
    same_site: "Lax",
};

/// Binds a sign-up form to the browser that filled it in.
pub const SIGN_UP: Cookie = Cookie {
    name: "ajo_sign_up",
    secure_name: "__Host-ajo_sign_up",
    same_site: "Strict",
};

/// Binds a sign-in with a passkey to the browser that started it.
pub const PASSKEY: Cookie = Cookie {
    name: "ajo_passkey",
    secure_name: "__Host-ajo_passkey",
    same_site: "Strict",
};

/// Identifies a browser, for all its users.
pub const BROWSER: Cookie = Cookie {
    name: "ajo_browser",
    secure_name: "__Host-ajo_browser",
    same_site: "Strict",
};

impl Cookie {
    fn name(self, app: &AppState) -> &'static str {
        if app.config.production() {
            self.secure_name
        } else {
            self.name
        }
    }

    /// The value that the browser sent.
    pub fn read<'h>(self, app: &AppState, headers: &'h HeaderMap) -> Option<&'h str> {
        let name = self.name(app);
        let cookies = headers
            .get_all(header::COOKIE)
            .into_iter()
            .filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|line| line.split(';'))
            .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
    }

    /// `Set-Cookie` with a value.
    pub fn set(self, app: &AppState, value: &str, max_age_seconds: i64) -> HeaderValue {
        let secure = if app.config.production() {
            "; Secure"
        } else {
            ""
        };
        let text = format!(
            "{}={value}; Path=/; HttpOnly; SameSite={}; Max-Age={max_age_seconds}{secure}",
            self.name(app),
            self.same_site
        );
        let mut value =
            HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
        value.set_sensitive(true);
        value
    }

    /// `Set-Cookie` that deletes it.
    pub fn clear(self, app: &AppState) -> HeaderValue {
        self.set(app, "", 0)
    }
}
