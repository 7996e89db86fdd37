//! Emails about bills whose result or token comes after the response to the customer.

use ground::db::Tx;
use ground::error::ApiError;
use money::hooks::Hook;
use money::receipt;
use money::statement::{Status, TransactionRow};
use providers::Later;
use service::access::users;
use service::app::AppState;
use service::letters::{self, Letter};

/// Sends the emails, in the transaction that stores the result.
pub struct BillLetters;

impl Hook for BillLetters {
    fn told_later<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        row: &'a TransactionRow,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(async move {
            match row.category.is_bill() {
                true => send(tx, app, row).await,
                false => Ok(()),
            }
        })
    }
}

async fn send(tx: &mut Tx, app: &AppState, row: &TransactionRow) -> Result<(), ApiError> {
    let (subject, opening) = match (row.status, &row.token) {
        (Status::Processing, _) => return Ok(()),
        (Status::Failed, _) => ("your payment failed", "Your payment failed."),
        (Status::Successful, Some(_)) => (
            "the token for your meter",
            "Here is the token for your meter.",
        ),
        (Status::Successful, None) if row.owes_token => (
            "your payment went through",
            "Your payment went through. The token for your meter follows in another email.",
        ),
        (Status::Successful, None) => ("your payment went through", "Your payment went through."),
    };
    let user = users::find(tx.connection(), &row.user_id).await?;
    let user = user.ok_or_else(ApiError::not_found)?;
    if user.email.is_empty() {
        return Ok(());
    }
    let (headline, text) = receipt::words(row, &user.name)?;
    let text = [opening, "\n\n", &text].concat();
    let letter = Letter {
        subject,
        text: &text,
        short: &headline,
    };
    letters::email(tx, app, &user, letter).await
}
