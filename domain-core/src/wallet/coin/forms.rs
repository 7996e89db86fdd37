//! The forms for sending and selling coins.

use super::quote::{Deal, Side};
use super::sendable::{least, most};
use super::{Network, check};
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rate, TypedAmount};
use crate::shape::{form_values, input};
use crate::validation::{Form, Violation, Violations};
use crate::wallet::terms::Funds;

form_values! {
    /// Sending coins to an address. (Document 2, section 7.)
    pub struct CoinSend {
        /// `bitcoin`, `ethereum`, `tron`; blank: the address's network.
        network: String,
        /// The address or payment request to send to.
        address: String,
        /// The amount to send in the coin, without the network's fee.
        amount: TypedAmount,
        /// Whether address and network were confirmed.
        confirm: bool,
    }
}

form_values! {
    /// Selling coins. (Document 2, section 7.)
    pub struct CoinSell {
        /// The amount to sell, in the coin.
        amount: TypedAmount,
        /// Whether the sale is confirmed; without it the form is refused.
        confirm: bool,
    }
}

input! {
    /// The coin's wallet, and the network's fee.
    pub struct CoinSendContext {
        /// The coin to send.
        coin: CurrencyCode,
        /// The available balance.
        balance: AmountText,
        /// The network's fee, in the coin.
        network_fee: AmountText,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
    }

    /// The coin's wallet, and the coin's price.
    pub struct CoinSellContext {
        /// The coin to sell.
        coin: CurrencyCode,
        /// The available balance.
        balance: AmountText,
        /// In the other currency; null: still unknown.
        price: Option<Rate>,
        /// In percent.
        spread: Option<Percent>,
        /// The currency of the proceeds; the default is naira.
        currency: Option<CurrencyCode>,
    }
}

impl Form for CoinSend {
    const NAME: &'static str = "coin_send";
    type Context = CoinSendContext;

    fn check(&self, context: &CoinSendContext, found: &mut Violations) {
        let coin = match coin(&context.coin) {
            Ok(coin) => coin,
            Err(violation) => return found.add(violation),
        };
        let of_coin = Network::of(coin);
        let options: Vec<&str> = of_coin.iter().map(|network| network.as_str()).collect();
        let chosen = self.network.trim();
        found.optional("network", chosen).one_of(&options).done();
        let network = Network::named(chosen).filter(|network| of_coin.contains(network));
        if chosen.is_empty() || network.is_some() {
            found.add_all(check(coin, network, &self.address).err());
        }
        if let Some(amount) = found.amount("amount", &self.amount, coin) {
            found.add_all(
                check_amount(context, &amount)
                    .err()
                    .map(|violation| violation.of("amount")),
            );
        }
        found.accepted("confirm", self.confirm);
    }
}

fn coin(code: &CurrencyCode) -> Result<Currency, Violation> {
    let coin = code.known("amount")?;
    if Network::of(coin).is_empty() {
        return Err(coin.unsupported("amount"));
    }
    Ok(coin)
}

fn check_amount(context: &CoinSendContext, amount: &Amount) -> Result<(), Violation> {
    let coin = amount.currency();
    let funds = Funds::read(&context.balance, context.cap.as_ref(), coin)?;
    let fee = context.network_fee.amount("network_fee", coin)?;
    let least = least(coin);
    if *amount < least {
        return Err(Violation::below("amount", amount, &least));
    }
    let capped = funds.most < funds.balance && *amount > funds.most;
    let total = amount.checked_add(&fee);
    if capped || total.is_none_or(|total| total > funds.balance) {
        return Err(funds.exceeded(capped, amount, most(&funds, &fee)));
    }
    Ok(())
}

impl Form for CoinSell {
    const NAME: &'static str = "coin_sell";
    type Context = CoinSellContext;

    fn check(&self, context: &CoinSellContext, found: &mut Violations) {
        let coin = match coin(&context.coin) {
            Ok(coin) => coin,
            Err(violation) => return found.add(violation),
        };
        if let Some(amount) = found.amount("amount", &self.amount, coin) {
            found.add_all(
                sold(context, &amount)
                    .err()
                    .map(|violation| violation.of("amount")),
            );
        }
        found.accepted("confirm", self.confirm);
    }
}

fn sold(context: &CoinSellContext, amount: &Amount) -> Result<(), Violation> {
    let coin = amount.currency();
    Funds::read(&context.balance, None, coin)?.check_covers(amount)?;
    let one = Amount::from_minor(1, coin).unwrap_or_else(|| Amount::zero(coin));
    let currency = context
        .currency
        .as_ref()
        .map_or(Ok(Currency::Ngn), |code| code.known("amount"))?;
    let Some(price) = context.price else {
        return if amount.is_zero() {
            Err(Violation::below("amount", amount, &one))
        } else {
            Ok(())
        };
    };
    let deal = Deal {
        price,
        spread: context.spread.unwrap_or(Percent::ZERO),
    };
    if deal.quote(Side::Sell, *amount, currency)?.total < Amount::one(currency) {
        let least = deal.least_sold(coin).unwrap_or(one);
        return Err(Violation::below("amount", amount, &least));
    }
    Ok(())
}
