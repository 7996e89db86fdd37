//! The terms of a payment out of a wallet: where it goes, what it costs, what its limits are.

use super::tariff::{Charges, Tariff};
use crate::calendar::Date;
use crate::money::{Amount, AmountText, Currency, Rates, Rounding};
use crate::shape::choice;
use crate::validation::{Code, Violation};
use std::borrow::Cow;

/// The least withdrawal to a bank, in kobo: N200 in any currency's worth. (Document 2, section 9.)
const MINIMUM_KOBO: i64 = 20_000;

choice! {
    /// Where a payment goes.
    pub enum Destination {
        /// A bank account: the tariff's charges, and a minimum.
        Bank = "bank",
        /// Another wallet of the product: free.
        Wallet = "wallet",
    }
}

/// What a payment is judged by.
#[derive(Debug)]
pub struct Terms<'a> {
    pub destination: Destination,
    pub currency: Currency,
    pub rates: &'a Rates,
    pub tariff: Cow<'a, Tariff>,
}

impl<'a> Terms<'a> {
    /// The terms on a day, by the tenant's tariffs if it has any.
    pub fn new(
        destination: Destination,
        currency: Currency,
        rates: &'a Rates,
        tariffs: Option<&'a [Tariff]>,
        today: Option<Date>,
    ) -> Self {
        Self {
            destination,
            currency,
            rates,
            tariff: Tariff::on(tariffs.unwrap_or_default(), today),
        }
    }

    /// What is charged on top of the amount.
    ///
    /// # Errors
    /// `{currency} not supported yet!` where there is no rate.
    pub fn charges(&self, amount: &Amount) -> Result<Charges, Violation> {
        match self.destination {
            Destination::Wallet => Ok(Charges::none(self.currency)),
            Destination::Bank => self.tariff.charges(amount, self.rates),
        }
    }

    /// Amount and charges together.
    ///
    /// # Errors
    /// As [`Terms::charges`].
    pub fn total(&self, amount: &Amount) -> Result<Amount, Violation> {
        let charges = self.charges(amount)?.total();
        charges
            .and_then(|charges| charges.checked_add(amount))
            .ok_or_else(|| Violation::new("amount", Code::OutOfRange))
    }

    /// The least amount the bank destination takes: 200 naira's worth, rounded up. None for wallets.
    ///
    /// # Errors
    /// `{currency} not supported yet!` where there is no rate.
    pub fn minimum(&self) -> Result<Option<Amount>, Violation> {
        match (
            self.destination,
            Amount::from_minor(MINIMUM_KOBO, Currency::Ngn),
        ) {
            (Destination::Bank, Some(minimum)) => self
                .rates
                .convert(&minimum, self.currency, Rounding::Up)
                .map(Some),
            (Destination::Bank, None) | (Destination::Wallet, _) => Ok(None),
        }
    }

    /// The greatest amount that the ledger balance covers with its charges and that is not below `least`.
    ///
    /// Charges are constant between the tariff's turning points, so the greatest amount of each stretch is tried.
    ///
    /// # Errors
    /// `{currency} not supported yet!` where there is no rate.
    pub fn maximum(
        &self,
        ledger_balance: &Amount,
        least: &Amount,
    ) -> Result<Option<Amount>, Violation> {
        let mut ends = match self.destination {
            Destination::Wallet => Vec::new(),
            Destination::Bank => self.tariff.turning_points(self.currency, self.rates),
        };
        ends.push(*ledger_balance);
        let mut greatest: Option<Amount> = None;
        for end in ends {
            let charges = self.charges(&end)?.total();
            let Some(left) = charges.and_then(|charges| ledger_balance.checked_sub(&charges))
            else {
                continue;
            };
            let candidate = left.at_most(end);
            let fits = self.total(&candidate)? <= *ledger_balance && candidate >= *least;
            if fits {
                greatest = Some(greatest.map_or(candidate, |known| known.at_least(candidate)));
            }
        }
        Ok(greatest)
    }

    /// The greater of one unit of the currency and the destination's minimum: below it no form accepts an amount.
    ///
    /// # Errors
    /// As [`Terms::minimum`].
    pub fn least(&self) -> Result<Amount, Violation> {
        let one = Amount::one(self.currency);
        let minimum = self.minimum()?;
        Ok(minimum.map_or(one, |minimum| minimum.at_least(one)))
    }

    /// What is wrong with the amount: below the minimum (with `floor`, in the form, also below one unit), or with its
    /// charges above the balance.
    pub fn violation(
        &self,
        amount: &Amount,
        ledger_balance: &Amount,
        floor: Floor,
    ) -> Option<Violation> {
        self.judge(amount, ledger_balance, floor).err()
    }

    fn judge(
        &self,
        amount: &Amount,
        ledger_balance: &Amount,
        floor: Floor,
    ) -> Result<(), Violation> {
        let least = match floor {
            Floor::Form => Some(self.least()?),
            Floor::Destination => self.minimum()?,
        };
        if let Some(least) = least.filter(|least| amount < least) {
            return Err(self.below(&least, amount));
        }
        let total = self.total(amount)?;
        if total > *ledger_balance {
            let nearest = self.maximum(ledger_balance, &self.least()?)?;
            return Err(above(ledger_balance, amount, nearest));
        }
        Ok(())
    }

    fn below(&self, least: &Amount, amount: &Amount) -> Violation {
        let currency = self.currency.as_str();
        let message = match (self.currency, self.destination) {
            (Currency::Ngn, Destination::Bank) => "you cannot withdraw below N200".to_owned(),
            _ => ["you cannot withdraw below ", currency, " ", &least.text()].concat(),
        };
        Violation::below("amount", amount, least).saying(message)
    }
}

/// Which least amount applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    /// The destination's minimum, or one unit, whichever is greater.
    Form,
    /// The destination's minimum alone.
    Destination,
}

fn above(ledger_balance: &Amount, amount: &Amount, nearest: Option<Amount>) -> Violation {
    let balance = ledger_balance.text();
    let currency = ledger_balance.currency().as_str();
    let message = [
        "you cannot withdraw above your available balance of ",
        currency,
        " ",
        &balance,
    ]
    .concat();
    let violation = Violation::new("amount", Code::InsufficientBalance).saying(message);
    let violation = violation.with("limit", balance).with("value", amount);
    match nearest {
        Some(nearest) => violation.with("nearest", &nearest),
        None => violation.with("unlock", "fund"),
    }
}

/// Reads a balance that a rule was given.
pub(super) fn balance(text: &AmountText, currency: Currency) -> Result<Amount, Violation> {
    text.amount("ledger_balance", currency)
}
