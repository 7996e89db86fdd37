//! All rules as a WebAssembly module that imports nothing, so that any language can call them and any later server can
//! repeat what this one decided.
//!
//! The caller writes the rule's name, a line feed and the input as JSON into memory from [`alloc`], and calls
//! [`evaluate`], which takes that memory. The answer is a pointer in the upper half of the result and a length in the
//! lower half; the caller returns it with [`free`]. A malformed call is answered with `!` and `{"code", "message"}`.

use domain_core::{RuleCallError, evaluate_text, rules_version};

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

// Natively the names would replace those of the system's own memory functions.

/// Memory for a call.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub extern "C" fn alloc(len: usize) -> *mut u8 {
    leak(vec![0; len])
}

/// Returns memory that is not needed any more.
///
/// # Safety
/// `at` and `len` are those of an answer, or of memory from [`alloc`] that was not passed to a call.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn free(at: *mut u8, len: usize) {
    drop(unsafe { take(at, len) });
}

/// Evaluates a rule.
///
/// # Safety
/// `at` and `len` are those of memory from [`alloc`].
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn evaluate(at: *mut u8, len: usize) -> u64 {
    let call = unsafe { take(at, len) };
    give(answer(&String::from_utf8_lossy(&call)))
}

/// Evaluates a rule, and explains the figures of its answer: `{"output", "figures", "steps"}`.
///
/// # Safety
/// `at` and `len` are those of memory from [`alloc`].
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn explain(at: *mut u8, len: usize) -> u64 {
    let call = unsafe { take(at, len) };
    give(explained(&String::from_utf8_lossy(&call)))
}

/// The version of the rules.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub extern "C" fn version() -> u64 {
    give(rules_version().to_owned())
}

fn answer(call: &str) -> String {
    let (rule, input) = call.split_once('\n').unwrap_or((call, ""));
    evaluate_text(rule, input).unwrap_or_else(|error| refused(&error))
}

fn explained(call: &str) -> String {
    let (rule, input) = call.split_once('\n').unwrap_or((call, ""));
    let Ok(input) = serde_json::from_str(input) else {
        // The same words as for an evaluation.
        return answer(call);
    };
    match domain_core::explain(rule, &input) {
        Ok(explained) => explained.to_string(),
        Err(error) => refused(&error),
    }
}

fn refused(error: &RuleCallError) -> String {
    let shown = serde_json::to_string(error).unwrap_or_default();
    ["!", &shown].concat()
}

fn leak(bytes: Vec<u8>) -> *mut u8 {
    Box::leak(bytes.into_boxed_slice()).as_mut_ptr()
}

/// # Safety
/// See [`free`].
unsafe fn take(at: *mut u8, len: usize) -> Box<[u8]> {
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, len)) }
}

fn give(text: String) -> u64 {
    let len = text.len() as u64;
    ((leak(text.into_bytes()) as u64) << 32) | len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_answered_or_refused_with_a_reason() {
        let call = "money.parse\n{\"text\":\"1500\",\"currency\":\"NGN\"}";
        assert!(answer(call).starts_with("{\"amount\":\"1500.00\""));
        assert!(explained(call).contains("\"steps\":["));
        for (call, code) in [
            ("no.such\n{}", "unknown_rule"),
            ("money.parse", "malformed"),
            ("money.parse\n{}", "missing_key"),
            ("money.parse\n{", "malformed"),
        ] {
            let answer = answer(call);
            assert!(answer.starts_with('!') && answer.contains(code), "{answer}");
            assert_eq!(explained(call), answer);
        }
    }
}
