//! The current terms of a coin, for the screens before a sale or payment: price, network fee and largest amount.

use super::{market, sale, sending};
use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::{Network, check};
use ground::clock::rfc3339;
use ground::error::ApiError;
use money::caution::CapAnswer;
use money::caution::{self, Recipient};
use serde::Serialize;
use service::access::users::User;
use service::app::AppState;
use utoipa::ToSchema;

/// The current terms of a coin. Unavailable values are null, and a message gives the reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoinTerms {
    #[schema(value_type = service::http::schema::Currency)]
    pub coin: Currency,
    /// The price of one coin in naira.
    #[schema(required)]
    pub price: Option<String>,
    /// The time of the market's response, RFC 3339.
    #[schema(required)]
    pub price_at: Option<String>,
    /// The house's spread on a sale, in percent.
    #[schema(required)]
    pub spread: Option<String>,
    /// The reason why coins cannot be sold now.
    #[schema(required)]
    pub sale_message: Option<String>,
    #[schema(required, value_type = Option<service::http::schema::CoinNetwork>)]
    pub network: Option<Network>,
    #[schema(required, value_type = Option<String>)]
    pub network_fee: Option<Amount>,
    /// The reason why coins cannot be sent now.
    #[schema(required)]
    pub send_message: Option<String>,
    /// The cap on outgoing payments; null if only the balance limits the amount.
    #[schema(required)]
    pub cap: Option<CapAnswer>,
}

/// Returns the current terms of a coin, over a network, and to an address if given.
///
/// # Errors
/// The database failed.
pub async fn terms(
    app: &AppState,
    person: &User,
    coin: Currency,
    network: Option<Network>,
    address: &str,
) -> Result<CoinTerms, ApiError> {
    let to = check(coin, network, address).ok();
    let network = to
        .as_ref()
        .map(|to| to.network)
        .or(network)
        .or_else(|| Network::of(coin).first().copied());
    let priced = match market::price(app, coin).await {
        Ok(price) => {
            sale::current(
                &mut *app.db.read().await?,
                app,
                &person.tenant_id,
                coin,
                &price,
            )
            .await
        }
        Err(error) => Err(error),
    };
    let fee = match network {
        Some(network) => sending::fee(app, coin, network).await,
        None => Err(ApiError::not_found()),
    };
    let recipient = to.map(|to| Recipient {
        name: format!("coin:{}:{}", to.network, to.address),
        saved_at_ms: None,
    });
    let cap = match &recipient {
        Some(recipient) => caution::on(app, &person.id, coin, recipient).await?,
        None => caution::on_any(app, &person.id, coin).await?,
    };
    let words = |error: &ApiError| error.message().to_owned();
    Ok(CoinTerms {
        coin,
        price: priced
            .as_ref()
            .ok()
            .map(|current| current.deal.price.to_string()),
        price_at: priced.as_ref().ok().map(|current| rfc3339(current.at_ms)),
        spread: priced
            .as_ref()
            .ok()
            .map(|current| current.deal.spread.to_string()),
        sale_message: priced.as_ref().err().map(words),
        network,
        network_fee: fee.as_ref().ok().copied(),
        send_message: fee.as_ref().err().map(words),
        cap: cap.as_ref().map(CapAnswer::from),
    })
}
