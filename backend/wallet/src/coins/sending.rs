//! Sending coins to an external address: reserved, passed to the custodian, then posted or released.

use super::unavailable;
use domain_core::money::{Amount, Currency};
use domain_core::validation::Violation;
use domain_core::wallet::CoinSend;
use domain_core::wallet::caution::Reason;
use domain_core::wallet::coin::{Address, CoinSendContext, Network, check};
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::ApiError;
use money::caution::{self, Recipient};
use money::quote;
use money::quote::{Breakdown, Quote};
use money::statement::Counterparty;
use money::{Call, Facts, Kind, Payee, Payer, Payment, Price, Terms, To, execute};
use serde::Serialize;
use serde_json::{Value, json};
use service::access::users::User;
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::valid::judge;
use utoipa::ToSchema;

/// The warning before the first payment to an address.
const NEW_ADDRESS: &str = "You haven't sent coins to this address before. Coins that go to a wrong address are lost: compare it letter by letter.";

/// A quoted coin payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SendingQuote {
    #[serde(flatten)]
    pub quote: Quote,
    #[schema(value_type = service::http::schema::CoinNetwork)]
    pub network: Network,
    /// The normalised address.
    pub address: String,
    /// Warnings to show before confirmation.
    pub warnings: Vec<String>,
}

/// A request to send.
pub struct CoinSending {
    pub form: CoinSend,
    pub coin: Currency,
    pub quote_id: Option<String>,
    /// The network's fee, if there is no quote.
    fee: Option<Amount>,
}

/// The network's current fee.
///
/// # Errors
/// 503 if the custodian does not serve the coin, or does not respond.
pub async fn fee(app: &AppState, coin: Currency, network: Network) -> Result<Amount, ApiError> {
    if !app.ports.custody.serves(coin, network) {
        return Err(unavailable(format!(
            "{coin} can't be sent over {} here yet.",
            network.label()
        )));
    }
    let fee = app.ports.custody.fee(coin, network).await;
    fee.map_err(|_| {
        unavailable("The network's fee isn't known right now. Please try again in a minute.")
    })
}

impl CoinSending {
    pub const fn new(form: CoinSend, coin: Currency, quote_id: Option<String>) -> Self {
        Self {
            form,
            coin,
            quote_id,
            fee: None,
        }
    }

    /// Executes the payment. Without a quote, the network's fee is requested before the transaction begins.
    ///
    /// # Errors
    /// See [`execute`]; also 503 from the custodian.
    pub async fn pay(mut self, call: Call<'_>) -> Result<Answer, ApiError> {
        if self.quote_id.is_none() {
            let known = {
                let mut connection = call.app.db.read().await?;
                service::http::idempotency::is_known(
                    &mut connection,
                    call.user_id,
                    &call.operation.key,
                )
                .await?
            };
            // An invalid address is refused later, together with all other violations.
            if let (false, Ok(to)) = (known, self.address()) {
                self.fee = Some(fee(call.app, self.coin, to.network).await?);
            }
        }
        execute(call, &self).await
    }

    /// The address in the form.
    ///
    /// # Errors
    /// The violation found by the rule.
    pub fn address(&self) -> Result<Address, Violation> {
        check(
            self.coin,
            Network::named(self.form.network.trim()),
            &self.form.address,
        )
    }

    /// The quote, with warnings to read before confirming.
    ///
    /// # Errors
    /// 422; 503 from the custodian.
    pub async fn quote(
        mut self,
        app: &AppState,
        payer: &User,
        asked: Value,
    ) -> Result<SendingQuote, ApiError> {
        // An address that is refused is refused later, with everything else that is wrong.
        if let Ok(to) = self.address() {
            self.fee = Some(fee(app, self.coin, to.network).await?);
        }
        let (quote, terms) = quote(app, &payer.id, &self, &asked).await?;
        let to = terms.detail;
        let recipient = recipient(&to);
        let cap = caution::on(app, &payer.id, self.coin, &recipient).await?;
        let is_new = caution::is_new(app, &payer.id, &recipient.name).await?;
        let mut warnings: Vec<String> =
            is_new.then(|| NEW_ADDRESS.to_owned()).into_iter().collect();
        warnings.extend(to.warning.map(str::to_owned));
        let capped = cap.filter(|cap| is_new || cap.reason != Reason::NewPayee);
        warnings.extend(capped.map(|cap| cap.message.clone()));
        Ok(SendingQuote {
            quote,
            network: to.network,
            address: to.address,
            warnings,
        })
    }

    fn judge(
        &self,
        decided: &Decided,
        available: Amount,
        fee: Amount,
        cap: Option<Amount>,
    ) -> Result<(Address, Price), ApiError> {
        let context = CoinSendContext {
            coin: self.coin.into(),
            balance: available.into(),
            network_fee: fee.into(),
            cap: cap.map(Into::into),
        };
        judge(&self.form, &context)?;
        let refused = |violation| ApiError::refused(vec![violation]);
        let amount = self
            .form
            .amount
            .amount("amount", self.coin)
            .map_err(refused)?;
        decided.accepted::<CoinSend>(&amount, &context);
        let total = amount
            .checked_add(&fee)
            .ok_or_else(|| ApiError::internal("a sum beyond an amount"))?;
        let to = self.address().map_err(refused)?;
        Ok((to, Price { amount, fee, total }))
    }

    fn payee(&self, to: &Address) -> Payee {
        Payee {
            name: name(to),
            counterparty: Some(Counterparty {
                name: to.network.label().to_owned(),
                account_number: Some(to.address.clone()),
                bank_name: None,
                wallet_number: None,
            }),
            to: To::Provider {
                payload: json!({ "network": to.network, "address": to.address }),
            },
        }
    }
}

fn recipient(to: &Address) -> Recipient {
    Recipient {
        name: name(to),
        saved_at_ms: None,
    }
}

/// The payee's name: `coin:bitcoin:bc1q…`.
fn name(to: &Address) -> String {
    format!("coin:{}:{}", to.network, to.address)
}

impl Payment for CoinSending {
    const KIND: Kind = Kind::CoinSend;
    type Detail = Address;

    fn currency(&self) -> Currency {
        self.coin
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    fn breakdown(&self, terms: &Terms<Address>) -> Breakdown {
        Breakdown::of("amount", "Amount", terms.price.amount)
            .and("fee", "Network fee", terms.price.fee)
            .to(&terms.payee)
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(self.address().ok().as_ref().map(recipient))
    }

    /// The fee comes from the quote, whose terms are compared.
    async fn terms(
        &self,
        _tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Address>, ApiError> {
        let quoted = facts.payer.quote.as_ref().map(|quote| quote.fee);
        let quoted = quoted.filter(|fee| fee.currency() == self.coin);
        let fee = self
            .fee
            .or(quoted)
            .unwrap_or_else(|| Amount::zero(self.coin));
        let (to, price) = self.judge(&facts.decided, facts.payer.available, fee, facts.cap)?;
        if !app.ports.custody.serves(self.coin, to.network) {
            return Err(unavailable(format!(
                "{} can't be sent over {} here yet.",
                self.coin,
                to.network.label()
            )));
        }
        Ok(Terms {
            payee: self.payee(&to),
            price,
            description: String::new(),
            detail: to,
        })
    }
}
