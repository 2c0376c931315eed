//! The patchbay program: parses arguments, nothing else.

mod cli;

use std::process::ExitCode;

/// Sockets and plugin calls leave holes of many sizes behind, which the system's allocator keeps;
/// `docs/BENCHMARKS.md` has the figures of both.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match cli::main() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The chain of reasons in one line; a trace would bury the line that helps.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
