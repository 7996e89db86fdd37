//! Checking that a person is who their profile says: a national number whose register entry has the same names and day
//! of birth.

use super::numbers::{self, Number};
use super::users::User;
use super::{Session, audit, profile};
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::limits;
use crate::http::valid::judge;
use domain_core::calendar::Date;
use domain_core::identity::numbers::{Particulars, is_same_person};
use domain_core::identity::profile::TodayContext;
use domain_core::identity::{Bvn, Identity};
use domain_core::validation::Code;
use serde_json::json;

/// (Document 1, section 8.)
const FAILED: &str = "We are sorry, an error occured this time.";
/// (Document 1, section 2.)
const ALREADY: &str = "Identity already verified";
const ANOTHER: &str = "This is not the BVN of this account.";

/// Proves the identity by a number. Names and day of birth are the profile's, whatever was sent with the number.
///
/// # Errors
/// 409 when it was proven before; 422 by the form, or when the register knows somebody else by the number; 503 when it does not answer; 429.
pub async fn verify(
    app: &AppState,
    session: &Session,
    mode: &str,
    value: &str,
) -> Result<User, ApiError> {
    let user = profile::user(app, session).await?;
    if user.known.identity_verified {
        return Err(ApiError::conflict("identity_already_verified", ALREADY));
    }
    let told = |name: &Option<String>| name.clone().unwrap_or_default();
    let form = Identity {
        mode: mode.into(),
        value: value.into(),
        first_name: told(&user.profile.first_name),
        last_name: told(&user.profile.last_name),
        dob: told(&user.profile.dob),
    };
    let today = Date::parse(&app.clock.today()).unwrap_or(Date::MIN);
    judge(&form, &TodayContext { today })?;
    limits::count(app, limits::IDENTITY_CHECKS, &session.user_id).await?;

    let number = Number::new(mode, value)?;
    let found = numbers::find(app, &number).await?;
    let is_same = found.is_some_and(|person| {
        let registered = Particulars {
            first_name: &person.first_name,
            last_name: &person.last_name,
            dob: &person.dob,
        };
        let claimed = Particulars {
            first_name: &form.first_name,
            last_name: &form.last_name,
            dob: &form.dob,
        };
        is_same_person(&claimed, &registered)
    });
    let mut tx = app.db.begin().await?;
    // A number that is another account's is refused like one that is nobody's.
    let kept = is_same && numbers::keep(&mut tx, app, &user.tenant_id, &user.id, &number).await?;
    let event = if kept {
        "identity_verified"
    } else {
        "identity_refused"
    };
    audit::append(
        &mut tx,
        app,
        &user.id,
        event,
        &json!({ "by": number.kind.as_str() }),
    )
    .await?;
    tx.commit().await?;
    if kept {
        profile::user(app, session).await
    } else {
        Err(ApiError::refused_field("value", Code::Mismatch, FAILED))
    }
}

/// Whether a BVN is the one that was proven.
///
/// # Errors
/// 422 when it is another, or none was proven; 429.
pub async fn confirm_bvn(app: &AppState, session: &Session, form: &Bvn) -> Result<(), ApiError> {
    limits::count(app, limits::IDENTITY_CHECKS, &session.user_id).await?;
    let user = profile::user(app, session).await?;
    let number = Number::new("bvn", &form.bvn)?;
    let lookup_hash = number.lookup_hash(app, &user.tenant_id);
    let mut connection = app.db.read().await?;
    let owner =
        numbers::store::owner(&mut connection, &user.tenant_id, number.kind, &lookup_hash).await?;
    if owner.as_deref() == Some(user.id.as_str()) {
        return Ok(());
    }
    Err(ApiError::refused_field("bvn", Code::Mismatch, ANOTHER))
}
