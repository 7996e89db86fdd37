//! The server's program. Everything is in the library.

fn main() -> std::process::ExitCode {
    backend::cli::main()
}
