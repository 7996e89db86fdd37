//! The terms of a payment out of a wallet: destination, charges and limits.

use super::tariff::{Charges, Tariff};
use crate::calendar::Date;
use crate::money::{Amount, AmountText, Currency, Rates, Rounding, display_in_full};
use crate::shape::choice;
use crate::validation::{Code, Violation};
use std::borrow::Cow;

/// The minimum withdrawal to a bank, in kobo: the equivalent of N200 in any currency. (Document 2, section 9.)
const MINIMUM_KOBO: i64 = 20_000;

choice! {
    /// The destination of a payment.
    pub enum Destination {
        /// A bank account: the tariff's charges, and a minimum.
        Bank = "bank",
        /// Another wallet of the product: free of charge.
        Wallet = "wallet",
    }
}

/// The terms of a payment.
#[derive(Debug)]
pub struct Terms<'a> {
    pub destination: Destination,
    pub currency: Currency,
    pub rates: &'a Rates,
    pub tariff: Cow<'a, Tariff>,
}

impl<'a> Terms<'a> {
    /// The terms on a date, with the tenant's tariffs if it has any.
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

    /// The charges on the amount.
    ///
    /// # Errors
    /// `{currency} not supported yet!` without a rate.
    pub fn charges(&self, amount: &Amount) -> Result<Charges, Violation> {
        match self.destination {
            Destination::Wallet => Ok(Charges::none(self.currency)),
            Destination::Bank => self.tariff.charges(amount, self.rates),
        }
    }

    /// Amount plus charges.
    ///
    /// # Errors
    /// As [`Terms::charges`].
    pub fn total(&self, amount: &Amount) -> Result<Amount, Violation> {
        let charges = self.charges(amount)?.total();
        charges
            .and_then(|charges| charges.checked_add(amount))
            .ok_or_else(|| Violation::new("amount", Code::OutOfRange))
    }

    /// The minimum for a bank: the equivalent of 200 naira, rounded up. `None` for wallets.
    ///
    /// # Errors
    /// `{currency} not supported yet!` without a rate.
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

    /// The largest amount that the ledger balance covers with its charges, within the cap, and not below `least`.
    ///
    /// Charges are constant between the tariff's thresholds, so the largest amount of each interval is tried.
    ///
    /// # Errors
    /// `{currency} not supported yet!` without a rate.
    pub fn maximum(&self, funds: &Funds, least: &Amount) -> Result<Option<Amount>, Violation> {
        let mut ends = match self.destination {
            Destination::Wallet => Vec::new(),
            Destination::Bank => self.tariff.turning_points(self.currency, self.rates),
        };
        ends.push(funds.most);
        let mut greatest: Option<Amount> = None;
        for end in ends {
            let charges = self.charges(&end)?.total();
            let Some(left) = charges.and_then(|charges| funds.balance.checked_sub(&charges)) else {
                continue;
            };
            let candidate = left.at_most(end).at_most(funds.most);
            let fits = self.total(&candidate)? <= funds.balance && candidate >= *least;
            if fits {
                greatest = Some(greatest.map_or(candidate, |known| known.at_least(candidate)));
            }
        }
        Ok(greatest)
    }

    /// The least amount that forms accept: to another wallet one minor unit, so that the whole balance can be sent; to
    /// a bank one unit of the currency or the minimum, whichever is greater.
    ///
    /// # Errors
    /// As [`Terms::minimum`].
    pub fn least(&self) -> Result<Amount, Violation> {
        let one = Amount::one(self.currency);
        let smallest = Amount::smallest(self.currency);
        Ok(self
            .minimum()?
            .map_or(smallest, |minimum| minimum.at_least(one)))
    }

    /// The violation of the amount: a currency that the destination does not support, below the minimum (with `floor`,
    /// for forms, below the least that they accept), above the cap, or with its charges above the balance.
    pub fn violation(&self, amount: &Amount, funds: &Funds, floor: Floor) -> Option<Violation> {
        self.check(amount, funds, floor).err()
    }

    fn check(&self, amount: &Amount, funds: &Funds, floor: Floor) -> Result<(), Violation> {
        let least = match floor {
            Floor::Form => Some(self.least()?),
            Floor::Destination => self.minimum()?,
        };
        if let Some(refusal) = self.destination.refusal(self.currency) {
            return Err(refusal);
        }
        if let Some(least) = least.filter(|least| amount < least) {
            return Err(self.below(&least, amount));
        }
        // A balance below the cap has its own message.
        let capped = funds.most < funds.balance && *amount > funds.most;
        if self.total(amount)? > funds.balance || capped {
            let nearest = self.maximum(funds, &self.least()?)?;
            return Err(funds.exceeded(capped, amount, nearest));
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

/// The applicable minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    /// The least that forms accept.
    Form,
    /// Only the destination's minimum.
    Destination,
}

/// The funds for a payment.
#[derive(Debug)]
pub struct Funds {
    /// The available balance.
    pub balance: Amount,
    /// The part of it within the cap.
    pub most: Amount,
}

impl Funds {
    /// Reads the balance and the cap from a rule's input.
    ///
    /// # Errors
    /// `not_an_amount`.
    #[inline(never)]
    pub(super) fn read(
        ledger_balance: &AmountText,
        cap: Option<&AmountText>,
        currency: Currency,
    ) -> Result<Self, Violation> {
        let balance = ledger_balance.amount("ledger_balance", currency)?;
        let most = match cap {
            Some(cap) => cap.amount("cap", currency)?.at_most(balance),
            None => balance,
        };
        Ok(Self { balance, most })
    }

    /// Refuses an amount above the balance; the nearest one is all of it.
    ///
    /// # Errors
    /// `insufficient_balance`.
    #[inline(never)]
    pub(super) fn check_covers(&self, amount: &Amount) -> Result<(), Violation> {
        if *amount <= self.balance {
            return Ok(());
        }
        let nearest = (!self.balance.is_zero()).then_some(self.balance);
        Err(self.exceeded(false, amount, nearest))
    }

    /// The violation of an amount above the cap, or above the balance.
    pub(super) fn exceeded(
        &self,
        capped: bool,
        amount: &Amount,
        nearest: Option<Amount>,
    ) -> Violation {
        let (limit, code, words) = if capped {
            let words = ["", " within 24 hours of a change or to a new recipient"];
            (self.most, Code::AboveMaximum, words)
        } else {
            let words = ["your available balance of ", ""];
            (self.balance, Code::InsufficientBalance, words)
        };
        let [before, after] = words;
        let text = limit.text();
        let sum = match capped {
            true => display_in_full(&limit),
            false => [limit.currency().as_str(), " ", &text].concat(),
        };
        let stem = "you cannot withdraw above ";
        let violation = Violation::new("amount", code).saying_all(&[stem, before, &sum, after]);
        let mut violation = violation.with("limit", text).with("value", amount);
        if let Some(nearest) = nearest {
            violation = violation.with("nearest", &nearest);
        }
        if capped {
            violation
        } else {
            violation.with("unlock", "fund")
        }
    }
}
