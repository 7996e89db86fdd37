//! Funding a wallet.

use super::card;
use super::tariff::Line;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rounding, TypedAmount};
use crate::shape::{choice, form_values, input, output};
use crate::validation::{Checked, Code, Form, Violation, Violations};

/// The fee for a bank transfer in dollars, in percent. (Document 2, section 9.)
const USD_BANK_PERCENT: Percent = Percent::whole(1);

choice! {
    /// The funding method.
    pub enum FundingMethod {
        /// A transfer to the user's virtual account.
        Bank = "bank",
        /// A card, at the payment provider's checkout.
        Card = "card",
        /// A code dialled on the phone; naira only.
        Ussd = "ussd",
    }
}

input! {
    /// An incoming payment.
    pub struct FundingInput {
        /// The way by which the money comes.
        method: FundingMethod,
        /// The currency of the wallet.
        currency: CurrencyCode,
        /// The amount that should arrive in the wallet.
        amount: AmountText,
    }

    /// A deposit by a code dialled on the phone.
    pub struct UssdInput {
        /// The bank's template, with the placeholders `Amount` and `AccountNumber`.
        template: String,
        /// In naira.
        amount: TypedAmount,
        /// The account to be credited.
        account_number: String,
    }
}

output! {
    /// The code to dial.
    pub struct UssdCode {
        /// The code for display: `*737*2*500*0123456789#`.
        code: String,
        /// The code as a link that opens the phone's dialler.
        link: String,
    }

    /// The cost of funding a wallet.
    pub struct FundingQuote {
        /// The amount that arrives in the wallet.
        amount: Amount,
        /// The fee on top of the amount.
        fee: Amount,
        /// The amount to pay: the sum of the lines.
        total: Amount,
        /// The amount that arrives in the wallet.
        credited: Amount,
        /// The amount and the fee; they sum to the total.
        lines: Vec<Line>,
    }
}

impl FundingMethod {
    /// The fee as a percentage of the amount, if it is one.
    pub(super) fn fee_percent(self, currency: Currency) -> Option<Percent> {
        (self == Self::Bank && currency == Currency::Usd).then_some(USD_BANK_PERCENT)
    }
}

/// Bank and USSD in naira: no fee. Bank in dollars: 1% of the amount, rounded half up. Card: N50 or $0.50. The whole
/// amount arrives; the fee is added to it. Source: document 2, sections 7 and 9; document 3, section 9.
///
/// # Errors
/// `{currency} not supported yet!` if the method does not support the currency; `not_an_amount`; `out_of_range`.
pub fn quote(input: &FundingInput) -> Checked<FundingQuote> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let too_great = || Violation::new("amount", Code::OutOfRange);
    let fee = match (input.method, currency) {
        (FundingMethod::Bank | FundingMethod::Ussd, Currency::Ngn) => Some(Amount::zero(currency)),
        (FundingMethod::Bank, Currency::Usd) => USD_BANK_PERCENT.of(&amount, Rounding::HalfUp),
        (FundingMethod::Card, Currency::Ngn | Currency::Usd) => card::surcharge(currency),
        (FundingMethod::Ussd, Currency::Usd)
        | (_, Currency::Gbp | Currency::Btc | Currency::Eth | Currency::Usdt) => {
            return Err(currency.unsupported("currency").into());
        }
    };
    let fee = fee.ok_or_else(too_great)?;
    let total = amount.checked_add(&fee).ok_or_else(too_great)?;
    let lines = vec![
        Line {
            code: "amount",
            label: "Amount",
            amount,
        },
        Line {
            code: "fee",
            label: "Fee",
            amount: fee,
        },
    ];
    Ok(FundingQuote {
        amount,
        fee,
        total,
        credited: amount,
        lines,
    })
}

/// The bank's template with amount and account number filled in. Phones have no key for a decimal point, so the amount
/// is in whole naira. Source: document 2, section 2.
///
/// # Errors
/// As the form `fund`; `not_an_amount` for kobo; `not_allowed` for a template without both placeholders.
pub fn ussd(input: &UssdInput) -> Checked<UssdCode> {
    let fund = Fund {
        amount: input.amount.clone(),
    };
    let context = FundContext {
        currency: Currency::Ngn.into(),
    };
    if let Some(violation) = fund.violations(&context).into_iter().next() {
        return Err(violation.into());
    }
    let amount = input.amount.amount("amount", Currency::Ngn)?.text();
    let Some(naira) = amount.strip_suffix(".00") else {
        let violation = Violation::new("amount", Code::NotAnAmount);
        return Err(violation.saying("A USSD code takes whole naira.").into());
    };
    let blanks = [
        ("Amount", naira),
        ("AccountNumber", input.account_number.as_str()),
    ];
    let dialled = filled(&input.template, blanks)
        .ok_or_else(|| Violation::new("template", Code::NotAllowed))?;
    Ok(UssdCode {
        code: [dialled.as_str(), "#"].concat(),
        link: ["tel:", &dialled, "%23"].concat(),
    })
}

/// The template with its placeholders filled in, without the trailing `#`; `None` if a placeholder is missing.
fn filled(template: &str, blanks: [(&str, &str); 2]) -> Option<String> {
    let parts = template.strip_suffix('#')?.strip_prefix('*')?.split('*');
    let mut filled = String::new();
    for part in parts.clone() {
        let blank = blanks.iter().find(|(name, _)| *name == part);
        filled.push('*');
        filled.push_str(blank.map_or(part, |(_, value)| *value));
    }
    let is_whole = |(name, _): &(&str, &str)| parts.clone().any(|part| part == *name);
    blanks.iter().all(is_whole).then_some(filled)
}

form_values! {
    /// The amount to fund. (Document 2, section 5.)
    pub struct Fund {
        /// The amount that should arrive in the wallet; one unit or more.
        amount: TypedAmount,
    }
}

input! {
    /// The wallet to fund.
    pub struct FundContext {
        /// The wallet's currency.
        currency: CurrencyCode,
    }
}

impl Form for Fund {
    const NAME: &'static str = "fund";
    type Context = FundContext;

    fn check(&self, context: &FundContext, found: &mut Violations) {
        let currency = match context.currency.known("amount") {
            Ok(currency) => currency,
            Err(violation) => return found.add(violation),
        };
        let Some(amount) = found.amount("amount", &self.amount, currency) else {
            return;
        };
        let least = Amount::one(currency);
        if amount < least {
            let limit = least.text();
            let words = [
                "The minimum amount is ",
                currency.as_str(),
                " ",
                &limit,
                ".",
            ];
            let violation = Violation::below("amount", &amount, &least);
            found.add(violation.saying_all(&words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_has_its_fee() {
        for (method, currency, amount, expected) in [
            (
                FundingMethod::Bank,
                Currency::Ngn,
                "1000",
                Some(("0.00", "1000.00")),
            ),
            (
                FundingMethod::Bank,
                Currency::Usd,
                "10.49",
                Some(("0.10", "10.59")),
            ),
            (
                FundingMethod::Bank,
                Currency::Usd,
                "10.50",
                Some(("0.11", "10.61")),
            ),
            (
                FundingMethod::Card,
                Currency::Ngn,
                "1000",
                Some(("50.00", "1050.00")),
            ),
            (
                FundingMethod::Card,
                Currency::Usd,
                "10",
                Some(("0.50", "10.50")),
            ),
            (
                FundingMethod::Ussd,
                Currency::Ngn,
                "5",
                Some(("0.00", "5.00")),
            ),
            (FundingMethod::Ussd, Currency::Usd, "5", None),
            (FundingMethod::Bank, Currency::Btc, "5", None),
        ] {
            let quoted = quote(&FundingInput {
                method,
                currency: currency.into(),
                amount: amount.into(),
            })
            .ok();
            let found = quoted.map(|quote| (quote.fee.to_string(), quote.total.to_string()));
            assert_eq!(
                found,
                expected.map(|(fee, total)| (fee.to_owned(), total.to_owned())),
                "{method} {currency}"
            );
        }
    }

    #[test]
    fn the_minimum_is_one_unit() {
        let code_of = |amount: &str| {
            let found = Fund {
                amount: amount.into(),
            }
            .violations(&FundContext {
                currency: Currency::Ngn.into(),
            });
            found.first().map(|violation| violation.code)
        };
        assert_eq!(code_of("1"), None);
        assert_eq!(code_of("0.99"), Some(Code::BelowMinimum));
        assert_eq!(code_of("1e3"), Some(Code::NotAnAmount));
        assert_eq!(code_of(" "), Some(Code::Required));
    }

    #[test]
    fn ussd_codes_contain_amount_and_account() {
        let dial = |template: &str, amount: &str| {
            ussd(&UssdInput {
                template: template.into(),
                amount: amount.into(),
                account_number: "0123456789".into(),
            })
            .map(|dialled| (dialled.code, dialled.link))
            .map_err(|refused| refused.violations[0].message.to_string())
        };
        let dialled = |code: &str, link: &str| Ok((code.to_owned(), link.to_owned()));
        assert_eq!(
            dial("*737*2*Amount*AccountNumber#", "500"),
            dialled("*737*2*500*0123456789#", "tel:*737*2*500*0123456789%23")
        );
        assert_eq!(
            dial("*770*AccountNumber*Amount#", "1500.00"),
            dialled("*770*0123456789*1500#", "tel:*770*0123456789*1500%23")
        );
        let refused = |message: &str| Err(message.to_owned());
        assert_eq!(
            dial("*737*2*Amount*AccountNumber#", "500.50"),
            refused("A USSD code takes whole naira.")
        );
        assert_eq!(
            dial("*737*2*Amount*AccountNumber#", "0.99"),
            refused("The minimum amount is NGN 1.00.")
        );
        assert!(dial("*737*2*Amount*9999999999#", "500").is_err());
        assert!(dial("*737*Amount*Amount#", "500").is_err());
        assert!(dial("", "500").is_err());
    }
}
