//! How money gets into a wallet and out of it.

use super::funding::FundingMethod;
use super::terms::Destination;
use crate::money::{Currency, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::{Code, Violation};

input! {
    /// A wallet, by its currency.
    pub struct WaysInput {
        currency: CurrencyCode,
    }
}

output! {
    /// The ways in and out; without any, the list is empty.
    pub struct Ways {
        /// How money is put in.
        fund: Vec<FundingMethod>,
        /// Where money can be sent.
        send: Vec<Destination>,
    }
}

/// Naira come from a bank, a card or a USSD code, dollars from a bank or a card, other currencies from neither. All but
/// coins go to a bank account, and every currency to a wallet. Source: document 2, sections 1 and 2.
pub fn ways(input: &WaysInput) -> Ways {
    let CurrencyCode::Known(currency) = input.currency else {
        return Ways {
            fund: vec![],
            send: vec![],
        };
    };
    let methods = FundingMethod::ALL.iter().copied();
    let destinations = Destination::ALL.iter().copied();
    Ways {
        fund: methods.filter(|method| method.brings(currency)).collect(),
        send: destinations
            .filter(|destination| destination.takes(currency))
            .collect(),
    }
}

impl FundingMethod {
    /// Whether a wallet of this currency is funded this way.
    pub const fn brings(self, currency: Currency) -> bool {
        match self {
            Self::Bank | Self::Card => matches!(currency, Currency::Ngn | Currency::Usd),
            Self::Ussd => matches!(currency, Currency::Ngn),
        }
    }
}

impl Destination {
    /// Whether this currency can be sent there: banks keep no coins.
    pub const fn takes(self, currency: Currency) -> bool {
        match self {
            Self::Bank => matches!(currency, Currency::Ngn | Currency::Usd | Currency::Gbp),
            Self::Wallet => true,
        }
    }

    /// Why this currency cannot be sent there, if it cannot.
    pub fn refusal(self, currency: Currency) -> Option<Violation> {
        let words = [currency.as_str(), " can't be sent to a bank account."];
        (!self.takes(currency)).then(|| {
            Violation::new("amount", Code::NotAllowed)
                .with("value", currency.as_str())
                .saying_all(&words)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::AmountText;
    use crate::wallet::funding::{FundingInput, quote};

    #[test]
    fn a_way_in_is_one_that_has_a_price() {
        for method in FundingMethod::ALL {
            for currency in Currency::ALL {
                let priced = quote(&FundingInput {
                    method: *method,
                    currency: (*currency).into(),
                    amount: AmountText::from("5"),
                });
                assert_eq!(priced.is_ok(), method.brings(*currency), "{method} {currency}");
            }
        }
    }

    #[test]
    fn coins_go_to_wallets_alone() {
        for coin in [Currency::Btc, Currency::Eth, Currency::Usdt] {
            let ways = ways(&WaysInput {
                currency: coin.into(),
            });
            assert_eq!((ways.fund.len(), ways.send), (0, vec![Destination::Wallet]));
        }
        let refusal = Destination::Bank.refusal(Currency::Btc).unwrap();
        assert_eq!(refusal.message, "BTC can't be sent to a bank account.");
        assert_eq!(Destination::Bank.refusal(Currency::Gbp), None);
        assert_eq!(Destination::Wallet.refusal(Currency::Btc), None);
    }
}
