//! The sign-in page, sent with its form so that users can type before the app's scripts arrive.
//!
//! The web app's build renders it from the app's own components (`webapp/scripts/prerender.mjs`), with placeholders for
//! the brand: `{{name}}`, `{{logo}}`, and comments around each sign-in method that not every server offers.

use super::routes::{takes_google, takes_national_numbers};
use super::tenants::{self, Tenant};
use crate::app::AppState;
use crate::http::Client;
use ground::error::ApiError;
use ground::html::escaped;

/// The built page with the brand of the host.
///
/// # Errors
/// The database failed.
pub async fn of(app: &AppState, client: &Client, page: &str) -> Result<String, ApiError> {
    let tenant = tenants::of_host(app, &client.host).await?;
    let ways = [
        ("google", takes_google(app)),
        ("national-numbers", takes_national_numbers(app)),
    ];
    Ok(filled(page, &tenant, &ways))
}

fn filled(page: &str, tenant: &Tenant, ways: &[(&str, bool)]) -> String {
    let mut page = page.to_owned();
    for (way, is_offered) in ways {
        page = with_parts(&page, way, *is_offered);
    }
    page.replace("{{name}}", &escaped(&tenant.name))
        .replace("{{logo}}", &escaped(&tenant.logo))
}

/// The page with or without the part between `<!--name-->` and `<!--/name-->`.
fn with_parts(page: &str, name: &str, is_kept: bool) -> String {
    let (start, end) = (format!("<!--{name}-->"), format!("<!--/{name}-->"));
    let mut parts = page.split(start.as_str());
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inner, rest) = part.split_once(end.as_str()).unwrap_or((part, ""));
        if is_kept {
            result.push_str(inner);
        }
        result.push_str(rest);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::with_parts;

    #[test]
    fn parts_are_kept_or_removed() {
        let page = "<a><!--x--><b><!--/x--><c><!--y--><d><!--/y--><!--x--><e><!--/x--><f>";
        assert_eq!(
            with_parts(page, "x", true),
            "<a><b><c><!--y--><d><!--/y--><e><f>"
        );
        assert_eq!(
            with_parts(page, "x", false),
            "<a><c><!--y--><d><!--/y--><f>"
        );
        assert_eq!(with_parts(page, "z", false), page);
    }
}
