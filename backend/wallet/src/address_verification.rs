//! Payment for address verification: once, from the naira wallet. (Document 1, section 9.)

use domain_core::calendar::Date;
use domain_core::identity::address::{AddressFee, AddressFeeInput, fee, pending_until};
use domain_core::money::{Amount, Currency};
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::{ApiError, ErrorCode};
use money::caution::Recipient;
use money::ledger::SystemAccount;
use money::{Facts, Kind, Payee, Payer, Payment, Price, Terms, To};
use service::access::users::{self, User};
use service::app::AppState;
use service::http::valid::judge;

/// Its payee name.
pub const PAYEE: &str = "address-verification";

/// The price for the user now, given the available balance.
fn invoice(app: &AppState, decided: &Decided, user: &User, available: Amount) -> AddressFee {
    let input = AddressFeeInput {
        pending: user.known.address_is_pending(app.clock.today()),
        verified: user.known.address_verified_at_ms.is_some(),
        balance: Some(available.into()),
    };
    decided.ask("address.fee", fee, &input)
}

/// Pays the fee and starts the verification.
pub struct AddressVerification;

impl Payment for AddressVerification {
    const KIND: Kind = Kind::AddressVerification;
    type Detail = ();

    fn currency(&self) -> Currency {
        Currency::Ngn
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<()>, ApiError> {
        // The payer is locked: a concurrent payment under another key sees the change.
        let payer = users::find(tx.connection(), &facts.payer.user_id).await?;
        let payer = payer.ok_or_else(ApiError::unauthenticated)?;
        let invoice = invoice(app, &facts.decided, &payer, facts.payer.available);
        if invoice.due.is_zero() {
            let message = "There is nothing to pay: this address is already verified, or its verification is pending.";
            return Err(ApiError::new(ErrorCode::NothingDue, message));
        }
        let address = users::address::form(&payer.profile);
        judge(&address, &users::address::context(&address))?;
        if let Some(low) = invoice.low {
            return Err(ApiError::refused(vec![low]));
        }
        Ok(Terms {
            payee: Payee {
                name: PAYEE.into(),
                counterparty: None,
                to: To::Income(SystemAccount::Fees),
            },
            price: Price {
                amount: invoice.due,
                fee: invoice.fee,
                total: invoice.due,
            },
            description: String::new(),
            detail: (),
        })
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        _terms: &Terms<()>,
    ) -> Result<(), ApiError> {
        let today = app.clock.today();
        let until = pending_until(today).map(Date::text);
        let (user_id, now_ms) = (&facts.payer.user_id, facts.now_ms);
        users::set_address_verification(tx, user_id, None, until.as_deref(), now_ms).await?;
        Ok(())
    }
}
