//! What this host offers to guests, by name; a test holds it against the WIT.

/// Version of the `patchbay:plugin` package that is built in.
pub const VERSION: &str = "1.0.0";

/// Importable interfaces and their functions, named as in the canonical ABI.
pub const IMPORTS: [(&str, &[&str]); 7] = [
    ("types", &[]),
    (
        "media",
        &[
            "[method]blob.meta",
            "[method]blob.read",
            "[constructor]blob-writer",
            "[method]blob-writer.write",
            "[static]blob-writer.finish",
        ],
    ),
    ("http", &["send"]),
    ("host", &["log", "now-ms", "random", "kv-get", "secret-exists", "sign"]),
    ("effects", &[]),
    ("outgoing", &[]),
    ("talk", &[]),
];

/// The functions of `wanted` that are not offered by `interface`.
pub fn missing<'a>(interface: &str, wanted: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let functions = IMPORTS.iter().find(|(n, _)| *n == interface).map_or(&[][..], |(_, f)| f);
    wanted.filter(|name| !functions.contains(name)).collect()
}
