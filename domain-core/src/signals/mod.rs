//! Trade signals: the subscription, the signals themselves, strategies, exchange keys, and automatic trades.
//!
//! Source: document 3.

pub mod alert;
pub mod board;
pub mod exchange;
pub mod order;
pub mod record;
pub mod trade_status;
pub mod unsent;
pub mod view;

mod forms;

pub use forms::{AutoTrade, AutoTradeContext, ExchangeKeys, PreserveNaira, Strategy};
