//! The users' deposit addresses: one for each coin and network.

use super::{deposits, unavailable};
use crate::store::coins::{self as rows, AddressRow};
use domain_core::money::Currency;
use domain_core::validation::{Code, Violation};
use domain_core::wallet::coin::Network;
use ground::error::ApiError;
use providers::custody::AddressOf;
use serde::Serialize;
use service::access::Session;
use service::access::users::{self, User};
use service::app::AppState;
use utoipa::ToSchema;

/// A deposit address.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoinAddress {
    #[schema(value_type = service::http::schema::Currency)]
    pub coin: Currency,
    #[schema(value_type = service::http::schema::CoinNetwork)]
    pub network: Network,
    pub address: String,
    /// The number of blocks that the custodian waits for before a deposit is credited.
    pub confirmations: i64,
    /// A warning about losses from wrong use.
    pub warning: String,
}

/// The user's deposit address, requested from the custodian on first use.
///
/// # Errors
/// 422 for a network that the coin does not support; 401 if the session has ended meanwhile; 503 from the custodian.
pub async fn of(
    app: &AppState,
    session: &Session,
    person: &User,
    coin: Currency,
    network: Network,
) -> Result<CoinAddress, ApiError> {
    if !Network::of(coin).contains(&network) {
        let violation = Violation::new("network", Code::NotOneOf);
        return Err(ApiError::refused(vec![violation]));
    }
    let known = rows::of_person(&mut *app.db.read().await?, &person.id, coin, network).await?;
    let row = match known {
        Some(row) => row,
        None => opened(app, session, person, coin, network).await?,
    };
    // A user who opens the page may be waiting for a deposit whose notice was lost.
    deposits::watch(app, &row).await?;
    Ok(CoinAddress {
        coin,
        network,
        address: row.address,
        confirmations: app.ports.custody.confirmations(network),
        warning: format!(
            "Send only {coin} over {} to this address. Other coins, and {coin} over another network, would be lost.",
            network.label()
        ),
    })
}

async fn opened(
    app: &AppState,
    session: &Session,
    person: &User,
    coin: Currency,
    network: Network,
) -> Result<AddressRow, ApiError> {
    if !app.ports.custody.serves(coin, network) {
        return Err(unavailable(format!(
            "{coin} can't be received over {} here yet.",
            network.label()
        )));
    }
    // The custodian returns the same address for the same reference, so retries do not create another.
    let wanted = AddressOf {
        reference: format!("{}-{coin}-{network}", person.id),
        coin,
        network,
    };
    let address = app.ports.custody.address(&wanted).await;
    let address = address.map_err(|_| {
        unavailable("We can't get an address right now. Please try again in a minute.")
    })?;
    app.pause.pass().await;
    let now_ms = app.clock.now_ms();
    let row = AddressRow {
        reference: wanted.reference,
        user_id: person.id.clone(),
        coin,
        network,
        address,
    };
    let mut tx = app.db.begin().await?;
    // An account that was closed meanwhile gets no address.
    users::lock_settings(&mut tx, &person.id, now_ms).await?;
    session.expect_open(&mut tx).await?;
    rows::insert_address(&mut tx, &row, now_ms).await?;
    let kept = rows::of_person(tx.connection(), &person.id, coin, network).await?;
    tx.commit().await?;
    kept.ok_or_else(|| ApiError::internal("an address that was not stored"))
}
