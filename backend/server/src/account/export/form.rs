//! The formats of an export.

use domain_core::validation::Code;
use ground::error::ApiError;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// The format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(as = ExportFormat, rename_all = "lowercase")]
pub enum Format {
    /// One document.
    Json,
    /// A ZIP file with a table in each file.
    Csv,
}

/// The head of an export.
pub struct Head {
    pub exported_at: String,
    pub business: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Chosen {
    /// `json`: one document. `csv`: a ZIP file with one CSV file for each table.
    #[param(inline, value_type = Format)]
    format: Option<String>,
}

impl Format {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }

    /// The display name.
    pub const fn shown(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Csv => "CSV",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "application/zip",
        }
    }

    /// The file name.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Json => "my-data.json",
            Self::Csv => "my-data.zip",
        }
    }
}

impl Chosen {
    /// # Errors
    /// 422 for anything else than `json` and `csv`.
    pub fn format(&self) -> Result<Format, ApiError> {
        match self.format.as_deref() {
            Some("json") => Ok(Format::Json),
            Some("csv") => Ok(Format::Csv),
            _ => {
                let message = "Choose json or csv.";
                Err(ApiError::refused_field("format", Code::NotOneOf, message))
            }
        }
    }
}
