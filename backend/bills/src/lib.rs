//! Bills paid from the naira wallet: airtime, data, cable television, electricity.
//!
//! Purchases are validated by the forms, and money is moved by `money`. Source: document 2, sections 2, 5, 7 and 9;
//! the shapes are in docs/openapi.json.

mod customers;
mod form;
mod letters;
mod market;
pub mod own_data;
mod purchase;
mod routes;
mod validation;

pub use letters::BillLetters;
pub use routes::routes;
pub use validation::SHORT_LIVED;
