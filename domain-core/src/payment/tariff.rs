//! The charges on payments: a dated table, so that a tenant can change it without a release.
//!
//! Without a table, the fee of a bank transfer is the specification's flat 20 naira, and bills have none. Bands, VAT on
//! the fee and stamp duty are data that a tenant can enable; each is a separate line of the quote.

use crate::calendar::Date;
use crate::json::Node;
use crate::money::{
    Amount, AmountText, Currency, PLAIN_DECIMALS, Percent, Rates, Rounding, too_great,
};
use crate::shape::{Decimals, Input, Output, ReadErrors, Reads, Shape, Type, output, record};
use crate::validation::Violation;
use std::borrow::Cow;

/// The flat fee of a bank transfer, in kobo: N20. (Document 2, section 9.)
const DEFAULT_FEE_KOBO: i64 = 2_000;

/// An amount in naira in a tariff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Naira(pub Amount);

record! {
    /// The charges on payments from a date onwards.
    pub struct Tariff {
        /// The first day on which it applies. The newest that has begun counts; of equal days, the last in the list.
        from: Date,
        /// In ascending order: the fee is that of the first band whose limit is not below the amount. Above all
        /// limits it is that of the last one, and without bands zero.
        bands: Vec<Band>,
        /// VAT in percent of the fee, such as `7.5`; null: the quote has no such line. A VAT of zero has one.
        vat_percent: Option<Percent>,
        /// Charged once per payment, on amounts from a threshold; null: none.
        stamp_duty: Option<StampDuty>,
    }

    /// The fee for amounts up to a limit.
    pub struct Band {
        /// The largest amount in the band, in naira; null: no limit.
        up_to: Option<Naira>,
        /// In naira.
        fee: Naira,
    }

    /// Stamp duty.
    pub struct StampDuty {
        /// The smallest dutiable amount, in naira.
        from: Naira,
        /// In naira.
        amount: Naira,
    }
}

output! {
    /// One line of a quote.
    pub struct Line {
        /// Stable name: `amount`, `fee`, `vat`, `stamp_duty`.
        code: &'static str,
        /// For display.
        label: &'static str,
        /// The amount of the line, at the scale of its currency.
        amount: Amount,
    }
}

impl Line {
    /// The line for the payee's amount.
    pub const fn amount(amount: Amount) -> Self {
        Self {
            code: "amount",
            label: "Amount",
            amount,
        }
    }
}

/// The charges on an amount, in its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charges {
    pub fee: Amount,
    pub vat: Option<Amount>,
    pub stamp_duty: Option<Amount>,
}

impl Charges {
    /// No charge.
    pub fn none(currency: Currency) -> Self {
        Self {
            fee: Amount::zero(currency),
            vat: None,
            stamp_duty: None,
        }
    }

    /// The sum; `None` if it does not fit an amount.
    pub fn total(&self) -> Option<Amount> {
        let parts = [self.vat, self.stamp_duty];
        parts
            .into_iter()
            .flatten()
            .try_fold(self.fee, |sum, part| sum.checked_add(&part))
    }

    /// A line for each charge.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = vec![Line {
            code: "fee",
            label: "Fee",
            amount: self.fee,
        }];
        lines.extend(self.vat.map(|amount| Line {
            code: "vat",
            label: "VAT on fee",
            amount,
        }));
        lines.extend(self.stamp_duty.map(|amount| Line {
            code: "stamp_duty",
            label: "Stamp duty",
            amount,
        }));
        lines
    }
}

impl Tariff {
    /// The default flat fee.
    pub fn flat() -> Self {
        let fee = Amount::from_minor(DEFAULT_FEE_KOBO, Currency::Ngn)
            .unwrap_or_else(|| Amount::zero(Currency::Ngn));
        Self {
            from: Date::MIN,
            bands: vec![Band {
                up_to: None,
                fee: Naira(fee),
            }],
            vat_percent: None,
            stamp_duty: None,
        }
    }

    /// The newest table that applies on the date (without a date: the newest), or the flat fee.
    pub fn on(tariffs: &[Self], today: Option<Date>) -> Cow<'_, Self> {
        Self::newest(tariffs, today).map_or_else(|| Cow::Owned(Self::flat()), Cow::Borrowed)
    }

    /// The newest table that applies on the date (without a date: the newest).
    pub fn newest(tariffs: &[Self], today: Option<Date>) -> Option<&Self> {
        let begun = tariffs
            .iter()
            .filter(|tariff| today.is_none_or(|today| tariff.from <= today));
        begun.max_by_key(|tariff| tariff.from)
    }

    /// The charges on an amount. Each naira figure is converted at the sell rates and rounded half up; VAT is
    /// calculated on the converted fee and rounded half up.
    ///
    /// # Errors
    /// `{currency} not supported yet!` without a rate; `out_of_range` if a charge is not an amount.
    pub fn charges(&self, amount: &Amount, rates: &Rates) -> Result<Charges, Violation> {
        let currency = amount.currency();
        // Limits are whole kobo, so comparing with the amount rounded up gives the same result.
        let at_most = rates.convert(amount, Currency::Ngn, Rounding::Up)?;
        let at_least = rates.convert(amount, Currency::Ngn, Rounding::Down)?;
        let band = self
            .bands
            .iter()
            .find(|band| band.up_to.is_none_or(|limit| limit.0 >= at_most));
        let fee = band
            .or(self.bands.last())
            .map_or(Amount::zero(Currency::Ngn), |band| band.fee.0);
        let fee = rates.convert(&fee, currency, Rounding::HalfUp)?;
        let duty = self
            .stamp_duty
            .as_ref()
            .filter(|duty| at_least >= duty.from.0)
            .map(|duty| duty.amount.0);
        let stamp_duty = duty
            .map(|duty| rates.convert(&duty, currency, Rounding::HalfUp))
            .transpose()?;
        let vat = self
            .vat_percent
            .map(|percent| percent.of(&fee, Rounding::HalfUp).ok_or_else(too_great))
            .transpose()?;
        Ok(Charges {
            fee,
            vat,
            stamp_duty,
        })
    }

    /// The amounts, in the currency, after which the charges may change: the last one in each band, and the last one
    /// before stamp duty.
    pub(crate) fn turning_points(&self, currency: Currency, rates: &Rates) -> Vec<Amount> {
        let converted = |amount: &Amount, rounding| rates.convert(amount, currency, rounding).ok();
        let last = |band: &Band| converted(&band.up_to?.0, Rounding::Down);
        let unit = Amount::from_minor(1, currency);
        let duty = self
            .stamp_duty
            .as_ref()
            .and_then(|duty| converted(&duty.from.0, Rounding::Up)?.checked_sub(&unit?));
        self.bands.iter().filter_map(last).chain(duty).collect()
    }
}

impl Shape for Naira {
    const TYPE: Type = Type::Amount;
    const READS: Reads = Reads::Decimals(Decimals {
        scale: Some(Currency::Ngn.scale()),
        ..PLAIN_DECIMALS
    });
}

impl Input for Naira {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = AmountText::read(node, errors);
        Self(
            Amount::parse(text.as_str(), Currency::Ngn).unwrap_or_else(|_| {
                errors.record("wrong_type", "must be an amount in naira");
                Amount::zero(Currency::Ngn)
            }),
        )
    }

    fn blank() -> Self {
        Self(Amount::zero(Currency::Ngn))
    }
}

impl Output for Naira {
    fn write(&self) -> Node<'static> {
        self.0.write()
    }
}
