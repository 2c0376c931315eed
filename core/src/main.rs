//! The patchbay program: parses arguments, nothing else.

mod cli;

use std::process::ExitCode;

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
