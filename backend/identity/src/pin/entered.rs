//! The PIN that comes with a payment itself.

use super::attempt::{self, Compared};
use super::store;
use domain_core::identity::TransactionPin;
use domain_core::money::Currency;
use domain_core::validation::NoContext;
use ground::db::{Tx, Writes};
use ground::error::ApiError;
use money::pins::{Entered, Pins};
use providers::Later;
use serde_json::json;
use service::access::Session;
use service::app::AppState;
use service::http::Readable;
use service::http::valid::judge;

/// The PINs of users.
pub struct UserPins;

struct EnteredPin {
    compared: Compared,
    session: Session,
}

impl Pins for UserPins {
    fn compare<'a>(
        &'a self,
        app: &'a AppState,
        session: &'a Session,
        currency: Currency,
        pin: &'a str,
    ) -> Later<'a, Result<Box<dyn Entered>, ApiError>> {
        Box::pin(async move {
            let form = <TransactionPin as Readable>::read(&json!({ "pin": pin }))?;
            judge(&form, &NoContext {})?;
            let compared = attempt::verify(app, session, currency, "pin", &form.pin).await?;
            let entered = EnteredPin {
                compared,
                session: session.clone(),
            };
            Ok(Box::new(entered) as Box<dyn Entered>)
        })
    }
}

impl Entered for EnteredPin {
    fn hold_in(&self, writes: &mut Writes, now_ms: i64) {
        store::confirm_in(
            writes,
            &self.session,
            &self.compared.currency.to_string(),
            &self.compared.stored(),
            now_ms,
        );
    }

    fn hold<'a>(&'a self, tx: &'a mut Tx, app: &'a AppState) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async move { self.compared.expect_standing(tx, app, &self.session).await })
    }
}
