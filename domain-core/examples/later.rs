//! The names of the rules that the browser loads later, one a line: what `webapp/scripts/split-wasm.mjs` moves.

fn main() {
    for rule in domain_core::catalogue::names_in("later") {
        println!("{rule}");
    }
}
