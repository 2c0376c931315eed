//! What the crash test, the storm and the benchmarks share: the real program as a process, and clients that
//! speak to it. They take the program that was built with them, of the same profile.

pub mod containment;
pub mod database;
pub mod desk;
pub mod dice;
pub mod grown;
pub mod load;
pub mod program;
pub mod reach;
pub mod reply;
pub mod report;
pub mod shown;
pub mod socket;
pub mod visitor;
pub mod wire;

use desk::Desk;
use load::Load;
use program::{Folder, Program};
use wire::Wire;
