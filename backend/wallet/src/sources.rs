//! Cards and direct debits, as plans use them.

use crate::{cards, debits};
use ground::db::Tx;
use ground::error::ApiError;
use money::receive::sources::{Missing, Sources};
use providers::Later;
use service::app::AppState;

/// The wallet's sources of money.
pub struct WalletSources;

impl Sources for WalletSources {
    fn is_paying<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        ids: &'a [String],
    ) -> Later<'a, Result<bool, ApiError>> {
        Box::pin(cards::is_paying(app, user_id, ids))
    }

    fn debit<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        missing: &'a Missing<'a>,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(debits::order(tx, app, missing))
    }
}
