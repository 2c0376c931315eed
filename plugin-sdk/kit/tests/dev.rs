//! `dev` starts other programs: whoever ends it ends them, and it takes no stranger for them.
#![cfg(unix)]

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn dev(folder: &Path, listen: &str, simulator: &str) -> Command {
    let package = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/py-echo.pbp");
    // It is called `build FOLDER --out DIR`.
    let builds = format!("mkdir -p \"$4\" && cp '{package}' \"$4/echo.pbp\"");
    let mut command = Command::new(env!("CARGO_BIN_EXE_patchbay-kit"));
    command
        .arg("dev")
        .arg(folder)
        .args(["--listen", listen, "--simulator", simulator, "--build-with"])
        .arg(script(folder, "build", &builds))
        .env("PATCHBAY_SIMULATOR_BIN", script(folder, "plays", "echo playing\nexec sleep 3600"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// An address at which nobody listens.
fn address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[test]
fn whoever_ends_dev_ends_what_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let mut dev = dev(folder.path(), &address(), &address()).spawn().unwrap();
    let mut said = BufReader::new(dev.stdout.take().unwrap());
    let mut line = String::new();
    while line != "playing\n" {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "the simulator did not start");
    }
    let ended = Command::new("kill").args(["-TERM", &dev.id().to_string()]).status().unwrap();
    assert!(ended.success());
    assert!(dev.wait().unwrap().success());
    // The simulator writes to the same pipe, which ends with the last of its writers.
    said.read_to_string(&mut line).unwrap();
}

#[test]
fn an_address_that_is_taken_is_named_before_anything_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (listen, simulator, variable) in [
        (taken.clone(), address(), "PATCHBAY_DEV_LISTEN"),
        (address(), taken, "PATCHBAY_DEV_SIMULATOR"),
    ] {
        let done = dev(folder.path(), &listen, &simulator).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(!done.status.success() && said.contains(variable), "{said}");
        assert!(done.stdout.is_empty());
    }
}
