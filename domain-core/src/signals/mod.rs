//! Trade signals: the subscription, the signals themselves, strategies and exchange keys.
//!
//! Source: document 3.

pub mod alert;
pub mod exchange;
pub mod view;

mod forms;

pub use forms::{ExchangeKeys, PreserveNaira, Strategy};
