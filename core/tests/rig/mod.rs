//! What the crash test and the benchmarks share: the real program as a process, and clients that
//! speak to it. They take the program that was built with them, of the same profile.

pub mod containment;
pub mod desk;
pub mod grown;
pub mod load;
pub mod program;
pub mod report;
pub mod socket;
pub mod wire;

use desk::Desk;
use load::Load;
use program::{Folder, Program};
use wire::Wire;
