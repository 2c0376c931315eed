//! Makes the folders whose files the program carries. `rust-embed` keeps the name of a folder that is
//! missing as it is written, and then a debug build finds nothing there, even once it is filled.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let core = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    for folder in ["../web/dist", "../target/plugins"] {
        // Where the sources cannot be written to, whatever is there is carried.
        std::fs::create_dir_all(Path::new(&core).join(folder)).ok();
    }
}
