//! Banks of Nigeria, for the sandbox. Central bank codes, which account numbers are checked with.

use super::Bank;

const COMMERCIAL: &str = "commercial";
const PAYMENT: &str = "payment";

/// Name, code, code of instant payments, USSD template, kind.
type Row = (&'static str, &'static str, Option<&'static str>, Option<&'static str>, &'static str);

const ROWS: [Row; 24] = [
    ("Access Bank", "044", Some("000014"), Some("*901*Amount*AccountNumber#"), COMMERCIAL),
    ("Citibank Nigeria", "023", Some("000009"), None, COMMERCIAL),
    ("Ecobank Nigeria", "050", Some("000010"), Some("*326*Amount*AccountNumber#"), COMMERCIAL),
    ("Fidelity Bank", "070", Some("000007"), Some("*770*AccountNumber*Amount#"), COMMERCIAL),
    ("First Bank of Nigeria", "011", Some("000016"), Some("*894*Amount*AccountNumber#"), COMMERCIAL),
    ("First City Monument Bank", "214", Some("000003"), Some("*329*Amount*AccountNumber#"), COMMERCIAL),
    ("Globus Bank", "00103", None, None, COMMERCIAL),
    ("Guaranty Trust Bank", "058", Some("000013"), Some("*737*2*Amount*AccountNumber#"), COMMERCIAL),
    ("Jaiz Bank", "301", Some("000006"), Some("*773*Amount*AccountNumber#"), COMMERCIAL),
    ("Keystone Bank", "082", Some("000002"), Some("*7111*Amount*AccountNumber#"), COMMERCIAL),
    ("Kuda Bank", "50211", Some("090267"), None, "microfinance"),
    ("Moniepoint", "50515", Some("090405"), None, "microfinance"),
    ("OPay", "999992", Some("100004"), None, PAYMENT),
    ("PalmPay", "999991", Some("100033"), None, PAYMENT),
    ("Polaris Bank", "076", Some("000008"), Some("*833*Amount*AccountNumber#"), COMMERCIAL),
    ("Providus Bank", "101", Some("000023"), None, COMMERCIAL),
    ("Stanbic IBTC Bank", "221", Some("000012"), Some("*909*22*Amount*AccountNumber#"), COMMERCIAL),
    ("Standard Chartered Bank", "068", Some("000021"), None, COMMERCIAL),
    ("Sterling Bank", "232", Some("000001"), Some("*822*5*Amount*AccountNumber#"), COMMERCIAL),
    ("Union Bank of Nigeria", "032", Some("000018"), Some("*826*2*Amount*AccountNumber#"), COMMERCIAL),
    ("United Bank for Africa", "033", Some("000004"), Some("*919*4*AccountNumber*Amount#"), COMMERCIAL),
    ("Unity Bank", "215", Some("000011"), Some("*7799*2*AccountNumber*Amount#"), COMMERCIAL),
    ("Wema Bank", "035", Some("000017"), Some("*945*AccountNumber*Amount#"), COMMERCIAL),
    ("Zenith Bank", "057", Some("000015"), Some("*966*Amount*AccountNumber#"), COMMERCIAL),
];

/// The banks, by name.
pub fn banks() -> Vec<Bank> {
    ROWS.into_iter()
        .map(|(name, code, nip_code, ussd_template, kind)| Bank {
            name: name.into(),
            code: code.into(),
            nip_code: nip_code.map(Into::into),
            ussd_template: ussd_template.map(Into::into),
            kind: kind.into(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bank_stands_there_once_and_in_order() {
        let names: Vec<_> = banks().into_iter().map(|bank| bank.name).collect();
        assert!(names.is_sorted());
        let mut codes: Vec<_> = banks().into_iter().map(|bank| bank.code).collect();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), names.len());
    }
}
