//! Products: packages, and electricity distributors.

use domain_core::money::Amount;

/// A data or channel package, at the provider's price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    pub code: String,
    /// The display name, such as `1.5 GB, 30 days`.
    pub name: String,
    pub amount: Amount,
}

/// An electricity distributor, for one type of meter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerService {
    /// Ends in `-prepaid` or `-postpaid`.
    pub code: String,
    pub name: String,
    /// The provider's minimum for all meters, if any.
    pub minimum: Option<Amount>,
}

const PREPAID: &str = "-prepaid";
const POSTPAID: &str = "-postpaid";

impl PowerService {
    /// The prepaid and the postpaid service of a distributor.
    pub(super) fn both(id: &str, name: &str, minimum: Option<Amount>) -> [Self; 2] {
        [(PREPAID, "prepaid"), (POSTPAID, "postpaid")].map(|(ending, paid)| Self {
            code: [id, ending].concat(),
            name: format!("{name} ({paid})"),
            minimum,
        })
    }
}

/// The distributor of a service, and whether its meters are prepaid: prepaid purchases are delivered as tokens.
pub fn distributor(service: &str) -> Option<(&str, bool)> {
    let prepaid = service.strip_suffix(PREPAID).map(|id| (id, true));
    prepaid.or_else(|| service.strip_suffix(POSTPAID).map(|id| (id, false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn service_codes_tell_prepaid_from_postpaid() {
        let services = PowerService::both("ikeja-electric", "Ikeja Electric", None);
        let of = |index: usize| distributor(&services[index].code);
        assert_eq!(of(0), Some(("ikeja-electric", true)));
        assert_eq!(of(1), Some(("ikeja-electric", false)));
        assert_eq!(distributor("ikeja-electric"), None);
    }
}
