//! Every answer and frame that the tests saw, for comparing what stands on the wire before and after a
//! change that must not alter it.
//!
//! `PATCHBAY_TEST_RECORD=file` makes the tests append one JSON object a line: `{"at", "status",
//! "body"}` with `at` the method and path, or the event's name for a frame of a socket.

use serde_json::{Value, json};
use std::{
    fs::{File, OpenOptions},
    io::Write as _,
    sync::{LazyLock, Mutex},
};

static FILE: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| {
    let path = std::env::var_os("PATCHBAY_TEST_RECORD")?;
    let file = OpenOptions::new().create(true).append(true).open(path);
    Some(Mutex::new(file.expect("PATCHBAY_TEST_RECORD names a file that can be written")))
});

/// Records one answer, or one frame with status 0, if recording is asked for.
pub fn record(at: &str, status: u16, body: &Value) {
    if let Some(file) = &*FILE {
        let line = format!("{}\n", json!({ "at": at, "status": status, "body": body }));
        let mut file = file.lock().expect("nobody panics while writing");
        file.write_all(line.as_bytes()).expect("the record is written");
    }
}
