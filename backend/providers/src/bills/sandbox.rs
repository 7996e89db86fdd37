//! A bill payment provider of our own, for development and tests.
//!
//! Names of customers, tokens and units are derived from numbers, so they are always the same. Some numbers are
//! special:
//!
//! | smart card or meter | behaviour |
//! |---|---|
//! | `0000000000` | there is no such customer |
//! | `9999999999` | the look-up gets no answer |
//! | starting with `77` (also phones starting with `0877`) | the purchase is pending until the third status query |
//! | meter starting with `88` | delivered at once; the token comes with the third status query |
//! | meter starting with `55` | its minimum is 5,000 naira |

use super::{
    Bill, BillsError, BillsPort, Customer, Enquiry, Package, PowerService, Vend, Vended,
    distributor,
};
use crate::sandbox::{Outcome, Port, Sandbox};
use crate::{Later, OrderOutcome};
use domain_core::money::{Amount, Currency};

const NOBODYS: &str = "0000000000";
const SILENT: &str = "9999999999";
const DEMANDING: &str = "55";
const PENDING: [&str; 2] = ["77", "0877"];
const LATE_TOKEN: &str = "88";
const DEMANDED_NAIRA: i64 = 5_000;
/// The minimum of every distributor.
const LEAST_NAIRA: i64 = 500;

const DATA: [(&str, &str, i64); 6] = [
    ("100mb-1", "100 MB, 1 day", 100),
    ("1gb-7", "1 GB, 7 days", 800),
    ("1-5gb-30", "1.5 GB, 30 days", 1_500),
    ("3gb-30", "3 GB, 30 days", 2_500),
    ("10gb-30", "10 GB, 30 days", 5_500),
    ("75gb-90", "75 GB, 90 days", 30_000),
];
const DSTV: [(&str, &str, i64); 3] = [
    ("dstv-padi", "DStv Padi", 4_400),
    ("dstv-confam", "DStv Confam", 11_000),
    ("dstv-compact", "DStv Compact", 19_000),
];
const GOTV: [(&str, &str, i64); 3] = [
    ("gotv-smallie", "GOtv Smallie", 1_900),
    ("gotv-jinja", "GOtv Jinja", 3_900),
    ("gotv-max", "GOtv Max", 8_500),
];
const STARTIMES: [(&str, &str, i64); 3] = [
    ("nova", "Nova, 1 month", 2_100),
    ("basic", "Basic, 1 month", 4_000),
    ("classic", "Classic, 1 month", 6_000),
];
const DISTRIBUTORS: [(&str, &str); 4] = [
    ("ikeja-electric", "Ikeja Electric"),
    ("eko-electric", "Eko Electric"),
    ("abuja-electric", "Abuja Electric"),
    ("kano-electric", "Kano Electric"),
];
const FIRST_NAMES: [&str; 8] = [
    "ADAEZE",
    "BABATUNDE",
    "CHIDI",
    "FATIMA",
    "HALIMA",
    "KEMI",
    "OBINNA",
    "ZAINAB",
];
const LAST_NAMES: [&str; 7] = [
    "ADEYEMI", "BELLO", "EZE", "IBEKWE", "LAWAL", "OKAFOR", "YUSUF",
];

pub struct SandboxBills {
    sandbox: Sandbox,
}

impl SandboxBills {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

fn naira(naira: i64) -> Amount {
    let kobo = naira.saturating_mul(100);
    Amount::from_minor(kobo, Currency::Ngn).unwrap_or_else(|| Amount::zero(Currency::Ngn))
}

fn package((code, name, price): &(&str, &str, i64)) -> Package {
    Package {
        code: (*code).into(),
        name: (*name).into(),
        amount: naira(*price),
    }
}

/// A name derived from the number.
fn name(customer: &str) -> String {
    let digits = customer.bytes().map(usize::from);
    let sum = digits.fold(0, |sum: usize, digit| (sum * 10 + digit) % 1_000_003);
    let pick = |names: &[&'static str]| names.get(sum % names.len()).copied().unwrap_or_default();
    format!("{} {}", pick(&FIRST_NAMES), pick(&LAST_NAMES))
}

fn is_known(kind: Bill, service: &str) -> bool {
    match kind {
        Bill::Airtime | Bill::Data => domain_core::bills::NETWORKS.contains(&service),
        Bill::Cable => domain_core::bills::CABLE_SERVICES.contains(&service),
        Bill::Power => distributor(service)
            .is_some_and(|(id, _)| DISTRIBUTORS.iter().any(|(known, _)| *known == id)),
    }
}

fn packages(kind: Bill, service: &str) -> Result<Vec<Package>, BillsError> {
    let found = match (kind, service) {
        (Bill::Data, _) if is_known(kind, service) => &DATA[..],
        (Bill::Cable, "DSTV") => &DSTV,
        (Bill::Cable, "GOTV") => &GOTV,
        (Bill::Cable, "Startimes") => &STARTIMES,
        _ => return Err(BillsError::NotFound),
    };
    Ok(found.iter().map(package).collect())
}

fn customer(enquiry: Enquiry<'_>) -> Result<Customer, BillsError> {
    let Enquiry {
        kind,
        service,
        customer,
    } = enquiry;
    if customer == SILENT {
        return Err(BillsError::Unavailable);
    }
    if customer == NOBODYS || !is_known(kind, service) {
        return Err(BillsError::NotFound);
    }
    let is_demanding = kind == Bill::Power && customer.starts_with(DEMANDING);
    Ok(Customer {
        name: name(customer),
        minimum: is_demanding.then(|| naira(DEMANDED_NAIRA)),
    })
}

/// The planned course of a purchase.
pub(crate) struct Plan {
    pub is_pending: bool,
    pub is_token_late: bool,
    pub sells_tokens: bool,
}

impl Plan {
    fn of(vend: &Vend) -> Self {
        let begins = |beginning: &str| vend.customer.starts_with(beginning);
        let is_prepaid = distributor(&vend.service).is_some_and(|(_, is_prepaid)| is_prepaid);
        Self {
            is_pending: PENDING.into_iter().any(begins),
            is_token_late: begins(LATE_TOKEN),
            sells_tokens: vend.kind == Bill::Power && is_prepaid,
        }
    }
}

impl BillsPort for SandboxBills {
    fn packages<'a>(
        &'a self,
        kind: Bill,
        service: &'a str,
    ) -> Later<'a, Result<Vec<Package>, BillsError>> {
        Box::pin(async move { packages(kind, service) })
    }

    fn services(&self) -> Later<'_, Result<Vec<PowerService>, BillsError>> {
        Box::pin(async {
            let both =
                |(id, name): &(&str, &str)| PowerService::both(id, name, Some(naira(LEAST_NAIRA)));
            Ok(DISTRIBUTORS.iter().flat_map(both).collect())
        })
    }

    fn validate<'a>(&'a self, enquiry: Enquiry<'a>) -> Later<'a, Result<Customer, BillsError>> {
        Box::pin(async move { customer(enquiry) })
    }

    fn vend<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended> {
        Box::pin(async move {
            let Ok(outcome) = self.sandbox.behave(Port::Bills).await else {
                return OrderOutcome::Unknown.into();
            };
            if outcome == Outcome::LoseRequest {
                return OrderOutcome::Unknown.into();
            }
            let is_done = outcome != Outcome::Fail;
            let kept = self.sandbox.keep_bill(vend, is_done, &Plan::of(vend)).await;
            match kept {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                Ok(_) | Err(_) => OrderOutcome::Unknown.into(),
            }
        })
    }

    fn status<'a>(&'a self, vend: &'a Vend) -> Later<'a, Vended> {
        Box::pin(async move {
            let kept = self.sandbox.ask_for_bill(vend, &Plan::of(vend)).await;
            kept.unwrap_or_else(|_| OrderOutcome::Unknown.into())
        })
    }
}
