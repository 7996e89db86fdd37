//! Messages to users: codes, and notices about their account. Each message is queued in the transaction it reports on,
//! and sent only if that commits.

mod codes;
mod news;

pub use codes::{code, count_text, expect_texts, pin_code, text_code, to_nobody};
pub use news::{Letter, News, email, send, tell, text};

use crate::outbound::messages::Brand;
use crate::settings::tenants::Tenant;

/// How long a notice is worth sending.
const NEWS_MS: i64 = 24 * 60 * 60 * 1_000;

/// The brand's name and colours for emails. An invalid colour falls back to the defaults.
fn brand(tenant: &Tenant) -> Brand {
    let standard = Brand {
        name: tenant.name.clone(),
        ..Brand::default()
    };
    let Ok(theme) = domain_core::settings::theme(&tenant.colours.theme_input()) else {
        return standard;
    };
    let colour = |wanted: &str| {
        let found = theme.css.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, colour)| String::from(colour))
    };
    match (colour("--brand-accent"), colour("--brand-on-accent")) {
        (Some(accent), Some(on_accent)) => Brand {
            accent,
            on_accent,
            ..standard
        },
        _ => standard,
    }
}
