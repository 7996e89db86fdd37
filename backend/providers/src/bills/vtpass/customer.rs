//! VTpass's answer to a customer look-up.

use super::answer::text;
use crate::bank::checks::name;
use crate::bills::{BillsError, Customer};
use domain_core::money::{Amount, Currency};
use serde_json::Value;

/// Wrong numbers get a success code too: only a name proves that the customer exists.
pub fn read(answered: &Value) -> Result<Customer, BillsError> {
    let code = text(answered.get("code"));
    if !matches!(code.as_deref(), Some("000" | "020")) {
        return Err(BillsError::Unavailable);
    }
    let content = answered.get("content").unwrap_or(&Value::Null);
    let says = |field: &str, word: &str| match content.get(field) {
        Some(Value::Bool(flag)) => flag.to_string() == word,
        other => text(other).is_some_and(|text| text.eq_ignore_ascii_case(word)),
    };
    let is_refused = says("WrongBillersCode", "true")
        || says("Can_Vend", "no")
        || content.get("error").is_some();
    let customer = text(content.get("Customer_Name")).filter(|_| !is_refused);
    let minimum = text(content.get("Min_Purchase_Amount"));
    let minimum = minimum.and_then(|text| Amount::parse(&text, Currency::Ngn).ok());
    match customer {
        None => Err(BillsError::NotFound),
        Some(customer) => Ok(Customer {
            name: name(&customer).ok_or(BillsError::Unavailable)?,
            minimum: minimum.filter(|minimum| !minimum.is_zero()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn customers_need_a_name() {
        let found = |code: &str, content: Value| read(&json!({ "code": code, "content": content }));
        let name = json!({ "Customer_Name": " TESTMETER1 ", "Min_Purchase_Amount": 500, "WrongBillersCode": false });
        let customer = found("000", name).unwrap();
        assert_eq!(customer.name, "TESTMETER1");
        assert_eq!(
            customer.minimum.map(|minimum| minimum.to_string()),
            Some("500.00".into())
        );
        let plain = json!({ "Customer_Name": "ADA OBI", "Min_Purchase_Amount": "" });
        assert_eq!(found("020", plain).unwrap().minimum, None);
        for content in [
            json!({ "Customer_Name": "ADA", "WrongBillersCode": true }),
            json!({ "Customer_Name": "ADA", "WrongBillersCode": "true" }),
            json!({ "Customer_Name": "ADA", "Can_Vend": "No" }),
            json!({ "error": "This meter is not correct or is not a valid Ikeja Electric prepaid meter." }),
            json!({ "Customer_Name": "" }),
            json!({}),
            json!(null),
        ] {
            assert_eq!(found("000", content), Err(BillsError::NotFound));
        }
        for code in ["011", "030", "087", ""] {
            let found = found(code, json!({ "Customer_Name": "ADA" }));
            assert_eq!(found, Err(BillsError::Unavailable), "{code}");
        }
        let hidden = json!({ "Customer_Name": "AD\u{202e}A" });
        assert_eq!(found("000", hidden), Err(BillsError::Unavailable));
    }
}
