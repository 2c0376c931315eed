//! What the crash test and the benchmarks share: the real program as a process, and a client that
//! speaks to it over HTTP. They take the program that was built with them, of the same profile.

mod desk;
mod program;

pub use desk::Desk;
pub use program::Folder;
