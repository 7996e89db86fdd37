//! The forms for paying bills.

use super::bill::{Bill, minimum};
use crate::money::{Amount, AmountText, Currency, CurrencyCode, TypedAmount};
use crate::shape::{form_values, input, output};
use crate::validation::fields::{OPTIONAL_PHONE, PHONE};
use crate::validation::{
    Code, Form, TextField, TextRule, TypedIdentifier, TypedPhone, Violation, Violations,
};

/// Document 2, section 9.
pub const NETWORKS: [&str; 4] = ["mtn", "airtel", "glo", "etisalat"];
const NETWORK: TextField = TextField::required("network", &[TextRule::OneOf(&NETWORKS)]);
/// Document 2, section 9.
pub const CABLE_SERVICES: [&str; 3] = ["DSTV", "GOTV", "Startimes"];
/// Shortest smart card or meter number. (Document 2, section 9.)
const SHORTEST_NUMBER_CHARS: u64 = 10;
/// Longer than any known one, which has thirteen digits.
const LONGEST_NUMBER_CHARS: u64 = 20;
/// Longest code of a package or service.
const LONGEST_CODE_CHARS: u64 = 64;

form_values! {
    /// Buying airtime. (Document 2, section 5.)
    pub struct Airtime {
        /// The network's code: `mtn`, `airtel`, `glo` or `etisalat`.
        network: String,
        /// The Nigerian mobile number to top up: eleven digits, or `+234` and ten.
        phone: TypedPhone,
        /// The airtime to buy, in the wallet's currency; ten units or more.
        amount: TypedAmount,
        /// Whether the purchase is confirmed; without it the form is refused.
        confirm: bool,
    }
}

form_values! {
    /// Buying data. (Document 2, section 5.)
    pub struct Data {
        /// The network's code: `mtn`, `airtel`, `glo` or `etisalat`.
        network: String,
        /// The Nigerian mobile number that gets the data: eleven digits, or `+234` and ten.
        phone: TypedPhone,
        /// The package's code.
        package: String,
        /// Whether the purchase is confirmed; without it the form is refused.
        confirm: bool,
    }
}

form_values! {
    /// Paying for cable television. (Document 2, section 5.)
    pub struct Cable {
        /// The service's code: `DSTV`, `GOTV` or `Startimes`.
        service: String,
        /// The smart card's number.
        iuc: TypedIdentifier,
        /// The package's code.
        package: String,
        /// The payer's Nigerian mobile number; blank: none.
        phone: TypedPhone,
        /// Whether the purchase is confirmed; without it the form is refused.
        confirm: bool,
    }
}

form_values! {
    /// Paying for electricity. (Document 2, section 5.)
    pub struct Power {
        /// The service's code.
        service: String,
        /// The meter's number.
        meter: TypedIdentifier,
        /// The amount to pay, in the wallet's currency; ten units and the service's minimum, or more.
        amount: TypedAmount,
        /// The payer's Nigerian mobile number; blank: none.
        phone: TypedPhone,
        /// Whether the purchase is confirmed; without it the form is refused.
        confirm: bool,
    }
}

input! {
    /// The wallet's balance.
    pub struct BalanceContext {
        /// The available balance, in the wallet's currency.
        balance: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
    }

    /// The wallet's balance and the packages on offer.
    pub struct PackagesContext {
        /// The available balance, in the wallet's currency.
        balance: AmountText,
        /// The packages on offer; the form accepts the codes of these alone.
        packages: Vec<Package>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
    }

    /// A package.
    pub struct Package {
        /// The package's code, as the form names it.
        code: String,
        /// The price of the package, in the wallet's currency.
        amount: AmountText,
    }

    /// The wallet's balance and the service's minimum.
    pub struct PowerContext {
        /// The available balance, in the wallet's currency.
        balance: AmountText,
        /// The service's minimum, in the wallet's currency; null or blank: none beside ten units.
        minimum: Option<AmountText>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
    }
}

input! {
    /// A kind of bill.
    pub struct ServicesInput {
        /// The kind of bill whose services are listed.
        kind: Bill,
    }
}

output! {
    /// The services for a kind of bill.
    pub struct Services {
        /// In display order; empty for electricity, whose services come from the provider.
        services: Vec<Service>,
    }

    /// A network or a cable service.
    pub struct Service {
        /// The code used in forms.
        code: &'static str,
        /// The display name.
        name: &'static str,
    }
}

/// The networks of airtime and data, and the cable services. Source: document 2, section 9.
pub fn services(input: &ServicesInput) -> Services {
    let codes: &[&'static str] = match input.kind {
        Bill::Airtime | Bill::Data => &NETWORKS,
        Bill::Cable => &CABLE_SERVICES,
        Bill::Power => &[],
    };
    let service = |code: &&'static str| Service {
        code,
        name: match *code {
            "mtn" => "MTN",
            "airtel" => "Airtel",
            "glo" => "Glo",
            // The company was renamed; forms and providers keep the code.
            "etisalat" => "9mobile",
            other => other,
        },
    };
    Services {
        services: codes.iter().map(service).collect(),
    }
}

impl Form for Airtime {
    const NAME: &'static str = "airtime";
    type Context = BalanceContext;
    const TEXT_FIELDS: &'static [TextField] = &[NETWORK, PHONE];

    fn check(&self, context: &BalanceContext, found: &mut Violations) {
        found.text(&NETWORK, &self.network);
        found.text(&PHONE, &self.phone);
        let wallet = (&context.balance, context.currency.as_ref());
        let limits = Limits {
            minimum: None,
            cap: context.cap.as_ref(),
        };
        check_amount(Bill::Airtime, &self.amount, limits, wallet, found);
        found.accepted("confirm", self.confirm);
    }
}

impl Form for Data {
    const NAME: &'static str = "data";
    type Context = PackagesContext;
    const TEXT_FIELDS: &'static [TextField] = &[NETWORK, PHONE];

    fn check(&self, context: &PackagesContext, found: &mut Violations) {
        found.text(&NETWORK, &self.network);
        found.text(&PHONE, &self.phone);
        check_package(Bill::Data, &self.package, context, found);
        found.accepted("confirm", self.confirm);
    }
}

impl Form for Cable {
    const NAME: &'static str = "cable";
    type Context = PackagesContext;
    const TEXT_FIELDS: &'static [TextField] = &[OPTIONAL_PHONE];

    fn check(&self, context: &PackagesContext, found: &mut Violations) {
        found
            .required("service", &self.service)
            .one_of(&CABLE_SERVICES)
            .done();
        check_number("iuc", &self.iuc, found);
        check_package(Bill::Cable, &self.package, context, found);
        found.text(&OPTIONAL_PHONE, &self.phone);
        found.accepted("confirm", self.confirm);
    }
}

impl Form for Power {
    const NAME: &'static str = "power";
    type Context = PowerContext;
    const TEXT_FIELDS: &'static [TextField] = &[OPTIONAL_PHONE];

    fn check(&self, context: &PowerContext, found: &mut Violations) {
        found
            .required("service", &self.service)
            .at_most(LONGEST_CODE_CHARS)
            .done();
        check_number("meter", &self.meter, found);
        let wallet = (&context.balance, context.currency.as_ref());
        let limits = Limits {
            minimum: context.minimum.as_ref(),
            cap: context.cap.as_ref(),
        };
        check_amount(Bill::Power, &self.amount, limits, wallet, found);
        found.text(&OPTIONAL_PHONE, &self.phone);
        found.accepted("confirm", self.confirm);
    }
}

/// The number of a smart card or a meter.
fn check_number(field: &'static str, number: &str, found: &mut Violations) {
    found
        .required(field, number)
        .numeric()
        .at_least(SHORTEST_NUMBER_CHARS)
        .at_most(LONGEST_NUMBER_CHARS)
        .done();
}

/// A wallet's balance and its currency.
type Wallet<'a> = (&'a AmountText, Option<&'a CurrencyCode>);

fn currency(wallet: Wallet<'_>) -> Result<Currency, Violation> {
    wallet
        .1
        .map_or(Ok(Currency::Ngn), |code| code.known("amount"))
}

/// Limits of an amount besides the balance.
struct Limits<'a> {
    /// The service's minimum.
    minimum: Option<&'a AmountText>,
    /// The most that can be spent now.
    cap: Option<&'a AmountText>,
}

fn check_amount(
    bill: Bill,
    text: &TypedAmount,
    limits: Limits<'_>,
    wallet: Wallet<'_>,
    found: &mut Violations,
) {
    let currency = match currency(wallet) {
        Ok(currency) => currency,
        Err(violation) => return found.add(violation),
    };
    let Some(amount) = found.amount("amount", text, currency) else {
        return;
    };
    let find_violation = || {
        let minimum = minimum(limits.minimum, currency)?;
        let balance = wallet.0.amount("amount", currency)?;
        let cap = limits.cap.map(|cap| cap.amount("amount", currency));
        Ok(bill.violation(&amount, minimum, &balance, cap.transpose()?.as_ref()))
    };
    found.add_all(
        find_violation().unwrap_or_else(|violation: Violation| Some(violation.of("amount"))),
    );
}

/// Checks that the package is on offer and that the balance covers it.
fn check_package(bill: Bill, code: &str, context: &PackagesContext, found: &mut Violations) {
    let mut check = found.required("package", code);
    check.at_most(LONGEST_CODE_CHARS);
    check.refuse_for(|| {
        let Some(package) = context.packages.iter().find(|one| one.code == code) else {
            return Some(Violation::new("package", Code::NotOneOf));
        };
        let find_violation = || {
            let currency = currency((&context.balance, context.currency.as_ref()))?;
            let price: Amount = package.amount.amount("package", currency)?;
            let balance = context.balance.amount("package", currency)?;
            let cap = context
                .cap
                .as_ref()
                .map(|cap| cap.amount("package", currency));
            // A package has no nearest valid amount.
            Ok(match cap.transpose()?.filter(|cap| price > *cap) {
                _ if price > balance => Some(bill.above(&price, &balance)),
                cap => cap.map(|cap| bill.above_cap(&price, &cap)),
            })
        };
        let found = find_violation().unwrap_or_else(Some);
        found.map(|violation: Violation| violation.of("package"))
    });
}

#[cfg(test)]
mod tests;
