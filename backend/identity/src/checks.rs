//! Identity verification: the register's entry for a national number must match the profile's names and date of birth,
//! and the user must hold the registered phone.

use super::answers::ProofCode;
use super::codes::{self, Purpose, Receiver, Target};
use super::numbers::{self, Number};
use super::{letters, profile};
use crate::limits;
use domain_core::identity::numbers::{Particulars, is_same_person};
use domain_core::identity::profile::TodayContext;
use domain_core::identity::{Bvn, Identity};
use domain_core::validation::{Code, Form, Violation};
use ground::clock::rfc3339;
use ground::error::{ApiError, ErrorCode};
use providers::identity::{NumberKind, RegisteredPerson};
use serde_json::json;
use service::access::users;
use service::access::users::User;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::limits::count;
use service::settings::tenants;

/// (Document 1, section 8.)
const FAILED: &str = "We are sorry, an error occured this time.";
/// (Document 1, section 2.)
const ALREADY: &str = "Identity already verified";
const ANOTHER: &str = "This is not the BVN of this account.";

/// The status of an identity check.
pub enum Checked {
    /// A code was sent to the phone registered with the number.
    CodeSent(ProofCode),
    /// The identity is verified.
    Proven(Box<User>),
}

/// Verifies the identity with a number: its register entry must match the profile's names and date of birth, and the
/// code sent to that entry's phone must be entered. Knowing someone's details is no proof of identity. Other
/// particulars in the request are ignored.
///
/// # Errors
/// 409 if already verified; 422 if the form is invalid, the code is wrong, or the number is registered to someone else;
/// 503 if the register does not answer; 429.
pub async fn verify(
    app: &AppState,
    session: &Session,
    number: &Number,
    code: Option<&str>,
) -> Result<Checked, ApiError> {
    let user = profile::user(app, session).await?;
    expect_unproven(&user)?;
    let form = form_of(&user, number);
    let today = app.clock.today();
    judge_number(&form, &TodayContext { today }, number)?;
    let to = [
        "proof:",
        &user.id,
        ":",
        &number.lookup_hash(app, &user.tenant_id),
    ]
    .concat();
    let target = Target::email(&user.tenant_id, &to);
    match code {
        Some(code) => prove(app, session, &user, &form, number, target, code).await,
        None => ask(app, &user, &form, number, target).await,
    }
}

fn expect_unproven(user: &User) -> Result<(), ApiError> {
    match user.known.identity_verified {
        true => Err(ApiError::new(ErrorCode::IdentityAlreadyVerified, ALREADY)),
        false => Ok(()),
    }
}

/// The number with the profile's particulars.
fn form_of(user: &User, number: &Number) -> Identity {
    let told = |text: &Option<String>| text.clone().unwrap_or_default();
    Identity {
        mode: number.kind.as_str().into(),
        value: number.digits.reveal().as_str().into(),
        first_name: told(&user.profile.first_name),
        last_name: told(&user.profile.last_name),
        dob: told(&user.profile.dob).into(),
    }
}

async fn ask(
    app: &AppState,
    user: &User,
    form: &Identity,
    number: &Number,
    target: Target<'_>,
) -> Result<Checked, ApiError> {
    letters::expect_texts(app)?;
    count(app, limits::IDENTITY_CHECKS, &user.id).await?;
    let person = registered(app, user, form, number).await?;
    letters::count_text(app, &person.phone).await?;
    let tenant = tenants::by_id(&mut *app.db.read().await?, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let mut tx = app.db.begin().await?;
    let receiver = Receiver::person(Some(&user.id));
    let asked = codes::ask(&mut tx, app, target, Purpose::Identity, receiver).await?;
    let detail = json!({ "purpose": Purpose::Identity.as_str() });
    audit::append(&mut tx, app, &user.id, "code_sent", &detail).await?;
    if let Some(code) = &asked.code {
        let phone = &person.phone;
        letters::text_code(&mut tx, app, &tenant, phone, Purpose::Identity, code).await?;
    }
    tx.commit().await?;
    Ok(Checked::CodeSent(ProofCode {
        next: "otp",
        code_sent: true,
        phone: masked(&person.phone),
        resend_seconds: asked.resend_seconds,
        expires_at: rfc3339(asked.expires_at_ms),
    }))
}

async fn prove(
    app: &AppState,
    session: &Session,
    user: &User,
    form: &Identity,
    number: &Number,
    target: Target<'_>,
    code: &str,
) -> Result<Checked, ApiError> {
    let right = codes::check(app, target, Purpose::Identity, code).await?;
    // The profile or the register may have changed since the code was sent.
    let person = registered(app, user, form, number).await?;
    let mut tx = app.db.begin().await?;
    // The profile may also have changed during the register call: compare it again, and lock it until the end.
    users::lock(&mut tx, &user.id).await?;
    users::lock_settings(&mut tx, &user.id, app.clock.now_ms()).await?;
    let current = users::find(tx.connection(), &user.id).await?;
    let current = current.ok_or_else(ApiError::unauthenticated)?;
    expect_unproven(&current)?;
    let form = form_of(&current, number);
    if !is_of(&form, &person) {
        tx.rollback().await?;
        return Err(refuse(app, user, number).await?);
    }
    codes::consume(&mut tx, app, &right).await?;
    session.expect_open(&mut tx).await?;
    let others = numbers::of_person(&mut tx, app, &user.tenant_id, number, &person).await?;
    if !others.is_empty() {
        tx.rollback().await?;
        refuse(app, user, number).await?;
        return Err(has_account(number));
    }
    if !numbers::keep(&mut tx, app, &user.tenant_id, &user.id, number, &person).await? {
        return Err(refused(number));
    }
    // Other users see the verified name.
    let name = [form.first_name.trim(), form.last_name.trim()].join(" ");
    users::set_name(&mut tx, &user.id, &name).await?;
    let detail = json!({ "by": number.kind.as_str() });
    audit::append(&mut tx, app, &user.id, "identity_verified", &detail).await?;
    tx.commit().await?;
    let user = users::find(&mut *app.db.read().await?, &user.id).await?;
    let user = user.ok_or_else(ApiError::unauthenticated)?;
    Ok(Checked::Proven(Box::new(user)))
}

/// The register's entry for the number, if it matches the profile. A number of another account is refused like an
/// unknown one.
async fn registered(
    app: &AppState,
    user: &User,
    form: &Identity,
    number: &Number,
) -> Result<RegisteredPerson, ApiError> {
    let found = numbers::find(app, number).await?;
    let found = found.filter(|person| is_of(form, person));
    let mut connection = app.db.read().await?;
    let owner = numbers::owner(&mut connection, app, &user.tenant_id, number).await?;
    drop(connection);
    match found.filter(|_| owner.is_none()) {
        Some(person) => Ok(person),
        None => Err(refuse(app, user, number).await?),
    }
}

/// Whether the particulars match the register's entry.
fn is_of(form: &Identity, person: &RegisteredPerson) -> bool {
    let claimed = Particulars {
        first_name: &form.first_name,
        last_name: &form.last_name,
        dob: &form.dob,
    };
    is_same_person(&claimed, &person.particulars())
}

/// Logs that the number did not verify the identity.
async fn refuse(app: &AppState, user: &User, number: &Number) -> Result<ApiError, ApiError> {
    let mut tx = app.db.begin().await?;
    let detail = json!({ "by": number.kind.as_str() });
    audit::append(&mut tx, app, &user.id, "identity_refused", &detail).await?;
    tx.commit().await?;
    Ok(refused(number))
}

/// The refusal for a person with an account. It reaches only the holder of the registered phone.
fn has_account(number: &Number) -> ApiError {
    let message = match number.kind {
        NumberKind::Bvn => {
            "You have verified your identity in another account with your NIN. Sign in there with your NIN."
        }
        NumberKind::Nin => {
            "You have verified your identity in another account with your BVN. Sign in there with your BVN."
        }
    };
    ApiError::new(ErrorCode::PersonHasAccount, message)
}

/// The refusal, reported under the field name of the call.
fn refused(number: &Number) -> ApiError {
    ApiError::refused_field(number.kind.as_str(), Code::Mismatch, FAILED)
}

/// Validates the number; violations are reported under the field name of the call.
fn judge_number(form: &Identity, context: &TodayContext, number: &Number) -> Result<(), ApiError> {
    let violations = form.violations(context).into_iter();
    let named = violations.map(|violation| match violation.field == "value" {
        true => violation.of(number.kind.as_str()),
        false => violation,
    });
    let violations: Vec<Violation> = named.collect();
    match violations.is_empty() {
        true => Ok(()),
        false => Err(ApiError::refused(violations)),
    }
}

/// A hint at the phone: enough for its owner to recognise it.
fn masked(phone: &str) -> String {
    let digits = phone.chars().count();
    let shown = |(index, digit): (usize, char)| {
        if index < 3 || index + 2 >= digits {
            digit
        } else {
            '•'
        }
    };
    phone.chars().enumerate().map(shown).collect()
}

/// Whether a BVN is the verified one.
///
/// # Errors
/// 422 if it is another one, or none was verified; 429.
pub async fn confirm_bvn(app: &AppState, session: &Session, form: &Bvn) -> Result<(), ApiError> {
    count(app, limits::IDENTITY_CHECKS, &session.user_id).await?;
    let user = profile::user(app, session).await?;
    let number = Number::new("bvn", &form.bvn)?;
    let mut connection = app.db.read().await?;
    let owner = numbers::owner(&mut connection, app, &user.tenant_id, &number).await?;
    if owner.as_deref() == Some(user.id.as_str()) {
        return Ok(());
    }
    Err(ApiError::refused_field("bvn", Code::Mismatch, ANOTHER))
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn a_phone_is_shown_by_its_ends() {
        assert_eq!(masked("08031234567"), "080••••••67");
        assert_eq!(masked("0803"), "0803");
        assert_eq!(masked(""), "");
    }
}
