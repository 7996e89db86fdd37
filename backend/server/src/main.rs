//! The server's executable. Everything is in the library.

fn main() -> std::process::ExitCode {
    backend::cli::main()
}
