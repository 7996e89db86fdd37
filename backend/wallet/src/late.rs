//! Email to the owner of a closed account about money that arrived after closing.

use ground::db::Tx;
use ground::error::ApiError;
use money::hooks::Hook;
use providers::Later;
use service::access::users;
use service::app::AppState;
use service::letters::{self, News};

/// The hook of the wallet area.
pub struct AfterClosing;

impl Hook for AfterClosing {
    fn received_after_closing<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        user_id: &'a str,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async move {
            let owner = users::find(tx.connection(), user_id).await?;
            let owner = owner.ok_or_else(ApiError::not_found)?;
            letters::tell(tx, app, &owner, News::MoneyAfterClosing).await
        })
    }
}
