//! The shape of every successful response: `{"data": …, "message"?: "…"}`.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain_core::listing;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Default number of rows per page.
pub const PAGE_ROWS: i64 = 20;

/// `{"data": …, "message"?: "…"}`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Envelope<T> {
    pub data: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl<T> Envelope<T> {
    /// With data alone.
    pub const fn of(data: T) -> Json<Self> {
        Json(Self {
            data,
            message: None,
        })
    }

    /// With a message for the user.
    pub fn saying(data: T, message: impl Into<String>) -> Json<Self> {
        Json(Self {
            data,
            message: Some(message.into()),
        })
    }
}

impl<T: Serialize> Envelope<T> {
    /// 201, with data.
    pub fn created(data: T) -> Response {
        (StatusCode::CREATED, Self::of(data)).into_response()
    }

    /// 201, with data and a message for the user.
    pub fn created_saying(data: T, message: &str) -> Response {
        (StatusCode::CREATED, Self::saying(data, message)).into_response()
    }
}

/// An empty result: `{}`.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct Nothing {}

/// One page of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Page<T> {
    /// From 1.
    pub current_page: i64,
    /// At least 1.
    pub last_page: i64,
    /// The total number of rows.
    pub total: i64,
    pub data: Vec<T>,
}

impl<T> Page<T> {
    /// One page of rows, with the total number.
    pub fn new(place: Place, total: i64, data: Vec<T>) -> Self {
        Self {
            current_page: place.page,
            last_page: listing::last_page(total, place.rows),
            total,
            data,
        }
    }
}

/// A requested page of a list.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// From 1.
    pub page: i64,
    pub rows: i64,
}

impl Place {
    /// A page below 1 is the first; the rule limits the rows.
    pub fn new(page: Option<i64>, rows: Option<i64>) -> Self {
        Self {
            page: page.unwrap_or(1).max(1),
            rows: rows.map_or(PAGE_ROWS, listing::rows),
        }
    }

    /// The number of rows before the page.
    pub const fn skipped(self) -> i64 {
        (self.page - 1).saturating_mul(self.rows)
    }
}
