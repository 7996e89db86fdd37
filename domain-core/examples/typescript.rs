//! Writes the TypeScript types of the rules to standard output.

fn main() {
    print!("{}", domain_core::catalogue::typescript());
}
