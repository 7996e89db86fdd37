//! VTpass's package lists.

use super::answer::text;
use crate::bank::checks::name;
use crate::bills::Package;
use domain_core::money::{Amount, Currency};
use serde_json::Value;

/// More than any service has.
const MOST_PACKAGES: usize = 1_000;
const LONGEST_CODE_BYTES: usize = 64;

/// Packages with fixed prices; `None` if there is no list. Invalid rows are skipped.
pub fn packages(answered: &Value) -> Option<Vec<Package>> {
    let content = answered.get("content")?;
    // Some services misspell the list's name, and some have both.
    let rows = ["variations", "varations"].into_iter();
    let rows = rows.filter_map(|name| content.get(name)?.as_array());
    let rows = rows.max_by_key(|rows| rows.len())?;
    let packages: Vec<Package> = rows
        .iter()
        .take(MOST_PACKAGES)
        .filter_map(package)
        .collect();
    (!packages.is_empty()).then_some(packages)
}

fn package(row: &Value) -> Option<Package> {
    let code = text(row.get("variation_code"))?;
    let is_code =
        code.len() <= LONGEST_CODE_BYTES && code.bytes().all(|byte| byte.is_ascii_graphic());
    let amount = text(row.get("variation_amount"))?;
    let amount = Amount::parse(&amount, Currency::Ngn).ok();
    Some(Package {
        code: Some(code).filter(|_| is_code)?,
        name: name(&text(row.get("name"))?)?,
        amount: amount.filter(|amount| !amount.is_zero())?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(code: &str, name: &str, amount: Value) -> Value {
        json!({ "variation_code": code, "name": name, "variation_amount": amount, "fixedPrice": "Yes" })
    }

    #[test]
    fn the_list_is_found_under_both_spellings() {
        let rows = json!([row("mtn-10mb-100", "N100 100MB - 24 hrs", json!("100.00"))]);
        for content in [
            json!({ "variations": rows }),
            json!({ "varations": rows }),
            json!({ "variations": [], "varations": rows }),
        ] {
            let packages = packages(&json!({ "response_description": "000", "content": content }));
            let packages = packages.unwrap();
            assert_eq!(
                (packages.len(), packages[0].amount.to_string()),
                (1, "100.00".into())
            );
        }
        assert_eq!(packages(&json!({ "content": { "errors": "none" } })), None);
        assert_eq!(packages(&json!("nonsense")), None);
    }

    #[test]
    fn invalid_packages_are_skipped() {
        let rows = json!([
            row("good", "1 GB", json!(300)),
            row("free", "Nothing", json!("0.00")),
            row("no price", "1 GB", json!("300.00")),
            row("half-kobo", "1 GB", json!("300.001")),
            row("hidden", "1\u{202e}GB", json!("300.00")),
            json!(7),
        ]);
        let packages = packages(&json!({ "content": { "variations": rows } })).unwrap();
        assert_eq!(
            packages
                .iter()
                .map(|one| one.code.as_str())
                .collect::<Vec<_>>(),
            ["good"]
        );
    }
}
