//! The value of a coin set: the proceeds of selling its coins now.

use super::coins::{CoinStatus, Signed};
use crate::money::{
    Amount, AmountText, Currency, Figure, Percent, Rate, Rates, Rounding, decimal, exact_product,
    scaled,
};
use crate::validation::{Code, Violation};
use rust_decimal::Decimal;

/// The currency of the exchange's prices.
const QUOTED: Currency = Currency::Usdt;

/// A coin of a set.
#[derive(Debug)]
pub struct HeldCoin {
    pub status: CoinStatus,
    /// Its symbol.
    pub coin: String,
    /// The money that was put into it.
    pub amount: AmountText,
    /// The quantity bought; `None` before.
    pub amount_bought: Option<String>,
    pub price_bought: Option<AmountText>,
    /// The part of it that is sold.
    pub amount_sold: Option<String>,
    /// The proceeds so far.
    pub price_sold: Option<AmountText>,
    /// The market's price in USDT; `None` if it is unknown or too old.
    pub price: Option<Rate>,
}

/// A set of coins, and the prices.
#[derive(Debug)]
pub struct SetValueInput {
    /// The set's money that is in no coin.
    pub pot: Amount,
    pub coins: Vec<HeldCoin>,
    /// The exchange's share of every trade, in percent.
    pub exchange_fee: Percent,
    pub rates: Rates,
}

/// The value of one coin.
#[derive(Debug)]
pub struct CoinValue {
    /// The proceeds so far and those of selling the rest now; `None` before the purchase, and without a price.
    pub value: Option<Amount>,
    /// The value less the cost.
    pub gain: Option<Signed>,
}

/// The value of a set.
#[derive(Debug)]
pub struct SetValue {
    /// In the order of the input.
    pub coins: Vec<CoinValue>,
    /// The set's money, and the proceeds of selling its coins now; `None` without a price.
    pub value: Option<Amount>,
    /// The gain of all coins that were bought; `None` before the first purchase, and without a price.
    pub gain: Option<Signed>,
    /// The money for which the coins were bought; `None` without a price.
    pub cost: Option<Amount>,
    /// The exchange's share of such a sale, which the value does not contain.
    pub sale_fee: Option<Amount>,
}

/// The sums of a set, while each price is known.
struct Sums {
    value: Amount,
    brought: Amount,
    cost: Amount,
    fee: Amount,
    is_bought: bool,
}

/// Each coin counts with what it would bring now: quantity × price, less the exchange's fee, at the house's rates,
/// rounded down. USDT is taken at one without a fee. Money at the exchange for open purchases counts in full.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`; `out_of_range` for a sum that is too large.
pub fn value(input: &SetValueInput) -> Result<SetValue, Violation> {
    let currency = input.pot.currency();
    let zero = Amount::zero(currency);
    let mut sums = Some(Sums {
        value: input.pot,
        brought: zero,
        cost: zero,
        fee: zero,
        is_bought: false,
    });
    let mut coins = Vec::new();
    for coin in &input.coins {
        let (shown, next) = one(input, coin, currency, sums)?;
        coins.push(shown);
        sums = next;
    }
    let gain = match &sums {
        Some(sums) if sums.is_bought => Some(Signed::of(sums.brought, sums.cost)?),
        _ => None,
    };
    Ok(SetValue {
        coins,
        value: sums.as_ref().map(|sums| sums.value),
        gain,
        cost: sums.as_ref().map(|sums| sums.cost),
        sale_fee: sums.map(|sums| sums.fee),
    })
}

/// The value of a coin, and the sums with it.
fn one(
    input: &SetValueInput,
    coin: &HeldCoin,
    currency: Currency,
    sums: Option<Sums>,
) -> Result<(CoinValue, Option<Sums>), Violation> {
    let unknown = CoinValue {
        value: None,
        gain: None,
    };
    let amount_of = |text: &Option<AmountText>| match text {
        Some(text) if !text.is_blank() => text.amount("coins", currency),
        _ => Ok(Amount::zero(currency)),
    };
    let (brought, rest) = match coin.status {
        // The money is in the pot.
        CoinStatus::Initiated | CoinStatus::Failed => return Ok((unknown, sums)),
        CoinStatus::Pending | CoinStatus::Trading => {
            let at_exchange = coin.amount.amount("coins", currency)?;
            let with = |sums: Sums| {
                Ok(Sums {
                    value: sum(sums.value, at_exchange)?,
                    ..sums
                })
            };
            return Ok((unknown, sums.map(with).transpose()?));
        }
        CoinStatus::Completed => (
            amount_of(&coin.price_sold)?,
            Some((Amount::zero(currency), Amount::zero(currency))),
        ),
        CoinStatus::Approved => (
            amount_of(&coin.price_sold)?,
            proceeds(input, coin, currency)?,
        ),
    };
    let Some((rest, fee)) = rest else {
        return Ok((unknown, None));
    };
    let cost = amount_of(&coin.price_bought)?;
    let whole = sum(brought, rest)?;
    let shown = CoinValue {
        value: Some(whole),
        gain: Some(Signed::of(whole, cost)?),
    };
    let with = |sums: Sums| {
        Ok(Sums {
            value: sum(sums.value, rest)?,
            brought: sum(sums.brought, whole)?,
            cost: sum(sums.cost, cost)?,
            fee: sum(sums.fee, fee)?,
            is_bought: true,
        })
    };
    Ok((shown, sums.map(with).transpose()?))
}

/// The proceeds of selling the rest of a coin now, and the exchange's share; `None` without a price.
fn proceeds(
    input: &SetValueInput,
    coin: &HeldCoin,
    currency: Currency,
) -> Result<Option<(Amount, Amount)>, Violation> {
    let quantity = |text: &Option<String>| match text.as_deref() {
        None | Some("") => Ok(Figure::ZERO),
        Some(text) => Figure::parse(text).ok_or_else(|| Violation::new("coins", Code::NotAnAmount)),
    };
    let rest = quantity(&coin.amount_bought)?.less(quantity(&coin.amount_sold)?);
    let rest = decimal(&rest.unwrap_or_default().text()).unwrap_or_default();
    let (price, fee) = match coin.price {
        _ if coin.coin == QUOTED.as_str() => (Decimal::ONE, Percent::ZERO),
        Some(price) => (price.decimal(), input.exchange_fee),
        None => return Ok(None),
    };
    let hundred = Decimal::ONE_HUNDRED;
    let kept = hundred.checked_sub(fee.decimal()).unwrap_or_default();
    let brings = |percent: Decimal| {
        let price = exact_product(price, percent).ok_or_else(too_great)?;
        let quote = scaled(rest, price, hundred, QUOTED.scale(), Rounding::Down);
        let quote = quote.and_then(|quote| Amount::of(quote, QUOTED));
        let quote = quote.ok_or_else(too_great)?;
        input.rates.convert(&quote, currency, Rounding::Down)
    };
    let (whole, net) = (brings(hundred)?, brings(kept)?);
    let fee = whole.checked_sub(&net).unwrap_or(Amount::zero(currency));
    Ok(Some((net, fee)))
}

fn sum(sum: Amount, more: Amount) -> Result<Amount, Violation> {
    sum.checked_add(&more).ok_or_else(too_great)
}

fn too_great() -> Violation {
    Violation::new("coins", Code::OutOfRange)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(status: CoinStatus, coin: &str, bought: &str, price: Option<&str>) -> HeldCoin {
        HeldCoin {
            status,
            coin: coin.to_owned(),
            amount: AmountText::from("90000"),
            amount_bought: Some(bought.to_owned()),
            price_bought: Some(AmountText::from("90000")),
            amount_sold: None,
            price_sold: None,
            price: price.map(|price| Rate::parse(price).unwrap()),
        }
    }

    fn bitcoin(bought: &str, price: &str) -> HeldCoin {
        held(CoinStatus::Approved, "BTC", bought, Some(price))
    }

    fn naira(text: &str) -> Amount {
        Amount::parse(text, Currency::Ngn).unwrap()
    }

    fn of(pot: &str, coins: Vec<HeldCoin>, fee: &str) -> SetValue {
        let rate = |text| Rate::parse(text).unwrap();
        let rates = Rates::default()
            .with(Currency::Ngn, rate("1500"), None)
            .with(Currency::Usdt, rate("1"), None);
        let exchange_fee = Percent::parse(fee).unwrap();
        value(&SetValueInput {
            pot: naira(pot),
            coins,
            exchange_fee,
            rates,
        })
        .unwrap()
    }

    fn figures(found: &SetValue) -> (Option<String>, Option<String>, Option<String>) {
        let text = |amount: Option<Amount>| amount.map(|amount| amount.text());
        (
            text(found.value),
            found.gain.as_ref().map(Signed::text),
            text(found.sale_fee),
        )
    }

    fn known(
        value: &str,
        gain: &str,
        fee: &str,
    ) -> (Option<String>, Option<String>, Option<String>) {
        (Some(value.into()), Some(gain.into()), Some(fee.into()))
    }

    #[test]
    fn a_set_is_worth_what_selling_it_brings() {
        let loss = of("0", vec![bitcoin("0.0005994", "100000")], "0.1");
        assert_eq!(figures(&loss), known("89820.09", "-179.91", "89.91"));
        assert_eq!(loss.coins[0].gain.as_ref().unwrap().text(), "-179.91");
        assert_eq!(loss.cost, Some(naira("90000")));
        let gain = of("0", vec![bitcoin("0.0006", "110000")], "0");
        assert_eq!(figures(&gain), known("99000.00", "9000.00", "0.00"));
        // Tether counts as one, without a fee.
        let tether = of(
            "0",
            vec![held(CoinStatus::Approved, "USDT", "60", None)],
            "0.1",
        );
        assert_eq!(figures(&tether), known("90000.00", "0.00", "0.00"));
    }

    #[test]
    fn money_that_is_in_no_coin_counts() {
        let waiting = of(
            "60000",
            vec![
                held(CoinStatus::Pending, "BTC", "", None),
                held(CoinStatus::Initiated, "ETH", "", None),
                held(CoinStatus::Failed, "ETH", "", None),
            ],
            "0.1",
        );
        assert_eq!(
            figures(&waiting),
            (Some("150000.00".into()), None, Some("0.00".into()))
        );
        assert!(
            waiting
                .coins
                .iter()
                .all(|coin| coin.value.is_none() && coin.gain.is_none())
        );
    }

    #[test]
    fn proceeds_are_in_the_pot() {
        let sold = |status, quantity: &str, price_sold: &str| HeldCoin {
            amount_sold: Some(quantity.to_owned()),
            price_sold: Some(AmountText::from(price_sold)),
            ..held(status, "BTC", "0.0006", Some("100000"))
        };
        let all = of(
            "95000",
            vec![sold(CoinStatus::Completed, "0.0006", "95000")],
            "0.1",
        );
        assert_eq!(figures(&all), known("95000.00", "5000.00", "0.00"));
        let part = of(
            "50000",
            vec![sold(CoinStatus::Approved, "0.0003", "50000")],
            "0",
        );
        assert_eq!(figures(&part), known("95000.00", "5000.00", "0.00"));
    }

    #[test]
    fn without_a_price_the_whole_is_unknown() {
        let found = of(
            "0",
            vec![
                held(CoinStatus::Approved, "USDT", "60", None),
                held(CoinStatus::Approved, "BTC", "0.0006", None),
            ],
            "0.1",
        );
        assert_eq!(figures(&found), (None, None, None));
        assert_eq!(found.coins[0].value, Some(naira("90000")));
        assert_eq!(found.coins[1].value, None);
    }

    #[test]
    fn quantities_and_rates_are_checked() {
        let input = |bought: &str| SetValueInput {
            pot: naira("0"),
            coins: vec![bitcoin(bought, "100000")],
            exchange_fee: Percent::ZERO,
            rates: Rates::default(),
        };
        assert_eq!(value(&input("much")).unwrap_err().code, Code::NotAnAmount);
        assert_eq!(
            value(&input("1")).unwrap_err().message,
            "USDT not supported yet!"
        );
    }
}
