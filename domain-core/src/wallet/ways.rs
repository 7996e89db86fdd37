//! How money gets into a wallet and out of it.

use super::coin::Network;
use super::funding::FundingMethod;
use super::terms::Destination;
use crate::money::{Currency, CurrencyCode, Percent};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

input! {
    /// A wallet, by its currency.
    pub struct WaysInput {
        currency: CurrencyCode,
    }
}

output! {
    /// The ways in and out.
    pub struct Ways {
        /// Whether money is put in by a transfer to one's virtual account.
        fund_bank: bool,
        /// The percentage that such a transfer costs; null where it costs nothing.
        fund_bank_percent: Option<Percent>,
        /// Whether money is put in by card.
        fund_card: bool,
        /// Whether money is put in with a USSD code.
        fund_ussd: bool,
        /// Whether it is received at an address: coins are.
        receive: bool,
        /// Whether money can be sent to a bank account. To another wallet it always can.
        send_bank: bool,
    }
}

/// Naira come from a bank, a card or a USSD code, dollars from a bank or a card, pounds from neither. Coins arrive at an
/// address; all others go to a bank account. Source: document 2, sections 1 and 2.
///
/// # Errors
/// `{currency} not supported yet!`
pub fn ways(input: &WaysInput) -> Checked<Ways> {
    let currency = input.currency.known("currency")?;
    Ok(Ways {
        fund_bank: FundingMethod::Bank.brings(currency),
        fund_bank_percent: FundingMethod::Bank.fee_percent(currency),
        fund_card: FundingMethod::Card.brings(currency),
        fund_ussd: FundingMethod::Ussd.brings(currency),
        receive: !Network::of(currency).is_empty(),
        send_bank: Destination::Bank.takes(currency),
    })
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
        (!self.takes(currency))
            .then(|| Violation::new("amount", Code::NotAllowed).saying_all(&words))
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
                assert_eq!(
                    priced.is_ok(),
                    method.brings(*currency),
                    "{method} {currency}"
                );
            }
        }
    }

    #[test]
    fn coins_go_to_wallets_alone() {
        for coin in [Currency::Btc, Currency::Eth, Currency::Usdt] {
            let ways = ways(&WaysInput {
                currency: coin.into(),
            });
            assert!(ways.is_ok_and(|ways| !ways.fund_bank && !ways.send_bank));
            assert!(Destination::Wallet.takes(coin));
        }
        let refusal = Destination::Bank.refusal(Currency::Btc).unwrap();
        assert_eq!(refusal.message, "BTC can't be sent to a bank account.");
        assert_eq!(Destination::Bank.refusal(Currency::Gbp), None);
        assert_eq!(Destination::Wallet.refusal(Currency::Btc), None);
    }
}
