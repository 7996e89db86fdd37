//! The cookie kept during a Google sign-in: a random value, its creation time, and the referrer code.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain_core::community::reward::plain_code;
use ground::secret::{Keys, Secret};
use providers::oidc::SignIn;
use providers::oidc::sandbox::RETURN_PATH;
use service::app::AppState;

/// The time limit for a sign-in.
pub const AWAY_SECONDS: i64 = 10 * 60;
const LONGEST_REFERRER_BYTES: usize = 32;

pub fn made(app: &AppState, referrer: Option<&str>) -> String {
    let referrer = referrer.filter(|code| is_referrer(code)).unwrap_or("");
    [
        app.random.token().as_str(),
        &app.clock.now_ms().to_string(),
        referrer,
    ]
    .join(".")
}

/// Both halves of a sign-in derive the same values from the cookie.
pub fn sign_in(keys: &Keys, origin: &str, cookie: &str) -> SignIn {
    let part = |purpose: &str| URL_SAFE_NO_PAD.encode(keys.sign(purpose, &[cookie]));
    SignIn {
        redirect_uri: [origin, RETURN_PATH].concat(),
        state: part("elsewhere-state"),
        nonce: part("elsewhere-nonce"),
        verifier: Secret::new(part("elsewhere-verifier")),
    }
}

/// Whether the sign-in has not timed out.
pub fn is_fresh(app: &AppState, cookie: &str) -> bool {
    let made_at_ms = cookie.split('.').nth(1).and_then(|at| at.parse().ok());
    let away_ms = made_at_ms.map(|at: i64| app.clock.now_ms().saturating_sub(at));
    away_ms.is_some_and(|away_ms| (0..AWAY_SECONDS * 1_000).contains(&away_ms))
}

/// The referrer code.
pub fn referrer(cookie: &str) -> Option<String> {
    let code = cookie.split('.').nth(2).filter(|code| is_referrer(code));
    code.and_then(plain_code)
}

/// A referrer code that is safe in a cookie.
fn is_referrer(code: &str) -> bool {
    (1..=LONGEST_REFERRER_BYTES).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
