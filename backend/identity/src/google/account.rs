//! Finds or opens the account for a Google sign-in.

use super::{NotSignedIn, Refused, store};
use crate::sign_up::{mark_proven, name_of, referrer_code};
use domain_core::identity::google::{GoogleStep, KnownAs, ProvenAddress, step};
use domain_core::identity::name::is_person_name;
use ground::db::Tx;
use ground::error::ApiError;
use providers::oidc::SeenPerson;
use serde_json::json;
use service::access::audit;
use service::access::users;
use service::access::users::NewUser;
use service::access::users::sign_ups::SignUp;
use service::access::users::{Profile, User};
use service::app::AppState;
use service::settings::tenants::Tenant;

/// The resulting account.
pub struct Entered {
    pub user_id: String,
    /// The user to notify that Google now opens their account.
    pub newly_linked: Option<User>,
}

/// The account for a Google identity: a linked one, one to be linked, or a new one.
///
/// # Errors
/// The user has to sign in another way; the database failed.
pub async fn enter(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    seen: &SeenPerson,
    password_hash: &str,
    referrer: Option<&str>,
) -> Result<Entered, Refused> {
    let linked = store::linked(tx.connection(), &tenant.id, &seen.subject).await?;
    let mut owner = users::find_by_email(tx.connection(), &tenant.id, &seen.email).await?;
    if let (None, Some(found)) = (&linked, &owner) {
        // A concurrent change may move the address to another account: lock, then read again.
        users::lock(tx, &found.id).await?;
        owner = users::find_by_email(tx.connection(), &tenant.id, &seen.email).await?;
    }
    let known = match (&linked, &owner) {
        (Some(_), _) => KnownAs::Linked,
        (None, None) => KnownAs::Nobody,
        (None, Some(user)) if user.verified_at_ms.is_none() => KnownAs::Unproven,
        (None, Some(_)) => KnownAs::Owner,
    };
    let said = ProvenAddress {
        email: &seen.email,
        email_verified: seen.email_verified,
        hosted_domain: seen.hosted_domain.as_deref(),
    };
    let arrival = Arrival {
        app,
        tenant,
        seen,
        password_hash,
        referrer,
    };
    match (step(said, known), linked, owner) {
        (GoogleStep::SignIn, Some(user_id), _) => Ok(Entered {
            user_id,
            newly_linked: None,
        }),
        (GoogleStep::Link, _, Some(owner)) => {
            if !arrival.link(tx, &owner.id, "google_linked").await? {
                return Err(Refused::Told(NotSignedIn::OwnMethod));
            }
            Ok(Entered {
                user_id: owner.id.clone(),
                newly_linked: Some(owner),
            })
        }
        (GoogleStep::Register | GoogleStep::TakeOver, _, owner) => {
            let user_id = arrival.register(tx, owner).await?;
            Ok(Entered {
                user_id,
                newly_linked: None,
            })
        }
        (GoogleStep::UseOwnMethod, ..) => Err(Refused::Told(NotSignedIn::OwnMethod)),
        (GoogleStep::ProveAddress | GoogleStep::SignIn | GoogleStep::Link, ..) => {
            Err(Refused::Told(NotSignedIn::Unproven))
        }
    }
}

/// A first sign-in with Google.
struct Arrival<'a> {
    app: &'a AppState,
    tenant: &'a Tenant,
    seen: &'a SeenPerson,
    password_hash: &'a str,
    referrer: Option<&'a str>,
}

impl Arrival<'_> {
    /// Opens an account, or takes over an unproven one. Returns its user.
    async fn register(&self, tx: &mut Tx, unproven: Option<User>) -> Result<String, Refused> {
        let now_ms = self.app.clock.now_ms();
        let fresh_id = self.app.random.id(now_ms);
        let new = NewUser {
            id: &fresh_id,
            tenant_id: &self.tenant.id,
            email: &self.seen.email,
            name: &self.name(),
            phone: "",
            password_hash: self.password_hash,
            referrer_code: &referrer_code(self.app),
            referred_by: self.referrer,
        };
        let user_id = match unproven {
            Some(user) => {
                let own = SignUp {
                    name: self.name(),
                    phone: String::new(),
                    password_hash: self.password_hash.into(),
                    referred_by: self.referrer.map(String::from),
                };
                if !users::replace_unverified(tx, &user.id, &own).await? {
                    // The owner has just proven the address: the next attempt finds it.
                    return Err(Refused::Told(NotSignedIn::Failed));
                }
                user.id
            }
            None => {
                if !users::insert(tx, &new, now_ms).await? {
                    // A concurrent request has just signed up with the address: the next attempt finds that account.
                    return Err(Refused::Told(NotSignedIn::Failed));
                }
                fresh_id.clone()
            }
        };
        mark_proven(tx, self.app, &user_id).await?;
        let profile = Profile {
            first_name: self.seen.given_name.clone(),
            last_name: self.seen.family_name.clone(),
            ..Profile::default()
        };
        users::save_about(tx, &user_id, &profile, now_ms).await?;
        match self.link(tx, &user_id, "registered").await? {
            true => Ok(user_id),
            false => Err(Refused::Told(NotSignedIn::OwnMethod)),
        }
    }

    /// Links the account; false if it is already linked to another Google identity.
    async fn link(
        &self,
        tx: &mut Tx,
        user_id: &str,
        event: &'static str,
    ) -> Result<bool, ApiError> {
        let now_ms = self.app.clock.now_ms();
        let new = store::link(tx, &self.tenant.id, &self.seen.subject, user_id, now_ms).await?;
        if new {
            audit::append(tx, self.app, user_id, event, &json!({ "by": "google" })).await?;
        }
        Ok(new)
    }

    fn name(&self) -> String {
        let names = [&self.seen.given_name, &self.seen.family_name];
        let names: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
        // At Google a name may be any text.
        if names.is_empty() || !is_person_name(&names.join(" ")) {
            name_of(&self.seen.email).into()
        } else {
            names.join(" ")
        }
    }
}
