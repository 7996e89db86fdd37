//! A custodian of our own, for development and tests: it has every coin, and sends at once.

use super::{AddressOf, CustodyPort, CustodyUnavailable, Deposit, Notice, NoticeRefused, Sending};
use crate::sandbox::{Outcome, Port, Sandbox, SandboxCoinDeposit};
use crate::{Later, OrderOutcome};
use axum::http::HeaderMap;
use domain_core::money::{Amount, Currency};
use domain_core::wallet::coin::Network;
use sha2::{Digest, Sha256};

pub struct SandboxCustody {
    sandbox: Sandbox,
}

/// A network's fee, in minor units of the coin.
const fn fee_minor(coin: Currency, network: Network) -> i64 {
    match (coin, network) {
        (Currency::Usdt, Network::Ethereum) => 4_500_000,
        (Currency::Usdt, _) => 1_000_000,
        (Currency::Btc, _) => 2_400,
        _ => 42_000,
    }
}

/// The address derived from a reference.
fn address_of(of: &AddressOf) -> Option<String> {
    let digest = Sha256::digest(of.reference.as_bytes());
    let hash: &[u8; 20] = digest.first_chunk()?;
    Some(of.network.address_of(hash))
}

fn read(row: SandboxCoinDeposit, of: &AddressOf) -> Option<Deposit> {
    Some(Deposit {
        id: row.id,
        amount: Amount::parse(&row.amount, of.coin).ok()?,
        is_settled: row.confirmations >= of.network.confirmations(),
        confirmations: Some(row.confirmations),
    })
}

impl SandboxCustody {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    async fn answers(&self) -> Result<(), CustodyUnavailable> {
        let outcome = self.sandbox.behave(Port::Custody).await;
        match outcome.map_err(|_| CustodyUnavailable)? {
            // Deposits and fees can still be queried while it refuses to send.
            Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly | Outcome::Fail => Ok(()),
            Outcome::LoseAnswer | Outcome::LoseRequest => Err(CustodyUnavailable),
        }
    }
}

impl CustodyPort for SandboxCustody {
    fn serves(&self, coin: Currency, network: Network) -> bool {
        Network::of(coin).contains(&network)
    }

    fn confirmations(&self, network: Network) -> i64 {
        network.confirmations()
    }

    fn address<'a>(&'a self, of: &'a AddressOf) -> Later<'a, Result<String, CustodyUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            address_of(of).ok_or(CustodyUnavailable)
        })
    }

    fn deposits<'a>(
        &'a self,
        of: &'a AddressOf,
    ) -> Later<'a, Result<Vec<Deposit>, CustodyUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            let rows = self.sandbox.deposits(&of.reference).await;
            let rows = rows.map_err(|_| CustodyUnavailable)?;
            Ok(rows.into_iter().filter_map(|row| read(row, of)).collect())
        })
    }

    fn fee(
        &self,
        coin: Currency,
        network: Network,
    ) -> Later<'_, Result<Amount, CustodyUnavailable>> {
        Box::pin(async move {
            Amount::from_minor(fee_minor(coin, network), coin).ok_or(CustodyUnavailable)
        })
    }

    fn send<'a>(&'a self, sending: &'a Sending) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            let Ok(outcome) = self.sandbox.behave(Port::Custody).await else {
                return OrderOutcome::Unknown;
            };
            if outcome == Outcome::LoseRequest {
                return OrderOutcome::Unknown;
            }
            match self
                .sandbox
                .keep_send(sending, outcome != Outcome::Fail)
                .await
            {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                Ok(_) | Err(_) => OrderOutcome::Unknown,
            }
        })
    }

    fn status<'a>(&'a self, reference: &'a str, _: i64) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            let kept = self.sandbox.sent(reference).await;
            kept.unwrap_or(OrderOutcome::Unknown)
        })
    }

    /// The sandbox's console reports deposits directly.
    fn notice(&self, _: &HeaderMap, _: &[u8]) -> Result<Notice, NoticeRefused> {
        Err(NoticeRefused::Signature)
    }
}
