//! A card company of our own: a sandbox page where the tester pays, declines, pays twice or pays less.

use super::{
    CardNotice, CardPayment, CardPort, CardStatus, CardUnavailable, Checkout, NoticeError,
};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};
use axum::http::HeaderMap;

pub struct SandboxCards {
    sandbox: Sandbox,
}

impl SandboxCards {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    async fn behave(&self) -> Result<Outcome, CardUnavailable> {
        let outcome = self.sandbox.behave(Port::Cards).await;
        outcome.map_err(|_| CardUnavailable)
    }
}

impl CardPort for SandboxCards {
    fn checkout<'a>(&'a self, wanted: &'a Checkout) -> Later<'a, Result<String, CardUnavailable>> {
        Box::pin(async move {
            let outcome = self.behave().await?;
            if matches!(outcome, Outcome::Fail | Outcome::LoseRequest) {
                return Err(CardUnavailable);
            }
            let kept = self.sandbox.keep_checkout(wanted).await;
            kept.map_err(|_| CardUnavailable)?;
            match outcome {
                Outcome::LoseAnswer => Err(CardUnavailable),
                _ => Ok(["/sandbox/card/", &wanted.tx_ref].concat()),
            }
        })
    }

    fn verify<'a>(
        &'a self,
        tx_ref: &'a str,
        payment_id: Option<&'a str>,
    ) -> Later<'a, Result<CardStatus, CardUnavailable>> {
        Box::pin(async move {
            match self.behave().await? {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => {}
                Outcome::Fail | Outcome::LoseAnswer | Outcome::LoseRequest => {
                    return Err(CardUnavailable);
                }
            }
            let status = self.sandbox.card_status(tx_ref, payment_id).await;
            status.map_err(|_| CardUnavailable)
        })
    }

    fn payments<'a>(
        &'a self,
        tx_ref: &'a str,
    ) -> Later<'a, Result<Vec<CardPayment>, CardUnavailable>> {
        Box::pin(async move {
            match self.behave().await? {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => {}
                Outcome::Fail | Outcome::LoseAnswer | Outcome::LoseRequest => {
                    return Err(CardUnavailable);
                }
            }
            let paid = self.sandbox.card_payments(tx_ref).await;
            paid.map_err(|_| CardUnavailable)
        })
    }

    /// The sandbox's page calls the server directly: there is no shared secret.
    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Option<CardNotice>, NoticeError> {
        Err(NoticeError::NotTaken)
    }
}
