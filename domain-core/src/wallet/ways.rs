//! Ways to fund a wallet, and destinations of its transfers.

use super::card;
use super::coin::Network;
use super::funding::FundingMethod;
use super::terms::Destination;
use crate::money::{Currency, CurrencyCode, Percent, display};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

input! {
    /// A wallet's currency.
    pub struct WaysInput {
        /// The wallet's currency.
        currency: CurrencyCode,
    }
}

output! {
    /// The ways of funding and sending.
    pub struct Ways {
        /// Whether it can be funded by a transfer to the user's virtual account.
        fund_bank: bool,
        /// The fee for such a transfer as a percentage; null if it is free.
        fund_bank_percent: Option<Percent>,
        /// The price and the speed of such a transfer; null if there is none. So are the other notes.
        fund_bank_note: Option<String>,
        /// Whether it can be funded by card.
        fund_card: bool,
        /// The price and the speed of a card payment; null if there is none.
        fund_card_note: Option<String>,
        /// Whether it can be funded by USSD code.
        fund_ussd: bool,
        /// The price and the speed of a USSD deposit; null if there is none.
        fund_ussd_note: Option<String>,
        /// Whether it receives at an address, as coins do.
        receive: bool,
        /// Whether money can be sent to a bank account. Sending to another wallet is always possible.
        send_bank: bool,
    }
}

/// Naira are funded by bank, card or USSD code, dollars by bank or card, pounds by neither. Coins are received at an
/// address; all other currencies can be sent to a bank account. Source: document 2, sections 1 and 2.
///
/// # Errors
/// `{currency} not supported yet!`
pub fn ways(input: &WaysInput) -> Checked<Ways> {
    let currency = input.currency.known("currency")?;
    Ok(Ways {
        fund_bank: FundingMethod::Bank.brings(currency),
        fund_bank_percent: FundingMethod::Bank.fee_percent(currency),
        fund_bank_note: FundingMethod::Bank.note(currency),
        fund_card: FundingMethod::Card.brings(currency),
        fund_card_note: FundingMethod::Card.note(currency),
        fund_ussd: FundingMethod::Ussd.brings(currency),
        fund_ussd_note: FundingMethod::Ussd.note(currency),
        receive: !Network::of(currency).is_empty(),
        send_bank: Destination::Bank.takes(currency),
    })
}

impl FundingMethod {
    /// Whether this method funds wallets of the currency.
    pub const fn brings(self, currency: Currency) -> bool {
        match self {
            Self::Bank | Self::Card => matches!(currency, Currency::Ngn | Currency::Usd),
            Self::Ussd => matches!(currency, Currency::Ngn),
        }
    }

    /// The price and the speed, of a method that funds wallets of the currency.
    fn note(self, currency: Currency) -> Option<String> {
        let price = match (self, self.fee_percent(currency)) {
            _ if !self.brings(currency) => return None,
            (_, Some(percent)) => [&percent.to_string(), "% fee"].concat(),
            (Self::Card, None) => [&display(&card::surcharge(currency)?), " fee"].concat(),
            (Self::Bank | Self::Ussd, None) => "No fee from us".to_owned(),
        };
        let speed = match self {
            Self::Card => ", at once",
            Self::Bank | Self::Ussd => ". Arrives as soon as your bank sends it",
        };
        Some([&price, speed].concat())
    }
}

impl Destination {
    /// Whether the destination supports the currency: banks do not support coins.
    pub const fn takes(self, currency: Currency) -> bool {
        match self {
            Self::Bank => matches!(currency, Currency::Ngn | Currency::Usd | Currency::Gbp),
            Self::Wallet => true,
        }
    }

    /// The violation if the destination does not support the currency.
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
    fn funding_methods_have_a_quote() {
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
    fn coins_go_to_wallets_only() {
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
