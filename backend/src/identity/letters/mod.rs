//! What people are written: codes, and what happened to their account. Each letter is queued in the transaction of what it
//! tells of, and sent if that is committed.

mod codes;
mod news;

pub use codes::{code, count_text, pin_code, text_code, to_nobody};
pub use news::{News, tell};

use crate::outbound::messages::Brand;
use crate::settings::tenants::Tenant;

/// How long it is worth telling somebody what happened.
const NEWS_MS: i64 = 24 * 60 * 60 * 1_000;

/// How letters of a brand look. A colour that cannot be read as one leaves the standard look.
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
