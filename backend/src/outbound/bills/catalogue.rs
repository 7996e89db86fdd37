//! What can be bought: packages, and distributors of electricity.

use domain_core::money::Amount;

/// A package of data or of channels, at the provider's price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    pub code: String,
    /// As people see it, as in `1.5 GB, 30 days`.
    pub name: String,
    pub amount: Amount,
}

/// A distributor of electricity, and how its meters are paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerService {
    /// Ends in `-prepaid` or `-postpaid`.
    pub code: String,
    pub name: String,
    /// The least amount, if the provider names one for all meters.
    pub minimum: Option<Amount>,
}

const PREPAID: &str = "-prepaid";
const POSTPAID: &str = "-postpaid";

impl PowerService {
    /// A distributor's two services.
    pub(super) fn both(id: &str, name: &str, minimum: Option<Amount>) -> [Self; 2] {
        [(PREPAID, "prepaid"), (POSTPAID, "postpaid")].map(|(ending, paid)| Self {
            code: [id, ending].concat(),
            name: format!("{name} ({paid})"),
            minimum,
        })
    }
}

/// The distributor of a service, and whether its meters are prepaid: then a purchase is delivered as a token.
pub fn distributor(service: &str) -> Option<(&str, bool)> {
    let prepaid = service.strip_suffix(PREPAID).map(|id| (id, true));
    prepaid.or_else(|| service.strip_suffix(POSTPAID).map(|id| (id, false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_service_says_how_its_meters_are_paid() {
        let services = PowerService::both("ikeja-electric", "Ikeja Electric", None);
        let of = |index: usize| distributor(&services[index].code);
        assert_eq!(of(0), Some(("ikeja-electric", true)));
        assert_eq!(of(1), Some(("ikeja-electric", false)));
        assert_eq!(distributor("ikeja-electric"), None);
    }
}
