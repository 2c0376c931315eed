//! The patchbay program: parses arguments, nothing else.

mod cli;

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// Gives memory back that it does not need any more, which the C library's arenas keep for as long as
/// anything lives in them (docs/decisions/0022-an-allocator-that-gives-back.md).
#[global_allocator]
static HEAP: MiMalloc = MiMalloc;

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
