//! Maps each kind of order to its provider.

use super::Order;
use crate::outbound::bank::Payout;
use crate::outbound::bills::Airtime;
use crate::outbound::custody::Sending;
use crate::outbound::{OrderOutcome, Ports};
use domain_core::payment::Kind;
use domain_core::wallet::coin::Network;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The payload of a withdrawal.
#[derive(Deserialize)]
struct BankAccount {
    bank_code: String,
    account_number: String,
    account_name: String,
    /// The narration for the receiving bank.
    narration: String,
}

fn payout(order: &Order, account: BankAccount) -> Payout {
    Payout {
        reference: order.reference.clone(),
        bank_code: account.bank_code,
        account_number: account.account_number,
        account_name: account.account_name,
        amount: order.amount,
        narration: account.narration,
    }
}

/// The payload of a top-up.
#[derive(Deserialize)]
struct Phone {
    network: String,
    phone: String,
}

fn airtime(order: &Order, to: Phone) -> Airtime {
    Airtime {
        reference: order.reference.clone(),
        network: to.network,
        phone: to.phone,
        amount: order.amount,
    }
}

/// The payload of coins to be sent.
#[derive(Deserialize)]
struct CoinAddress {
    network: Network,
    address: String,
}

fn sending(order: &Order, to: CoinAddress) -> Sending {
    Sending {
        reference: order.reference.clone(),
        network: to.network,
        address: to.address,
        amount: order.amount,
    }
}

/// Asks the provider to execute the order.
pub(super) async fn send(ports: &Ports, order: &Order) -> OrderOutcome {
    match order.kind {
        Kind::Withdrawal => match payload(order) {
            Some(account) => ports.bank.pay_out(&payout(order, account)).await,
            None => OrderOutcome::Unknown,
        },
        Kind::Airtime => match payload(order) {
            Some(phone) => ports.bills.top_up(&airtime(order, phone)).await,
            None => OrderOutcome::Unknown,
        },
        Kind::CoinSend => match payload(order) {
            Some(address) => ports.custody.send(&sending(order, address)).await,
            None => OrderOutcome::Unknown,
        },
        Kind::WalletTransfer | Kind::AddressVerification | Kind::CoinSale => no_provider(order),
    }
}

/// Asks the provider for the order's status.
pub(super) async fn status(ports: &Ports, order: &Order) -> OrderOutcome {
    match order.kind {
        Kind::Withdrawal => ports.bank.payout_status(&order.reference).await,
        Kind::Airtime => ports.bills.status(&order.reference).await,
        Kind::CoinSend => ports.custody.status(&order.reference).await,
        Kind::WalletTransfer | Kind::AddressVerification | Kind::CoinSale => no_provider(order),
    }
}

/// The stored payload. An order whose payload cannot be read stays open, and is logged.
fn payload<T: DeserializeOwned>(order: &Order) -> Option<T> {
    let read = serde_json::from_value(order.payload.clone());
    if read.is_err() {
        tracing::error!(reference = order.reference, "an order cannot be read");
    }
    read.ok()
}

fn no_provider(order: &Order) -> OrderOutcome {
    tracing::error!(
        reference = order.reference,
        kind = order.kind.as_str(),
        "an order of a kind without a provider"
    );
    OrderOutcome::Unknown
}
