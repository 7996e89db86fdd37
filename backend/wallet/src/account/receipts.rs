//! Receipts by email and text message, once for each settled transaction.

use super::{may_text, may_write};
use crate::paper::{self, sheet::Brand};
use crate::receipt;
use domain_core::validation::without_links;
use ground::error::ApiError;
use money::receipts::{self, Due};
use money::statement::{Direction, TransactionRow};
use providers::messages::{Attachment, Channel};
use service::access::users;
use service::app::AppState;
use service::letters::{self, Letter};
use service::push::held;
use service::settings::tenants::{self, Tenant};

/// How long a receipt is tried.
const WINDOW_MS: i64 = 2 * 24 * 60 * 60 * 1_000;
/// The limit of a round.
const MOST: i64 = 50;

/// Sends due receipts. Returns their number.
///
/// # Errors
/// The database failed.
pub async fn send_due(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let due = receipts::due(&mut *app.db.read().await?, MOST).await?;
    let mut sent = 0;
    for one in &due {
        match send(app, one, now_ms).await {
            Ok(()) => sent += 1,
            // Others are not kept waiting. After two days nobody waits for it any more.
            Err(error) if now_ms - one.row.created_at_ms < WINDOW_MS => {
                tracing::warn!(code = error.code(), "a receipt was not sent");
            }
            Err(_) => {
                let mut tx = app.db.begin().await?;
                receipts::drop_due(&mut tx, &one.row).await?;
                tx.commit().await?;
            }
        }
    }
    Ok(sent)
}

async fn send(app: &AppState, due: &Due, now_ms: i64) -> Result<(), ApiError> {
    // Before the transaction: a logo is decoded.
    let stationery = match due.by_email {
        true => Some(stationery(app, &due.row.user_id).await?),
        false => None,
    };
    let mut tx = app.db.begin().await?;
    if !due.by_email && !due.by_sms {
        // Switched off since.
        receipts::drop_due(&mut tx, &due.row).await?;
        return Ok(tx.commit().await?);
    }
    if !receipts::mark_sent(&mut tx, &due.row, now_ms).await? {
        return Ok(tx.commit().await?);
    }
    let user = users::find(tx.connection(), &due.row.user_id).await?;
    let user = user.ok_or_else(ApiError::not_found)?;
    let row = for_message(&due.row);
    let (headline, text) = money::receipt::words(&row, &user.name)?;
    let subject = ["your receipt ", &due.row.reference].concat();
    let short = format!("{headline}. Reference {}.", due.row.reference);
    let letter = Letter {
        subject: &subject,
        text: &text,
        short: &short,
    };
    if let Some((tenant, brand)) = stationery.filter(|_| may_write(&user)) {
        let rules = receipt::rules_of(tx.connection(), &due.row).await?;
        let pdf = receipt::document(&row, rules.as_deref(), &user.name, &brand)?;
        let name = format!("receipt-{}.pdf", due.row.reference);
        let file = Attachment::new(name, "application/pdf", &pdf);
        letters::email_with(&mut tx, app, &user, &tenant, letter, file).await?;
    }
    if due.by_sms && may_text(&user) {
        match held::exceeded(&mut tx, app, Channel::Sms, &user.phone).await? {
            Some(limit) => held::hold(&mut tx, app, &user, Channel::Sms, limit).await?,
            None => letters::text(&mut tx, app, &user, letter).await?,
        }
    }
    Ok(tx.commit().await?)
}

/// The brand of a user, and how its documents look.
async fn stationery(app: &AppState, user_id: &str) -> Result<(Tenant, Brand), ApiError> {
    let mut connection = app.db.read().await?;
    let user = users::find(&mut connection, user_id).await?;
    let user = user.ok_or_else(ApiError::not_found)?;
    let tenant = tenants::by_id(&mut connection, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(|| ApiError::internal("a person without a brand"))?;
    drop(connection);
    let brand = paper::brand(app, &tenant).await?;
    Ok((tenant, brand))
}

/// A transaction for a message in the brand's name: without text from the sender, and without links in names.
fn for_message(row: &TransactionRow) -> TransactionRow {
    let mut shown = row.clone();
    if let Some(party) = &mut shown.counterparty {
        party.name = without_links(&party.name);
        party.bank_name = party.bank_name.as_deref().map(without_links);
        if shown.direction == Direction::Credit {
            shown.description.clear();
        }
    }
    shown
}
