//! The contract of each port, checked against the sandbox and the adapter. The adapter calls a fake that follows the
//! company's documentation, quirks included.

mod card;
mod chats;
pub mod flutterwave;
mod mandate;
pub mod paystack;
