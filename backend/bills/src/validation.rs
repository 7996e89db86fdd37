//! Validation of smart cards and meters at the provider. It returns the customer's name and a code for the purchase:
//! valid for this user, customer and service, for 15 minutes and one purchase.

use super::form::BillForm;
use super::market::unanswered;
use domain_core::bills::least_for;
use domain_core::money::{Amount, Currency};
use domain_core::validation::{Code, Violation};
use ground::db::{DbError, Tx, columns};
use ground::error::{ApiError, ErrorCode};
use ground::secret::sha256_hex;
use providers::bills::{BillsError, Enquiry};
use serde::Serialize;
use service::access::Session;
use service::app::AppState;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

const LIFE_MS: i64 = 15 * 60 * 1_000;

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM bill_validations WHERE expires_at_ms < $1"];

/// A customer known to the provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct Validated {
    /// Identifies the customer in the purchase, as its `token`: once, within 15 minutes.
    pub code: String,
    /// The customer's name.
    pub description: String,
    /// The minimum amount for this meter, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "1000.00")]
    pub minimum: Option<Amount>,
}

/// A validation named by a purchase.
#[derive(Debug, Clone)]
pub struct Known {
    code_hash: String,
    pub name: String,
    pub minimum: Option<Amount>,
}

/// Looks up the form's customer at the provider. `least` is the minimum amount of the service.
///
/// # Errors
/// 422 if the number is invalid, or unknown to the provider; 503 if it does not respond.
pub async fn validate<F: BillForm>(
    app: &AppState,
    session: &Session,
    form: &F,
    context: &F::Context,
    field: &'static str,
    least: Option<Amount>,
) -> Result<Validated, ApiError> {
    let mut violations = form.violations(context);
    violations.retain(|violation| ["service", field].contains(&&*violation.field));
    if !violations.is_empty() {
        return Err(ApiError::refused(violations));
    }
    let enquiry = Enquiry {
        kind: F::BILL,
        service: form.service(),
        customer: form.customer(),
    };
    let found = app.ports.bills.validate(enquiry).await;
    let customer = found.map_err(|error| match error {
        BillsError::NotFound => {
            let message = "There is no customer with this number.";
            ApiError::refused(vec![
                Violation::new(field, Code::NotAccepted).saying(message),
            ])
        }
        BillsError::Unavailable => unanswered(error),
    })?;
    let minimum = least_for(least, customer.minimum);
    let code = app.random.token();
    let mut tx = app.db.begin().await?;
    sqlx::query(
        "INSERT INTO bill_validations (code_hash, user_id, kind, service, customer, name, minimum_minor, expires_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(sha256_hex(code.as_bytes()))
    .bind(session.user_id.as_str())
    .bind(F::BILL.as_str())
    .bind(form.service())
    .bind(form.customer())
    .bind(customer.name.as_str())
    .bind(minimum.as_ref().map(columns::minor).transpose()?)
    .bind(app.clock.now_ms() + LIFE_MS)
    .execute(tx.connection())
    .await?;
    tx.commit().await?;
    Ok(Validated {
        code,
        description: customer.name,
        minimum,
    })
}

/// The user's validation of the form's customer, unless it is used or has expired.
///
/// # Errors
/// The database failed.
pub async fn find<F: BillForm>(
    connection: &mut AnyConnection,
    user_id: &str,
    form: &F,
    code: &str,
    now_ms: i64,
) -> Result<Option<Known>, DbError> {
    let code_hash = sha256_hex(code.as_bytes());
    let row = sqlx::query(
        "SELECT name, minimum_minor FROM bill_validations WHERE code_hash = $1 AND user_id = $2 AND kind = $3 \
         AND service = $4 AND customer = $5 AND used_at_ms IS NULL AND expires_at_ms > $6",
    )
    .bind(code_hash.as_str())
    .bind(user_id)
    .bind(F::BILL.as_str())
    .bind(form.service())
    .bind(form.customer())
    .bind(now_ms)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let minimum: Option<i64> = row.try_get("minimum_minor")?;
    Ok(Some(Known {
        code_hash,
        name: row.try_get("name")?,
        minimum: minimum.and_then(|minor| Amount::from_minor(minor, Currency::Ngn)),
    }))
}

/// Consumes the code, in the transaction of the purchase.
///
/// # Errors
/// 422 if it was used or has expired meanwhile.
pub async fn consume(tx: &mut Tx, known: &Known, now_ms: i64) -> Result<(), ApiError> {
    let used = sqlx::query(
        "UPDATE bill_validations SET used_at_ms = $2 WHERE code_hash = $1 AND used_at_ms IS NULL AND expires_at_ms > $2",
    )
    .bind(known.code_hash.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    match used.rows_affected() {
        1 => Ok(()),
        _ => Err(spent()),
    }
}

/// The refusal of a code that is not valid for this purchase.
pub fn spent() -> ApiError {
    let message =
        "Please check the number again: the last check was used, or is more than 15 minutes old.";
    ApiError::new(ErrorCode::ValidationSpent, message)
}
