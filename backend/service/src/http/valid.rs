//! `Valid<F>`: a request body that a form of the rules has validated. Handlers never repeat a rule.

use super::body;
use crate::app::AppState;
use axum::extract::{FromRequest, Request};
use domain_core::calendar::Date;
use domain_core::validation::{Form, Violation};
use ground::error::ApiError;
use serde_json::Value;

/// Facts for forms that need nothing from the database.
pub struct Facts {
    /// In Lagos.
    pub today: Date,
}

/// A type that can be read from a body. Unknown fields are ignored, missing form values are blank.
pub trait Readable: Sized {
    /// Whether the transaction PIN may be beside the values, as `pin`. It is not one of them.
    const WITH_PIN: bool = false;

    /// # Errors
    /// A value has the wrong type.
    fn read(values: &Value) -> Result<Self, ApiError>;
}

/// A type that can be validated with its values and the date alone.
pub trait Part: Readable {
    /// The violations found.
    fn judge(&self, facts: &Facts) -> Vec<Violation>;
}

/// Two types read from the same body.
impl<A: Readable, B: Readable> Readable for (A, B) {
    const WITH_PIN: bool = A::WITH_PIN || B::WITH_PIN;

    fn read(values: &Value) -> Result<Self, ApiError> {
        Ok((A::read(values)?, B::read(values)?))
    }
}

/// The transaction PIN beside other values.
pub struct WithPin<T>(pub T);

impl<T: Readable> Readable for WithPin<T> {
    const WITH_PIN: bool = true;

    fn read(values: &Value) -> Result<Self, ApiError> {
        T::read(values).map(Self)
    }
}

impl<A: Part, B: Part> Part for (A, B) {
    fn judge(&self, facts: &Facts) -> Vec<Violation> {
        let mut violations = self.0.judge(facts);
        violations.extend(self.1.judge(facts));
        violations
    }
}

/// Plain values beside a form, such as a currency: read by serde, validated by their type alone.
pub struct Plain<T>(pub T);

impl<T: serde::de::DeserializeOwned> Readable for Plain<T> {
    fn read(values: &Value) -> Result<Self, ApiError> {
        body::typed(values.clone()).map(Self)
    }
}

impl<T: serde::de::DeserializeOwned> Part for Plain<T> {
    fn judge(&self, _facts: &Facts) -> Vec<Violation> {
        Vec::new()
    }
}

/// A body that its form has accepted.
pub struct Valid<P>(pub P);

impl<P: Part> FromRequest<AppState> for Valid<P> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let values = body::json(request).await?;
        let part = P::read(&values)?;
        let violations = part.judge(&Facts {
            today: app.clock.today(),
        });
        if violations.is_empty() {
            Ok(Self(part))
        } else {
            Err(ApiError::refused(violations))
        }
    }
}

/// A body that was read but not validated: its service reads the context (balance, PIN status) and calls [`judge`].
pub struct Read<P>(pub P);

impl<P: Readable> FromRequest<AppState> for Read<P> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, ApiError> {
        Ok(Self(P::read(&body::json(request).await?)?))
    }
}

/// The form of a payment to be quoted, read but not validated, and the body as it was sent, which the quote keeps.
pub struct Asked<P> {
    pub form: P,
    pub asked: Value,
}

impl<P: Readable> FromRequest<AppState> for Asked<P> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, ApiError> {
        let asked = body::json(request).await?;
        let form = P::read(&asked)?;
        Ok(Self { form, asked })
    }
}

/// Validates a form with the context that the server has read.
///
/// # Errors
/// 422 with every violation.
pub fn judge<F: Form>(form: &F, context: &F::Context) -> Result<(), ApiError> {
    let violations = form.violations(context);
    if violations.is_empty() {
        Ok(())
    } else {
        Err(ApiError::refused(violations))
    }
}
