//! `dev` is ended from outside by the id of the process that was started.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    process::{Command, Stdio},
};

#[test]
fn whoever_ends_dev_ends_the_desk() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("kit");
    fs::write(&kit, "#!/bin/sh\necho $$ \"$@\"\n").unwrap();
    fs::set_permissions(&kit, fs::Permissions::from_mode(0o755)).unwrap();
    let dev = Command::new(env!("CARGO_BIN_EXE_cargo-patchbay"))
        .args(["patchbay", "dev", "here", "--once"])
        .env("PATCHBAY_KIT", &kit)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let id = dev.id();
    let said = String::from_utf8(dev.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.starts_with(&format!("{id} dev here ")), "{id}: {said}");
    assert!(said.trim_end().ends_with("--once"), "{said}");
}
