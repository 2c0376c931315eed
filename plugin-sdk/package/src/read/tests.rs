//! Packages that are short of something or too much of something.

use super::*;
use std::io::Write as _;
use zip::write::SimpleFileOptions;

fn files() -> BTreeMap<&'static str, Vec<u8>> {
    BTreeMap::from([
        (
            "plugin.toml",
            include_bytes!("../../../../core/tests/guests/hostile/plugin.toml").to_vec(),
        ),
        (
            "settings.json",
            include_bytes!("../../../../core/tests/guests/hostile/settings.json").to_vec(),
        ),
        ("icon.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()),
        ("texts/en.json", b"{}".to_vec()),
        ("LICENSE", b"MIT".to_vec()),
        ("plugin.wasm", b"\0asm".to_vec()),
    ])
}

fn pack(files: &BTreeMap<&'static str, Vec<u8>>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn problem(files: &BTreeMap<&'static str, Vec<u8>>) -> String {
    Package::read(&pack(files)).err().expect("it was read").to_string()
}

#[test]
fn a_package_is_read() {
    let package = Package::read(&pack(&files())).unwrap();
    assert_eq!(package.manifest.id, "hostile");
    assert_eq!(package.texts.len(), 1);
    assert_eq!(package.digest.len(), 64);
}

#[test]
fn every_part_is_needed() {
    for name in ["plugin.toml", "settings.json", "icon.svg", "LICENSE", "plugin.wasm"] {
        let mut files = files();
        files.remove(name);
        assert_eq!(problem(&files), format!("the package lacks {name}"));
    }
}

#[test]
fn a_bomb_is_not_unpacked() {
    let mut files = files();
    files.insert("texts/ms.json", vec![b' '; 2 << 20]);
    let packed = pack(&files);
    assert!(packed.len() < 20_000, "it should be small: {}", packed.len());
    let text = problem(&files);
    assert!(text.contains("texts/ms.json unpacks to more than"), "{text}");
}

#[test]
fn a_lying_header_does_not_help() {
    // The size in the archive says 1 byte; what is unpacked is what counts.
    let mut files = files();
    files.insert("LICENSE", vec![b'x'; 2 << 20]);
    let mut packed = pack(&files);
    let size = (2_u32 << 20).to_le_bytes();
    let found: Vec<_> =
        packed.windows(4).enumerate().filter(|(_, w)| *w == size).map(|(i, _)| i).collect();
    for at in found {
        packed[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
    }
    assert!(Package::read(&packed).is_err());
}

#[test]
fn other_trouble_is_named() {
    let text = Package::read(b"not a zip").err().unwrap().to_string();
    assert!(text.contains("not a plugin package"), "{text}");
    for (name, bytes, said) in [
        ("icon.svg", &b"<svg><script>1</script></svg>"[..], "<script"),
        ("icon.svg", b"GIF89a", "no SVG"),
        ("settings.json", b"[]", "object"),
        ("settings.json", b"{", "settings.json cannot be read"),
        ("settings.json", br#"{"type":"object","properties":{"a":{}}}"#, "`a` needs a `type`"),
        ("texts/en.json", b"{", "texts/en.json"),
        ("plugin.toml", b"id = 1", "plugin.toml"),
        ("plugin.toml", b"\xff", "plugin.toml"),
    ] {
        let mut files = files();
        files.insert(name, bytes.to_vec());
        let text = problem(&files);
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn too_many_files_are_refused() {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for i in 0..=ENTRIES_MAX {
        zip.start_file(format!("f{i}"), SimpleFileOptions::default()).unwrap();
    }
    let packed = zip.finish().unwrap().into_inner();
    assert!(matches!(Package::read(&packed), Err(PackageError::TooManyFiles)));
}

#[test]
fn a_signature_covers_every_file() {
    let key = crate::SigningKey::from_pem(&crate::SigningKey::generate().unwrap()).unwrap();
    let signed = crate::sign(&pack(&files()), &key).unwrap();
    let package = Package::read(&signed).unwrap();
    assert_eq!(package.signature.unwrap().key, key.public());
    assert!(Package::read(&pack(&files())).unwrap().signature.is_none());
    for (name, change) in [("LICENSE", &b"mine"[..]), ("settings.json", b"{\"type\":\"object\"}")] {
        let mut files = crate::unpack(&signed).unwrap();
        files.insert(name.to_owned(), change.to_vec());
        let problem = Package::read(&crate::write(&files).unwrap()).err().unwrap().to_string();
        assert!(problem.contains("changed after it was signed"), "{problem}");
    }
    let mut added = crate::unpack(&signed).unwrap();
    added.insert("texts/fr.json".to_owned(), b"{}".to_vec());
    assert!(matches!(
        Package::read(&crate::write(&added).unwrap()),
        Err(PackageError::Signature(_))
    ));
}

#[test]
fn names_that_readers_could_take_differently_are_refused() {
    for name in [
        "../x",
        "/etc/x",
        "a\\b",
        "texts//en.json",
        ".",
        "a\0b",
        "a\n00  b",
        "a\rb",
        "a\u{1b}[2Jb",
        "a\u{85}b",
        "a\u{2028}b",
        "a\u{202e}gnp.b",
        "a\u{2066}b",
    ] {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        assert!(matches!(Package::read(&bytes), Err(PackageError::FileName(_))), "{name}");
    }
}

#[test]
fn a_cut_package_is_refused() {
    let whole = pack(&files());
    for keep in [0, 10, whole.len() / 2, whole.len() - 1] {
        assert!(matches!(Package::read(&whole[..keep]), Err(PackageError::NotAPackage(_))));
    }
}
