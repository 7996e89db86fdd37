//! The checkout of the sandbox's card company.

use super::sandbox;
use axum::Json;
use axum::extract::State;
use ground::error::{ApiError, Fails, code};
use providers::card::CardNotice;
use providers::sandbox::{CardDeed, SandboxCheckout};
use serde::{Deserialize, Serialize};
use service::app::AppState;
use service::http::{Body, Envelope, Path};
use utoipa::ToSchema;
use wallet::cards;

/// A checkout.
#[utoipa::path(get, path = "/sandbox/card/{tx_ref}", operation_id = "sandbox_checkout", tag = "sandbox", params(("tx_ref" = String, Path)),
    responses((status = 200, body = Envelope<SandboxCheckout>), Fails<code::NotFound>))]
pub async fn checkout(
    State(app): State<AppState>,
    Path(tx_ref): Path<String>,
) -> Result<Json<Envelope<SandboxCheckout>>, ApiError> {
    let found = sandbox(&app).checkout(&tx_ref).await?;
    Ok(Envelope::of(found.ok_or_else(ApiError::not_found)?))
}

/// The action at a checkout.
#[derive(Deserialize, ToSchema)]
pub struct CheckoutDeed {
    deed: CardDeed,
}

/// The next URL of the browser.
#[derive(Serialize, ToSchema)]
pub struct CheckoutLeft {
    /// Null if it never returns.
    #[schema(required)]
    redirect_to: Option<String>,
}

/// Pays or declines a checkout, as a customer would on the card company's page.
#[utoipa::path(put, path = "/sandbox/card/{tx_ref}", operation_id = "pay_at_sandbox_checkout", tag = "sandbox", params(("tx_ref" = String, Path)), request_body = CheckoutDeed,
    responses((status = 200, body = Envelope<CheckoutLeft>), Fails<code::NotFound>))]
pub async fn act(
    State(app): State<AppState>,
    Path(tx_ref): Path<String>,
    Body(CheckoutDeed { deed }): Body<CheckoutDeed>,
) -> Result<Json<Envelope<CheckoutLeft>>, ApiError> {
    let sandbox = sandbox(&app);
    let found = sandbox.checkout(&tx_ref).await?;
    let checkout = found.ok_or_else(ApiError::not_found)?;
    let payments = sandbox.act_on_checkout(&checkout, deed).await?;
    if deed == CardDeed::PayAndVanish {
        return Ok(Envelope::of(CheckoutLeft { redirect_to: None }));
    }
    for id in &payments {
        let notice = CardNotice {
            tx_ref: tx_ref.clone(),
            payment_id: Some(id.clone()),
            takes_back: deed == CardDeed::TakeBack,
        };
        cards::notice(&app, &notice).await?;
    }
    if deed == CardDeed::TakeBack {
        return Ok(Envelope::of(CheckoutLeft { redirect_to: None }));
    }
    let (status, last) = match (deed, payments.last()) {
        (CardDeed::Cancel, _) | (_, None) => ("cancelled", String::new()),
        (CardDeed::Decline, Some(id)) => ("failed", format!("&transaction_id={id}")),
        (_, Some(id)) => ("successful", format!("&transaction_id={id}")),
    };
    let redirect_to = format!(
        "{}?status={status}&tx_ref={tx_ref}{last}",
        checkout.return_to
    );
    Ok(Envelope::of(CheckoutLeft {
        redirect_to: Some(redirect_to),
    }))
}
