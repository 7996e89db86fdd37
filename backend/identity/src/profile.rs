//! The user's profile.

use crate::limits;
use domain_core::identity::profile::proven_fields_changed;
use domain_core::identity::{ProfileAbout, ProfileAddress, ProfileLocation};
use ground::error::{ApiError, ErrorCode};
use money::grant;
use providers::places::Place;
use serde_json::json;
use service::access::Session;
use service::access::audit;
use service::access::users;
use service::access::users::{Profile, User};
use service::app::AppState;
use service::http::limits::count;
use service::push::browsers;

const PENDING: &str = "This address is being verified. It can be changed once that is done.";

/// The signed-in user.
///
/// # Errors
/// 401 if the user no longer exists.
pub async fn user(app: &AppState, session: &Session) -> Result<User, ApiError> {
    let mut connection = app.db.read().await?;
    let user = users::find(&mut connection, &session.user_id).await?;
    let mut user = user.ok_or_else(ApiError::unauthenticated)?;
    user.known.fcm_token = browsers::shown(app, &mut connection, &session.id).await?;
    Ok(user)
}

/// Parts of the profile that are saved together.
pub struct ProfileParts {
    pub about: Option<ProfileAbout>,
    pub address: Option<ProfileAddress>,
    pub location: Option<ProfileLocation>,
}

/// Saves the parts that were sent. A changed address has to be verified again.
///
/// # Errors
/// 409 while an address verification is pending; 422 for fields that were verified with the identity; the database
/// failed.
pub async fn save(
    app: &AppState,
    session: &Session,
    parts: &ProfileParts,
) -> Result<User, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // Locked: a running identity check or a paid address verification relies on these values.
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    session.expect_open(&mut tx).await?;
    if let Some(form) = &parts.about {
        let user = users::find(tx.connection(), &session.user_id).await?;
        let user = user.ok_or_else(ApiError::unauthenticated)?;
        if user.known.identity_verified {
            let changed = proven_fields_changed(&about_form(&user.profile), form);
            if !changed.is_empty() {
                return Err(ApiError::refused(changed));
            }
        }
        users::save_about(&mut tx, &session.user_id, &about_of(form), now_ms).await?;
        audit::append(&mut tx, app, &session.user_id, "profile_saved", &json!({})).await?;
    }
    if let Some(form) = &parts.address {
        let user = users::find(tx.connection(), &session.user_id).await?;
        let user = user.ok_or_else(ApiError::unauthenticated)?;
        let new = address_of(form);
        let is_another = !is_same_address(&user.profile, &new);
        if is_another && user.known.address_is_pending(app.clock.today()) {
            return Err(ApiError::new(
                ErrorCode::AddressVerificationPending,
                PENDING,
            ));
        }
        let known = &user.known;
        let is_or_may_be_verified =
            known.address_verified_at_ms.is_some() || known.address_pending_until.is_some();
        if is_another && is_or_may_be_verified {
            users::set_address_verification(&mut tx, &user.id, None, None, now_ms).await?;
        }
        if is_another {
            // A grant for verifying the former address does not pay for this one.
            grant::revoke(&mut tx, &user.id, now_ms).await?;
        }
        users::save_address(&mut tx, &user.id, &new, now_ms).await?;
        audit::append(
            &mut tx,
            app,
            &user.id,
            "address_saved",
            &json!({ "another": is_another }),
        )
        .await?;
    }
    if let Some(form) = &parts.location {
        let degrees = (form.latitude.as_str(), form.longitude.as_str());
        let location = (!form.is_blank()).then_some(degrees);
        users::save_location(&mut tx, &session.user_id, location, now_ms).await?;
        // The coordinates stay out of the audit log.
        let detail = json!({ "known": location.is_some() });
        audit::append(&mut tx, app, &session.user_id, "location_saved", &detail).await?;
    }
    tx.commit().await?;
    user(app, session).await
}

fn given(text: &str) -> Option<String> {
    Some(text.trim())
        .filter(|text| !text.is_empty())
        .map(String::from)
}

fn about_of(form: &ProfileAbout) -> Profile {
    Profile {
        first_name: given(&form.first_name),
        last_name: given(&form.last_name),
        gender: given(&form.gender),
        dob: given(&form.dob),
        about: given(&form.about),
        ..Profile::default()
    }
}

fn address_of(form: &ProfileAddress) -> Profile {
    Profile {
        address: given(&form.address),
        postal_code: given(&form.postal_code),
        country: given(&form.country),
        state: given(&form.state),
        city: given(&form.city),
        lga: given(&form.lga),
        landmark: given(&form.landmark),
        ..Profile::default()
    }
}

/// The landmark is optional: it only helps to find the address.
pub(super) fn is_same_address(one: &Profile, other: &Profile) -> bool {
    let parts = |profile: &Profile| {
        [
            profile.address.clone(),
            profile.postal_code.clone(),
            profile.country.clone(),
            profile.state.clone(),
            profile.city.clone(),
            profile.lga.clone(),
        ]
    };
    parts(one) == parts(other)
}

/// The stored profile as form values.
fn about_form(profile: &Profile) -> ProfileAbout {
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    ProfileAbout {
        first_name: text(&profile.first_name),
        last_name: text(&profile.last_name),
        gender: text(&profile.gender),
        dob: text(&profile.dob).into(),
        about: text(&profile.about),
    }
}

/// Longer than any address.
const LONGEST_QUERY_CHARS: usize = 200;

/// Address suggestions for a partial address.
///
/// # Errors
/// 503 if the provider does not answer; 429.
pub async fn places(
    app: &AppState,
    session: &Session,
    typed: &str,
) -> Result<Vec<Place>, ApiError> {
    count(app, limits::PLACES, &session.user_id).await?;
    let typed: String = typed.chars().take(LONGEST_QUERY_CHARS).collect();
    let found = app.ports.places.find(&typed).await;
    found.map_err(|_| ApiError::unavailable())
}

/// Completes address verifications that are due, as a provider of real checks would. Sandbox only.
///
/// # Errors
/// The database failed.
pub async fn verify_due_addresses(app: &AppState) -> Result<usize, ApiError> {
    let today = app.clock.today();
    let due = users::address_verifications_due(&mut *app.db.read().await?, today).await?;
    for user_id in &due {
        let mut tx = app.db.begin().await?;
        let now_ms = app.clock.now_ms();
        if !users::end_address_verification(&mut tx, user_id, today, now_ms).await? {
            continue;
        }
        audit::append(
            &mut tx,
            app,
            user_id,
            "address_verified",
            &json!({ "by": "sandbox" }),
        )
        .await?;
        tx.commit().await?;
    }
    Ok(due.len())
}
