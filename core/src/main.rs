//! The patchbay binary.
fn main() {}
