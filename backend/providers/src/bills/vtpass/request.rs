//! Requests to VTpass: service names, references, bodies.

use crate::bills::{Bill, Enquiry, Vend, distributor};
use domain_core::bills::{CABLE_SERVICES, NETWORKS};
use domain_core::money::Amount;
use ground::clock::lagos_minute;
use serde_json::{Value, json};

/// The reference of a purchase: the minute of the order in Lagos, and our own reference. It stays the same if the
/// purchase is sent again on another day.
pub fn id(vend: &Vend) -> String {
    [lagos_minute(vend.ordered_at_ms), vend.reference.clone()].concat()
}

/// The service that sells packages.
pub fn package_service(kind: Bill, service: &str) -> Option<String> {
    match kind {
        Bill::Data if NETWORKS.contains(&service) => Some(format!("{service}-data")),
        Bill::Cable if CABLE_SERVICES.contains(&service) => Some(service.to_lowercase()),
        Bill::Data | Bill::Cable | Bill::Airtime | Bill::Power => None,
    }
}

/// A number for whole naira. With kobo it would be read as a float, so it is text.
fn naira(amount: &Amount) -> Value {
    let text = amount.to_string();
    let whole = text
        .strip_suffix(".00")
        .and_then(|whole| whole.parse::<u64>().ok());
    whole.map_or_else(|| json!(text), |whole| json!(whole))
}

/// The body of a purchase; `None` for products that VTpass does not sell.
pub fn purchase(vend: &Vend) -> Option<Value> {
    let customer = vend.customer.as_str();
    // VTpass requires a phone for every purchase, and texts receipts to it.
    let phone = vend.phone.as_deref().unwrap_or(customer);
    let mut body = json!({ "request_id": id(vend), "amount": naira(&vend.amount), "phone": phone });
    let more = match vend.kind {
        Bill::Airtime if NETWORKS.contains(&vend.service.as_str()) => {
            json!({ "serviceID": vend.service, "phone": customer })
        }
        Bill::Airtime => return None,
        Bill::Data => json!({
            "serviceID": package_service(vend.kind, &vend.service)?,
            "billersCode": customer,
            "variation_code": vend.package.as_deref()?,
            "phone": customer,
        }),
        Bill::Cable => {
            let service = package_service(vend.kind, &vend.service)?;
            let mut cable = json!({
                "billersCode": customer,
                "variation_code": vend.package.as_deref()?,
            });
            if service != "startimes" {
                cable["subscription_type"] = json!("change");
                cable["quantity"] = json!(1);
            }
            cable["serviceID"] = json!(service);
            cable
        }
        Bill::Power => {
            let (service, is_prepaid) = distributor(&vend.service)?;
            json!({
                "serviceID": service,
                "billersCode": customer,
                "variation_code": meter_type(is_prepaid),
            })
        }
    };
    for (name, value) in more.as_object()? {
        body[name.as_str()] = value.clone();
    }
    Some(body)
}

/// The body of a look-up; `None` if there is none for the kind.
pub fn enquiry(enquiry: Enquiry<'_>) -> Option<Value> {
    match enquiry.kind {
        Bill::Cable => Some(json!({
            "billersCode": enquiry.customer,
            "serviceID": package_service(enquiry.kind, enquiry.service)?,
        })),
        Bill::Power => {
            let (service, is_prepaid) = distributor(enquiry.service)?;
            Some(json!({
                "billersCode": enquiry.customer,
                "serviceID": service,
                "type": meter_type(is_prepaid),
            }))
        }
        Bill::Airtime | Bill::Data => None,
    }
}

const fn meter_type(is_prepaid: bool) -> &'static str {
    if is_prepaid { "prepaid" } else { "postpaid" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain_core::money::Currency;

    fn vend(kind: Bill, service: &str, package: Option<&str>, amount: &str) -> Vend {
        Vend {
            reference: "7QK2M9".into(),
            // 2026-11-21T23:30:00Z: half past midnight in Lagos.
            ordered_at_ms: 1_795_303_800_000,
            kind,
            service: service.into(),
            customer: "08031234567".into(),
            package: package.map(Into::into),
            phone: None,
            amount: Amount::parse(amount, Currency::Ngn).unwrap(),
            is_repeat: false,
        }
    }

    #[test]
    fn references_use_the_date_in_lagos() {
        let airtime = vend(Bill::Airtime, "mtn", None, "300");
        assert_eq!(id(&airtime), "2026112200307QK2M9");
    }

    #[test]
    fn each_kind_of_bill_has_its_body() {
        let id = "2026112200307QK2M9";
        let phone = "08031234567";
        for (vend, body) in [
            (
                vend(Bill::Airtime, "etisalat", None, "300"),
                json!({ "request_id": id, "serviceID": "etisalat", "amount": 300, "phone": phone }),
            ),
            (
                vend(Bill::Data, "mtn", Some("mtn-10mb-100"), "100.50"),
                json!({ "request_id": id, "serviceID": "mtn-data", "billersCode": phone, "variation_code": "mtn-10mb-100",
                        "amount": "100.50", "phone": phone }),
            ),
            (
                vend(Bill::Cable, "GOTV", Some("gotv-max"), "8500"),
                json!({ "request_id": id, "serviceID": "gotv", "billersCode": phone, "variation_code": "gotv-max", "amount": 8500,
                        "phone": phone, "subscription_type": "change", "quantity": 1 }),
            ),
            (
                vend(Bill::Cable, "Startimes", Some("nova"), "2100"),
                json!({ "request_id": id, "serviceID": "startimes", "billersCode": phone, "variation_code": "nova", "amount": 2100,
                        "phone": phone }),
            ),
            (
                vend(Bill::Power, "ikeja-electric-postpaid", None, "1000"),
                json!({ "request_id": id, "serviceID": "ikeja-electric", "billersCode": phone, "variation_code": "postpaid",
                        "amount": 1000, "phone": phone }),
            ),
        ] {
            assert_eq!(purchase(&vend), Some(body));
        }
        assert_eq!(purchase(&vend(Bill::Airtime, "9mobile", None, "300")), None);
        assert_eq!(purchase(&vend(Bill::Data, "mtn", None, "300")), None);
        assert_eq!(purchase(&vend(Bill::Power, "ikeja", None, "300")), None);
    }
}
