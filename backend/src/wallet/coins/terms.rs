//! What a screen needs before coins are sold or sent: the price, the network's fee, and the most that may leave.

use super::{market, sale, sending};
use crate::access::users::User;
use crate::app::AppState;
use crate::clock::rfc3339;
use crate::error::ApiError;
use crate::payment::caution::{self, Recipient};
use crate::wallet::allowance::CapAnswer;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::{Network, check};
use serde::Serialize;
use utoipa::ToSchema;

/// What holds for a coin now. What is null is not known at the moment, and `message` says why.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoinTerms {
    #[schema(value_type = crate::http::schema::Currency)]
    pub coin: Currency,
    /// What one coin is worth in naira.
    #[schema(required)]
    pub price: Option<String>,
    /// When the market was asked, RFC 3339.
    #[schema(required)]
    pub price_at: Option<String>,
    /// What the house keeps of a sale, in percent.
    #[schema(required)]
    pub spread: Option<String>,
    /// Why coins cannot be sold now.
    #[schema(required)]
    pub sale_message: Option<String>,
    #[schema(required, value_type = Option<crate::http::schema::CoinNetwork>)]
    pub network: Option<Network>,
    #[schema(required, value_type = Option<String>)]
    pub network_fee: Option<Amount>,
    /// Why coins cannot be sent now.
    #[schema(required)]
    pub send_message: Option<String>,
    /// The most that may leave now; null: no cap besides the balance.
    #[schema(required)]
    pub cap: Option<CapAnswer>,
}

/// What holds for a coin now, over a network, and to an address if one is known.
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
