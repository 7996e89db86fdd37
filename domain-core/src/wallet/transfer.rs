//! Transfers: charges, the largest amount, and the form for transfers to another wallet.

use super::LONGEST_DESCRIPTION_CHARS;
use super::tariff::{Line, Tariff};
use super::terms::{Destination, Floor, Funds, Terms};
use crate::calendar::{Date, Instant, day_year_and_time};
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Rates, TypedAmount};
use crate::shape::{form_values, input, output};
use crate::validation::{Checked, Code, Form, TypedIdentifier, Violation, Violations};

/// Maximum length of a wallet number.
const LONGEST_WALLET_NUMBER_CHARS: u64 = 40;

input! {
    /// A transfer whose fee is requested.
    pub struct FeeInput {
        /// The destination; transfers to a wallet are free.
        destination: Destination,
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The rates of naira and the wallet's currency; needed only for a bank transfer from a wallet that is not in
        /// naira.
        rates: Rates,
        /// Required only if the tariff has bands or stamp duty.
        amount: Option<AmountText>,
        /// The tenant's tariffs, in naira; without one that has begun the fee is flat.
        tariffs: Option<Vec<Tariff>>,
        /// The date, which selects the tariff; null: the newest counts, whether or not it has begun.
        today: Option<Date>,
    }

    /// A transfer to quote.
    pub struct QuoteInput {
        /// The destination; transfers to a wallet are free.
        destination: Destination,
        /// The amount that should arrive, without charges.
        amount: AmountText,
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The rates of naira and the wallet's currency; needed only for a bank transfer from a wallet that is not in
        /// naira.
        rates: Rates,
        /// The tenant's tariffs, in naira; without one that has begun the fee is flat.
        tariffs: Option<Vec<Tariff>>,
        /// The date, which selects the tariff; null: the newest counts, whether or not it has begun.
        today: Option<Date>,
    }

    /// A wallet whose largest transfer is requested.
    pub struct MaximumInput {
        /// The destination; transfers to a wallet are free.
        destination: Destination,
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The available balance.
        ledger_balance: AmountText,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
        /// The rates of naira and the wallet's currency; needed only for a bank transfer from a wallet that is not in
        /// naira.
        rates: Rates,
        /// The tenant's tariffs, in naira; without one that has begun the fee is flat.
        tariffs: Option<Vec<Tariff>>,
        /// The date, which selects the tariff; null: the newest counts, whether or not it has begun.
        today: Option<Date>,
    }
}

output! {
    /// The charges on a transfer.
    pub struct Fee {
        /// The sum of the charges.
        fee: Amount,
    }

    /// The debit, line by line.
    pub struct Quote {
        /// The amount that arrives.
        amount: Amount,
        /// The sum of the charges.
        fee: Amount,
        /// The debit: the sum of the lines.
        total: Amount,
        /// The amount and each charge; they sum to the total.
        lines: Vec<Line>,
    }

    /// The largest transfer.
    pub struct Maximum {
        /// Null if no transfer is possible.
        amount: Option<Amount>,
    }
}

fn too_great() -> Violation {
    Violation::new("amount", Code::OutOfRange)
}

/// The charges on a transfer: to a bank N20 × sell(currency) ÷ sell(NGN), rounded half up, or as specified by the
/// tariffs; to a wallet none. Source: document 2, section 9.
///
/// Figures of a tariff are in naira. In another currency, the amount's exact worth at sell rates decides on the band
/// and on stamp duty; fee and duty are each converted and rounded half up, and VAT is that percentage of the
/// converted fee, rounded half up.
///
/// # Errors
/// `{currency} not supported yet!`, for a missing rate of the wallet's currency before one of naira; `not_an_amount`;
/// `out_of_range` on `amount` for a worth, a charge or a sum beyond 28 digits.
pub fn fee(input: &FeeInput) -> Checked<Fee> {
    let currency = input.currency.known("currency")?;
    let amount = match &input.amount {
        Some(text) => text.amount("amount", currency)?,
        None => Amount::zero(currency),
    };
    let terms = Terms::new(
        input.destination,
        currency,
        &input.rates,
        input.tariffs.as_deref(),
        input.today,
    );
    Ok(Fee {
        fee: terms.charges(&amount)?.total().ok_or_else(too_great)?,
    })
}

/// Amount, charges and their sum. Charges as in `transfer.fee`; the lines sum exactly to the total. Source: document
/// 2, section 2 (the receipt's total, fee, grand total).
///
/// # Errors
/// `{currency} not supported yet!`, for a missing rate as in `transfer.fee`; `not_an_amount`; `out_of_range` on
/// `amount` for a worth, a charge or a sum beyond 28 digits.
pub fn quote(input: &QuoteInput) -> Checked<Quote> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let terms = Terms::new(
        input.destination,
        currency,
        &input.rates,
        input.tariffs.as_deref(),
        input.today,
    );
    let charges = terms.charges(&amount)?;
    let fee = charges.total().ok_or_else(too_great)?;
    let total = amount.checked_add(&fee).ok_or_else(too_great)?;
    let mut lines = vec![Line::amount(amount)];
    lines.extend(charges.lines());
    Ok(Quote {
        amount,
        fee,
        total,
        lines,
    })
}

/// The notice about a payout's currency, which could be misunderstood: the bank receives the wallet's currency, in the
/// entered amount. `None` for naira wallets, and between wallets, where the currency is always the same.
pub fn payout_note(destination: Destination, currency: Currency) -> Option<String> {
    match (destination, currency) {
        (Destination::Wallet, _) | (Destination::Bank, Currency::Ngn) => None,
        (Destination::Bank, foreign) => Some(format!(
            "The bank is sent {foreign}, the currency of this wallet. The amount is not converted here, so no rate \
             of ours applies to it; a bank that keeps the account in another currency converts at a rate of its own."
        )),
    }
}

/// The notice about the age of the rates behind a price: charges of a bank transfer are defined in naira. Nothing is
/// converted for a naira wallet, or between wallets. `set_at` is `None` for sample rates.
pub fn rate_note(
    destination: Destination,
    currency: Currency,
    set_at: Option<Instant>,
) -> Option<String> {
    let is_converted = destination == Destination::Bank && currency != Currency::Ngn;
    is_converted.then(|| match set_at {
        Some(at) => {
            let when = day_year_and_time(at);
            format!("The fee is converted from naira at the exchange rate of {when}.")
        }
        None => String::from("The fee is converted from naira at a sample exchange rate."),
    })
}

/// The largest amount that passes `form.withdraw` (bank) or `form.wallet_transfer` (wallet): covered with its charges
/// by the ledger balance, within the cap, and not below one unit or the minimum. Null if the destination does not
/// support the currency.
///
/// # Errors
/// `{currency} not supported yet!`, for a missing rate of naira before one of the wallet's currency; `not_an_amount`
/// for the balance or the cap; `out_of_range` on `amount` for a minimum, a worth or a charge beyond 28 digits.
pub fn maximum(input: &MaximumInput) -> Checked<Maximum> {
    let currency = input.currency.known("currency")?;
    let funds = Funds::read(&input.ledger_balance, input.cap.as_ref(), currency)?;
    let terms = Terms::new(
        input.destination,
        currency,
        &input.rates,
        input.tariffs.as_deref(),
        input.today,
    );
    let least = terms.least()?;
    let amount = if input.destination.takes(currency) {
        terms.maximum(&funds, &least)?
    } else {
        None
    };
    Ok(Maximum { amount })
}

form_values! {
    /// A transfer to another wallet. (Document 2, section 5.)
    pub struct WalletTransfer {
        /// The recipient's wallet number.
        wallet_number: TypedIdentifier,
        /// The amount that should arrive, in the wallet's currency; from one minor unit, within the cap and the
        /// balance.
        amount: TypedAmount,
        /// A text for both statements: up to 200 characters on one line; may be blank.
        description: String,
        /// Whether the transfer is confirmed.
        confirm: bool,
    }
}

input! {
    /// The sender's wallet.
    pub struct WalletTransferContext {
        /// The currency of both wallets.
        currency: CurrencyCode,
        /// The available balance.
        ledger_balance: AmountText,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
        /// The rates of the wallet's currency; transfers between wallets need none.
        rates: Option<Rates>,
        /// The sender's own wallet number.
        own_wallet_number: Option<String>,
    }
}

impl Form for WalletTransfer {
    const NAME: &'static str = "wallet_transfer";
    type Context = WalletTransferContext;

    fn check(&self, context: &WalletTransferContext, found: &mut Violations) {
        let own = context.own_wallet_number.as_deref() == Some(&*self.wallet_number);
        let to_oneself =
            || Violation::new("wallet_number", Code::NotAllowed).saying("This is your own wallet.");
        found
            .required("wallet_number", &self.wallet_number)
            .at_most(LONGEST_WALLET_NUMBER_CHARS)
            .refuse_if(own, to_oneself)
            .done();
        let payment = Payment {
            destination: Destination::Wallet,
            currency: &context.currency,
            ledger_balance: &context.ledger_balance,
            rates: context.rates.as_ref(),
            tariffs: None,
            today: None,
            cap: context.cap.as_ref(),
        };
        payment.check(&self.amount, found);
        found
            .optional("description", &self.description)
            .line(LONGEST_DESCRIPTION_CHARS)
            .done();
        found.accepted("confirm", self.confirm);
    }
}

/// The context for the amount of both forms.
pub(super) struct Payment<'a> {
    pub destination: Destination,
    pub currency: &'a CurrencyCode,
    pub ledger_balance: &'a AmountText,
    pub rates: Option<&'a Rates>,
    pub tariffs: Option<&'a [Tariff]>,
    pub today: Option<Date>,
    pub cap: Option<&'a AmountText>,
}

impl Payment<'_> {
    /// Checks that the amount is given, valid, at least one unit and the minimum, within the cap, and with charges
    /// within the balance.
    pub(super) fn check(&self, text: &TypedAmount, found: &mut Violations) {
        let currency = match self.currency.known("amount") {
            Ok(currency) => currency,
            Err(violation) => return found.add(violation),
        };
        let Some(amount) = found.amount("amount", text, currency) else {
            return;
        };
        let none = Rates::default();
        let terms = Terms::new(
            self.destination,
            currency,
            self.rates.unwrap_or(&none),
            self.tariffs,
            self.today,
        );
        let violation = match Funds::read(self.ledger_balance, self.cap, currency) {
            Ok(funds) => terms.violation(&amount, &funds, Floor::Form),
            Err(violation) => Some(violation),
        };
        // Every failure, including a missing rate, is reported for the amount.
        found.add_all(violation.map(|violation| violation.of("amount")));
    }
}

#[cfg(test)]
mod tests;
