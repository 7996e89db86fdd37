//! Airtime for a phone.

use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::http::valid::judge;
use crate::ledger::SystemAccount;
use crate::payment::caution::Recipient;
use crate::payment::quote::{Offer, QuoteLine};
use crate::payment::statement::Counterparty;
use crate::payment::{Facts, Kind, Payee, Payer, Payment, Price, Terms, To};
use domain_core::bills::{Airtime, BalanceContext};
use domain_core::money::{Amount, Currency};
use serde_json::json;

/// What a person asks for.
pub struct TopUp {
    pub form: Airtime,
    pub quote_id: Option<String>,
}

impl TopUp {
    /// Judges the form, and says what it costs: nothing is charged on top.
    ///
    /// # Errors
    /// 422; 503 where there is no provider.
    pub fn price(
        &self,
        app: &AppState,
        available: Amount,
        cap: Option<Amount>,
    ) -> Result<Price, ApiError> {
        if !app.ports.bills.is_open() {
            return Err(ApiError::unavailable_saying(
                "Airtime cannot be bought here yet.",
            ));
        }
        let context = BalanceContext {
            balance: available.into(),
            currency: Some(Currency::Ngn.into()),
            cap: cap.map(Into::into),
        };
        judge(&self.form, &context)?;
        let amount = self.form.amount.amount("amount", Currency::Ngn);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        Ok(Price {
            amount,
            fee: Amount::zero(Currency::Ngn),
            total: amount,
        })
    }

    pub fn recipient(&self) -> Recipient {
        let (network, phone) = (self.form.network.trim(), self.form.phone.trim());
        Recipient {
            name: format!("airtime:{network}:{phone}"),
            saved_at_ms: None,
        }
    }

    /// The quote for the payer.
    pub fn offer(&self, price: Price) -> Offer {
        let Payee {
            name, counterparty, ..
        } = self.payee();
        Offer {
            price,
            lines: vec![QuoteLine {
                code: "amount",
                label: "Amount",
                amount: price.amount,
            }],
            payout_note: None,
            rate_note: None,
            payee: name,
            recipient: counterparty,
            bank: None,
        }
    }

    fn payee(&self) -> Payee {
        let (network, phone) = (self.form.network.trim(), self.form.phone.trim());
        Payee {
            name: self.recipient().name,
            counterparty: Some(Counterparty {
                name: network.to_uppercase(),
                account_number: Some(phone.to_owned()),
                bank_name: None,
                wallet_number: None,
            }),
            to: To::Provider {
                account: SystemAccount::Bills,
                payload: json!({ "network": network, "phone": phone }),
            },
        }
    }
}

impl Payment for TopUp {
    const KIND: Kind = Kind::Airtime;
    type Detail = ();

    fn currency(&self) -> Currency {
        Currency::Ngn
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(Some(self.recipient()))
    }

    async fn terms(
        &self,
        _tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<()>, ApiError> {
        Ok(Terms {
            price: self.price(app, facts.payer.available, facts.cap)?,
            payee: self.payee(),
            description: String::new(),
            detail: (),
        })
    }
}
