//! Bank accounts that a user pays to.

use super::banks;
use super::store::beneficiaries::{self as rows, BeneficiaryRow};
use domain_core::wallet::bank_account::DeleteContext;
use domain_core::wallet::{BankAccount, BankAccountDelete};
use ground::error::ApiError;
use serde::Serialize;
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::http::Page;
use service::http::envelope::Place;
use service::http::valid::judge;
use utoipa::ToSchema;

/// A saved bank account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Beneficiary {
    pub id: String,
    /// Equals `id`.
    pub uuid: String,
    pub bank_code: String,
    pub bank_name: String,
    pub account_number: String,
    pub account_name: String,
    pub is_default: bool,
}

/// A page of a user's accounts that match the search.
///
/// # Errors
/// The database failed.
pub async fn page(
    app: &AppState,
    user_id: &str,
    search: &str,
    default_only: bool,
    place: Place,
) -> Result<Page<Beneficiary>, ApiError> {
    let pattern = money::statement::pattern(&super::history::searched(search));
    let (total, found) = rows::page(
        &mut *app.db.read().await?,
        user_id,
        &pattern,
        default_only,
        place,
    )
    .await?;
    Ok(Page::new(
        place,
        total,
        found.iter().map(Beneficiary::from).collect(),
    ))
}

/// Saves an account under the name given by its bank.
///
/// # Errors
/// 401 if the session has ended meanwhile; 422 if the bank does not know the account; 503 if it does not answer.
pub async fn save(
    app: &AppState,
    session: &Session,
    form: &BankAccount,
    is_default: bool,
) -> Result<Beneficiary, ApiError> {
    let user_id = session.user_id.as_str();
    let enquiry = banks::enquire(app, &form.bank_code, &form.account_number).await?;
    let now_ms = app.clock.now_ms();
    let row = BeneficiaryRow {
        id: app.random.id(now_ms),
        user_id: user_id.to_owned(),
        bank_code: enquiry.bank.code,
        bank_name: enquiry.bank.name,
        account_number: enquiry.account_number,
        account_name: enquiry.account_name,
        is_default,
        created_at_ms: now_ms,
    };
    let mut tx = app.db.begin().await?;
    // Serialises concurrent calls, so that only one becomes the default.
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    session.expect_open(&mut tx).await?;
    let id = rows::save(&mut tx, &row).await?;
    let saved = rows::find(tx.connection(), user_id, &id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    audit::append(
        &mut tx,
        app,
        user_id,
        "payee_saved",
        &json!({ "bank_account": id }),
    )
    .await?;
    tx.commit().await?;
    Ok(Beneficiary::from(&saved))
}

/// Makes an account the default, or removes the default.
///
/// # Errors
/// 404 if it does not exist or is another user's.
pub async fn set_default(
    app: &AppState,
    user_id: &str,
    id: &str,
    is_default: bool,
) -> Result<Beneficiary, ApiError> {
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, user_id, app.clock.now_ms()).await?;
    rows::set_default(&mut tx, user_id, id, is_default).await?;
    let row = rows::find(tx.connection(), user_id, id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    tx.commit().await?;
    Ok(Beneficiary::from(&row))
}

/// Deletes an account, confirmed by typing its number.
///
/// # Errors
/// 404; 422 if another number was typed, and nothing is deleted.
pub async fn delete(
    app: &AppState,
    user_id: &str,
    id: &str,
    form: &BankAccountDelete,
) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let row = rows::find(tx.connection(), user_id, id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    judge(
        form,
        &DeleteContext {
            account_number: row.account_number,
        },
    )?;
    rows::delete(&mut tx, user_id, id).await?;
    audit::append(
        &mut tx,
        app,
        user_id,
        "payee_removed",
        &json!({ "bank_account": id }),
    )
    .await?;
    Ok(tx.commit().await?)
}

impl From<&BeneficiaryRow> for Beneficiary {
    fn from(row: &BeneficiaryRow) -> Self {
        Self {
            id: row.id.clone(),
            uuid: row.id.clone(),
            bank_code: row.bank_code.clone(),
            bank_name: row.bank_name.clone(),
            account_number: row.account_number.clone(),
            account_name: row.account_name.clone(),
            is_default: row.is_default,
        }
    }
}
