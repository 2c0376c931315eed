//! Packages that must not be installed, and what their uploader is told; the compile cache.

use crate::{World, config, package};
use bytes::Bytes;
use patchbay::plugins::{Host, HostConfig};
use std::path::{Path, PathBuf};

/// The one file of machine code in a cache.
fn code_in(cache: &Path) -> PathBuf {
    let entries = std::fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path());
    let code: Vec<_> = entries.filter(|path| path.extension().unwrap() == "cwasm").collect();
    assert_eq!(code.len(), 1, "{code:?}");
    code.into_iter().next().unwrap()
}

fn refusal(world: &World, package: &[u8]) -> String {
    let error = world.host.install(package).expect_err("it was installed").to_string();
    assert!(error.len() < 700, "that is a dump, not a message: {error}");
    error
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_export_is_named() {
    let world = World::start();
    let component = package::dummy(
        "package test:guest; world w { include patchbay:plugin/settings-plugin@1.0.0; }",
        "test:guest/w",
        |wit| wit,
    );
    let package = package::with_component(component, "\"settings\", \"outbound\"");
    let error = refusal(&world, &package);
    assert!(error.contains("`outbound`"), "{error}");
    assert!(error.contains("patchbay:plugin/outbound@1.0.0"), "{error}");
    assert!(error.contains("it exports patchbay:plugin/settings@1.0.0"), "{error}");
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_import_is_named() {
    let world = World::start();
    for (import, told) in [
        ("import evil:thing/shell@1.0.0;", "`evil:thing/shell@1.0.0` is not lent"),
        ("import wasi:sockets/tcp@0.2.0;", "`wasi:sockets/tcp@0.2.0` is not lent"),
    ] {
        let (name, rest) = import.trim_start_matches("import ").split_once('/').unwrap();
        let interface = rest.split('@').next().unwrap();
        let version = rest.split('@').nth(1).unwrap().trim_end_matches(';');
        let component = package::dummy(
            &format!(
                "package test:guest;
                 world w {{ include patchbay:plugin/settings-plugin@1.0.0; {import} }}
                 package {name}@{version} {{ interface {interface} {{ run: func(); }} }}"
            ),
            "test:guest/w",
            |wit| wit,
        );
        let error = refusal(&world, &package::with_component(component, "\"settings\""));
        assert!(error.contains(told), "{error}");
        assert!(error.contains("Offered are patchbay:plugin@1.0.0 (types, media, http"), "{error}");
    }
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_component_built_for_wasi_is_lent_an_empty_one() {
    let world = World::start();
    let component = package::dummy(
        "package test:guest;
         world w {
             include patchbay:plugin/settings-plugin@1.0.0;
             import wasi:random/insecure-seed@0.2.9;
         }
         package wasi:random@0.2.9 {
             interface insecure-seed { insecure-seed: func() -> tuple<u64, u64>; }
         }",
        "test:guest/w",
        |wit| wit,
    );
    world.host.install(&package::with_component(component, "\"settings\"")).unwrap();
    // Its functions do nothing but trap, which shows that it was started.
    assert!(crate::trapped(&world.act("", "").await.result.unwrap_err()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_version_of_the_interface_is_named() {
    let world = World::start();
    for version in ["2.0.0", "1.9.0", "0.9.0"] {
        let wit = format!(
            "package test:guest; world w {{ include patchbay:plugin/settings-plugin@{version}; }}"
        );
        let component = package::dummy(&wit, "test:guest/w", |wit| {
            wit.replace("patchbay:plugin@1.0.0", &format!("patchbay:plugin@{version}"))
        });
        let error = refusal(&world, &package::with_component(component, "\"settings\""));
        assert!(error.contains(version) && error.contains("1.0.0"), "{error}");
    }
    // An older patch of the same minor is as good.
    let component = package::dummy(
        "package test:guest; world w { include patchbay:plugin/settings-plugin@1.0.7; }",
        "test:guest/w",
        |wit| wit.replace("patchbay:plugin@1.0.0", "patchbay:plugin@1.0.7"),
    );
    world.host.install(&package::with_component(component, "\"settings\"")).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_functions_and_other_types_are_told_without_a_dump() {
    let world = World::start();
    let wit = "package test:guest; world w { include patchbay:plugin/settings-plugin@1.0.0; }";
    let component = package::dummy(wit, "test:guest/w", |wit| {
        wit.replace("now-ms: func() -> u64;", "now-ms: func() -> u64; shell: func(cmd: string);")
    });
    let error = refusal(&world, &package::with_component(component, "\"settings\""));
    assert!(error.contains("wants shell of `patchbay:plugin/host`"), "{error}");
    let component = package::dummy(wit, "test:guest/w", |wit| {
        wit.replace("public-url: string,", "public-url: string, extra: string,")
    });
    let error = refusal(&world, &package::with_component(component, "\"settings\""));
    assert!(error.contains("are not those of patchbay:plugin@1.0.0"), "{error}");
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_component_is_told_what_it_is() {
    let world = World::start();
    let component = package::unpack(&package::hostile()).remove("plugin.wasm").unwrap();
    for (bytes, told) in [
        (package::memory_module(1), "is a core module"),
        (b"\x7fELF and so on".to_vec(), "machine code"),
        (b"MZ".to_vec(), "not acceptable WebAssembly"),
        (component[..component.len() / 2].to_vec(), "not acceptable WebAssembly"),
    ] {
        let error = refusal(&world, &package::with_component(bytes, "\"settings\""));
        assert!(error.contains(told), "{error}");
    }
    world.serves().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compiled_plugins_are_cached_and_only_our_own_are_loaded() {
    let world = World::start();
    let compiled = world.folder.path().join("compiled");
    let file = || code_in(&compiled);
    let install = |key: &[u8]| {
        let config = HostConfig {
            cache_dir: Some(compiled.clone()),
            cache_key: key.to_vec(),
            ..config(&[])
        };
        let host = Host::new(config, world.blobs.clone(), patchbay::clock::Clock::system());
        let host = host.unwrap();
        host.install(&package::hostile()).unwrap();
        host
    };
    install(b"a key of this test");
    let ours = std::fs::read(file()).unwrap();
    // The same key loads what is there.
    let before = std::fs::metadata(file()).unwrap().modified().unwrap();
    install(b"a key of this test");
    assert_eq!(std::fs::metadata(file()).unwrap().modified().unwrap(), before);
    // A changed file, a short one and one of another installation are compiled anew.
    let mut changed = ours.clone();
    *changed.last_mut().unwrap() ^= 1;
    for bytes in [changed, ours[..20].to_vec(), Vec::new()] {
        std::fs::write(file(), &bytes).unwrap();
        let host = install(b"a key of this test");
        assert_ne!(std::fs::read(file()).unwrap(), bytes);
        let called = host.check(&world.account(serde_json::json!({}))).await;
        called.result.unwrap();
    }
    let old = std::fs::read(file()).unwrap();
    install(b"another key");
    assert_ne!(std::fs::read(file()).unwrap()[..32], old[..32]);
    // An uploaded package cannot bring compiled code.
    let code = std::fs::read(file()).unwrap()[32..].to_vec();
    let error = refusal(&world, &package::with_component(code, "\"settings\""));
    assert!(error.contains("machine code"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compiled_plugin_is_loaded_when_it_is_first_called() {
    let world = World::start();
    let compiled = world.folder.path().join("compiled");
    let package = Bytes::from(package::hostile());
    let open = || {
        let config = HostConfig { cache_dir: Some(compiled.clone()), ..config(&[]) };
        Host::new(config, world.blobs.clone(), patchbay::clock::Clock::system()).unwrap()
    };
    let digest = open().prepare_again(package.to_vec()).await.unwrap().digest.clone();
    let account = world.account(serde_json::json!({}));
    let mut changed = std::fs::read(code_in(&compiled)).unwrap();
    *changed.last_mut().unwrap() ^= 1;
    for spoilt in [false, true] {
        let host = open();
        let plugin = host.prepare_lazily(package.clone(), &digest).await.unwrap().unwrap();
        assert_eq!((plugin.manifest.id.as_str(), &plugin.digest), ("hostile", &digest));
        host.place(plugin);
        if spoilt {
            // Nothing is believed because it was there at the start.
            std::fs::write(code_in(&compiled), &changed).unwrap();
        }
        let (one, other) = tokio::join!(host.check(&account), host.check(&account));
        for called in [one, other] {
            assert_eq!(called.result.unwrap().facts, [("do".to_owned(), "nothing".to_owned())]);
        }
        assert_ne!(std::fs::read(code_in(&compiled)).unwrap(), changed);
    }
    // What is not compiled, or by nobody knows whom, is prepared at once; so is what nobody accepted yet.
    let fresh = HostConfig { cache_dir: Some(world.folder.path().join("fresh")), ..config(&[]) };
    let fresh = Host::new(fresh, world.blobs.clone(), patchbay::clock::Clock::system()).unwrap();
    fresh.prepare(package.clone()).await.unwrap();
    assert!(fresh.prepare_lazily(package.clone(), &digest).await.unwrap().is_none());
    assert!(open().prepare_lazily(package.clone(), &"0".repeat(64)).await.unwrap().is_none());
    std::fs::remove_file(code_in(&compiled)).unwrap();
    assert!(open().prepare_lazily(package.clone(), &digest).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_loaded_is_the_hosts_trouble() {
    let world = World::start();
    let compiled = world.folder.path().join("compiled");
    let config = HostConfig { cache_dir: Some(compiled.clone()), ..config(&[]) };
    let host = Host::new(config, world.blobs.clone(), patchbay::clock::Clock::system()).unwrap();
    let whole = package::hostile();
    let digest = host.prepare_again(whole.clone()).await.unwrap().digest.clone();
    let mut files = package::unpack(&whole);
    let component = files.insert("plugin.wasm".to_owned(), b"not a component".to_vec());
    assert!(component.is_some());
    let broken = Bytes::from(package::pack(&files));
    host.place(host.prepare_lazily(broken, &digest).await.unwrap().unwrap());
    for _ in 0..2 {
        let error = host.check(&world.account(serde_json::json!({}))).await.result.unwrap_err();
        assert!(!error.is_deterministic(), "no input is at fault: {error}");
        assert!(error.to_string().contains("does not compile"), "{error}");
    }
    host.place(host.prepare_lazily(whole.into(), &digest).await.unwrap().unwrap());
    host.check(&world.account(serde_json::json!({}))).await.result.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_version_replaces_the_old_one() {
    let world = World::start();
    let mut files = package::unpack(&package::hostile());
    package::edit(&mut files, |m| *m = m.replace("version = \"0.1.0\"", "version = \"0.2.0\""));
    world.host.install(&package::pack(&files)).unwrap();
    assert_eq!(world.host.plugins().len(), 1);
    assert_eq!(world.host.plugin("hostile").unwrap().manifest.version, "0.2.0");
    world.serves().await;
    world.host.remove("hostile");
    let error = world.act("", "").await.result.unwrap_err();
    assert_eq!(error, patchbay::plugins::CallError::UnknownPlugin);
}
