//! What each port promises, held against the sandbox and against the adapter. The adapter calls a stand-in that behaves
//! as the company's documentation says, oddities included.

mod card;
mod chats;
pub mod flutterwave;
mod mandate;
pub mod paystack;
