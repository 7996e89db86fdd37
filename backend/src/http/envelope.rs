//! The shape of every successful response: `{"data": …, "message"?: "…"}`.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Rows per page.
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
    pub fn new(current_page: i64, total: i64, data: Vec<T>) -> Self {
        Self {
            current_page,
            last_page: ((total + PAGE_ROWS - 1) / PAGE_ROWS).max(1),
            total,
            data,
        }
    }
}

/// Rows to skip before a page; a page below 1 is the first.
pub const fn offset(page: i64) -> i64 {
    let page = if page < 1 { 1 } else { page };
    (page - 1).saturating_mul(PAGE_ROWS)
}
