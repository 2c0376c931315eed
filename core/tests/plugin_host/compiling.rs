//! Compiling in a process of its own: what it makes, and what it costs when it goes wrong.

use crate::{World, config, package};
use patchbay::{
    clock::Clock,
    plugins::{CompileLimits, Compiler, Host, HostConfig, PackageError},
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::Instant;

const PLENTY: CompileLimits = CompileLimits { seconds: 300, memory: 4 << 30 };

fn ours(limits: CompileLimits) -> Compiler {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_patchbay"));
    Compiler::program(program, &["compile-plugin"], limits)
}

/// A compiler that is a line of shell.
fn shell(line: &str, seconds: u64) -> Compiler {
    let limits = CompileLimits { seconds, ..PLENTY };
    Compiler::program("/bin/sh".into(), &["-c", line, "sh"], limits)
}

fn host(world: &World, compiler: Compiler, cache: &Path) -> Host {
    let config =
        HostConfig { compiler: Some(compiler), cache_dir: Some(cache.to_owned()), ..config(&[]) };
    Host::new(config, world.blobs.clone(), Clock::system()).unwrap()
}

/// The refusal, and that the host goes on.
async fn refused(world: &World, compiler: Compiler, package: Vec<u8>) -> String {
    let cache = tempfile::tempdir().unwrap();
    let host = host(world, compiler, cache.path());
    let Err(error) = host.prepare(package).await else { panic!("it was prepared") };
    assert_eq!(std::fs::read_dir(cache.path()).unwrap().count(), 0, "nothing was kept");
    world.serves().await;
    let text = error.to_string();
    println!("{text}");
    assert!(text.len() < 700, "that is a dump, not a message: {text}");
    text
}

/// A package whose component holds functions of so many additions.
fn heavy(functions: u32, additions: usize) -> Vec<u8> {
    let wasm = package::unpack(&package::hostile()).remove("plugin.wasm").unwrap();
    let module = package::long_module(functions, additions);
    package::with_component(package::with_modules(&wasm, &module, 1), "\"settings\"")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_process_makes_code_that_runs_and_is_kept() {
    let world = World::start();
    let cache = tempfile::tempdir().unwrap();
    let first = host(&world, ours(PLENTY), cache.path());
    first.place(first.prepare(package::hostile()).await.unwrap());
    let called = first.check(&world.account(serde_json::json!({}))).await;
    assert_eq!(called.result.unwrap().facts[0].1, "nothing");
    // What is kept needs no compiler any more.
    let second = host(&world, shell("exit 1", 5), cache.path());
    let plugin = second.prepare(package::hostile()).await.unwrap();
    second.smoke(&plugin).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_component_that_takes_for_ever_to_compile_is_given_up() {
    let world = World::start();
    let began = Instant::now();
    let limits = CompileLimits { seconds: 1, ..PLENTY };
    let text = refused(&world, ours(limits), heavy(12, 300_000)).await;
    assert!(text.contains("longer to compile than plugins.compile_seconds = 1"), "{text}");
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_component_that_needs_endless_memory_is_given_up() {
    let world = World::start();
    let limits = CompileLimits { memory: 320 << 20, ..PLENTY };
    let text = refused(&world, ours(limits), heavy(24, 340_000)).await;
    assert!(text.contains("needs more memory to compile"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compiler_that_dies_hangs_or_lies_is_contained() {
    let world = World::start();
    let began = Instant::now();
    for (line, seconds, told) in [
        ("kill -9 $$", 30, "the compiler was killed"),
        ("kill -SEGV $$", 30, "makes the compiler crash (signal 11)"),
        ("sleep 600", 1, "longer to compile than plugins.compile_seconds = 1"),
        ("cat > /dev/null; sleep 600 & wait", 1, "longer to compile"),
        ("cat > /dev/null; echo nonsense", 30, "does not compile"),
        ("cat > /dev/null", 30, "does not compile"),
        ("echo 'error: too odd' >&2; exit 1", 30, "does not compile: too odd"),
    ] {
        let text = refused(&world, shell(line, seconds), package::hostile()).await;
        assert!(text.contains(told), "{line}: {text}");
    }
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
    let nowhere = Compiler::program("/nowhere/patchbay".into(), &[], PLENTY);
    let host = host(&world, nowhere, Path::new("/nowhere"));
    let Err(error) = host.prepare(package::hostile()).await else { panic!("it was prepared") };
    assert!(matches!(error, PackageError::Host(_)), "not the package's fault: {error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_process_knows_nothing_of_the_server() {
    let world = World::start();
    let line = "cat > /dev/null; env | cut -d= -f1 | sort | tr '\\n' ' ' >&2; pwd >&2; exit 1";
    let text = refused(&world, shell(line, 30), package::hostile()).await;
    assert!(text.contains("RAYON_NUM_THREADS") && text.ends_with('/'), "{text}");
    // What a shell makes up by itself is not this process's.
    let own = ["PWD", "OLDPWD", "SHLVL", "_"];
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let ours: Vec<String> = names.filter(|name| !own.contains(&name.as_str())).collect();
    assert!(!ours.is_empty(), "this process has an environment");
    let inherited = |name: &&String| text.split_whitespace().any(|word| word == name.as_str());
    assert_eq!(ours.iter().find(inherited), None, "{text}");
}

/// Before it reads anything of the component.
#[cfg(target_os = "linux")]
#[test]
fn the_process_gives_its_rights_up() {
    use std::{
        io::Write as _,
        process::{Command, Stdio},
    };
    let mut compiler = Command::new(env!("CARGO_BIN_EXE_patchbay"))
        .args(["compile-plugin", "--seconds", "60", "--memory", "4294967296"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let status = format!("/proc/{}/status", compiler.id());
    // It waits for the component on its standard input.
    while !std::fs::read_to_string(&status).unwrap().contains("NoNewPrivs:\t1") {
        assert!(began.elapsed() < Duration::from_secs(60), "it keeps the right to gain more");
        std::thread::sleep(Duration::from_millis(20));
    }
    compiler.stdin.take().unwrap().write_all(b"no component").unwrap();
    assert!(!compiler.wait().unwrap().success());
}

#[tokio::test]
async fn preparing_leaves_the_runtime_free() {
    let world = World::start();
    let cache = tempfile::tempdir().unwrap();
    let host = host(&world, shell("cat > /dev/null; sleep 2; exit 1", 30), cache.path());
    let preparing = host.prepare(package::hostile());
    tokio::pin!(preparing);
    // On the one thread there is, others get their turn all the while.
    let (mut ticks, mut longest, mut last) = (0, Duration::ZERO, Instant::now());
    let mut clock = tokio::time::interval(Duration::from_millis(20));
    loop {
        tokio::select! {
            done = &mut preparing => {
                assert!(done.is_err());
                break;
            }
            _ = clock.tick() => {
                ticks += 1;
                longest = longest.max(last.elapsed());
                last = Instant::now();
            }
        }
    }
    println!("{ticks} turns while a package was prepared, the longest wait {longest:?}");
    assert!(ticks > 20, "{ticks}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plugin_that_crashes_on_empty_settings_fails_its_trial_run() {
    let world = World::start();
    let component = package::dummy(
        "package test:guest; world w { include patchbay:plugin/settings-plugin@1.0.0; }",
        "test:guest/w",
        |wit| wit,
    );
    let package = package::with_component(component, "\"settings\"");
    let plugin = world.host.prepare(package).await.unwrap();
    let error = world.host.smoke(&plugin).await.unwrap_err().to_string();
    assert!(error.contains("the trial run failed"), "{error}");
    world.serves().await;
}
