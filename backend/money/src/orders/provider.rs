//! Maps each kind of order to its provider.

use super::Order;
use domain_core::payment::Kind;
use domain_core::wallet::coin::Network;
use providers::bank::Payout;
use providers::bills::{Bill, Vend, Vended, distributor};
use providers::custody::Sending as CoinSending;
use providers::{OrderOutcome, Ports};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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

/// The payload of a bill. The aliases are the field names in airtime orders from before other bills existed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BillOrder {
    #[serde(alias = "network")]
    pub service: String,
    /// A phone, smart card or meter number.
    #[serde(alias = "phone")]
    pub customer: String,
    /// The code of the package.
    #[serde(default)]
    pub package: Option<String>,
    /// The phone number for the provider's messages.
    #[serde(default)]
    pub contact: Option<String>,
}

/// Whether an order is sent for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sending {
    First,
    Again,
}

fn vend(order: &Order, sending: Sending) -> Option<Vend> {
    let bill: BillOrder = payload(order)?;
    Some(Vend {
        reference: order.reference.clone(),
        ordered_at_ms: order.created_at_ms,
        // Bills and their payments share their names.
        kind: Bill::named(order.kind.as_str())?,
        service: bill.service,
        customer: bill.customer,
        package: bill.package,
        phone: bill.contact,
        amount: order.amount,
        is_repeat: sending == Sending::Again,
    })
}

/// Whether the order includes the token of a meter.
pub(super) fn sells_a_token(order: &Order) -> bool {
    let service = order.payload["service"].as_str().and_then(distributor);
    order.kind == Kind::Power && service.is_some_and(|(_, is_prepaid)| is_prepaid)
}

/// The payload of a coin payment.
#[derive(Deserialize)]
struct CoinAddress {
    network: Network,
    address: String,
}

fn coins(order: &Order, to: CoinAddress) -> CoinSending {
    CoinSending {
        reference: order.reference.clone(),
        network: to.network,
        address: to.address,
        amount: order.amount,
    }
}

/// Asks the provider to execute the order.
pub(super) async fn send(ports: &Ports, order: &Order, sending: Sending) -> Vended {
    match order.kind {
        Kind::Withdrawal => match payload(order) {
            Some(account) => ports.bank.pay_out(&payout(order, account)).await.into(),
            None => OrderOutcome::Unknown.into(),
        },
        Kind::Airtime | Kind::Data | Kind::Cable | Kind::Power => match vend(order, sending) {
            Some(vend) => ports.bills.vend(&vend).await,
            None => OrderOutcome::Unknown.into(),
        },
        Kind::CoinSend => match payload(order) {
            Some(address) => ports.custody.send(&coins(order, address)).await.into(),
            None => OrderOutcome::Unknown.into(),
        },
        Kind::WalletTransfer
        | Kind::AddressVerification
        | Kind::CoinSale
        | Kind::Exchange
        | Kind::AlertSubscription
        | Kind::SavingsStart
        | Kind::SavingsPayment
        | Kind::GroupJoin
        | Kind::LoanRequest
        | Kind::LoanRepayment
        | Kind::CoinSetStart => no_provider(order).into(),
    }
}

/// Asks the provider for the order's status.
pub(super) async fn status(ports: &Ports, order: &Order) -> Vended {
    match order.kind {
        Kind::Withdrawal => ports.bank.payout_status(&order.reference).await.into(),
        Kind::Airtime | Kind::Data | Kind::Cable | Kind::Power => match vend(order, Sending::Again)
        {
            Some(vend) => ports.bills.status(&vend).await,
            None => OrderOutcome::Unknown.into(),
        },
        Kind::CoinSend => {
            let status = ports.custody.status(&order.reference, order.asked_at_ms);
            status.await.into()
        }
        Kind::WalletTransfer
        | Kind::AddressVerification
        | Kind::CoinSale
        | Kind::Exchange
        | Kind::AlertSubscription
        | Kind::SavingsStart
        | Kind::SavingsPayment
        | Kind::GroupJoin
        | Kind::LoanRequest
        | Kind::LoanRepayment
        | Kind::CoinSetStart => no_provider(order).into(),
    }
}

/// The stored payload. An order with an unreadable payload stays open and is logged.
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
