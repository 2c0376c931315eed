//! Compiling a component in a process of its own.
//!
//! A compiler is a large program that reads what strangers wrote. Here it runs with an empty
//! environment, no files, and limits on memory, processor time and wall time: a component that makes
//! it run away or crash costs that process and nothing else. What it answers is machine code, which
//! the cache keeps under a MAC.

use super::engine;
use anyhow::Context as _;
use patchbay_package::{PackageError, WASM_MAX};
use std::{
    io::{Read as _, Write as _},
    path::PathBuf,
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::{Child, Command},
    sync::Semaphore,
};

/// The hidden command of the program that compiles.
pub const COMMAND: &str = "compile-plugin";

/// What a compiling process may use.
#[derive(Clone, Copy, Debug)]
pub struct CompileLimits {
    /// Seconds it may take by the clock; its processor time may be twice that, over two threads.
    pub seconds: u64,
    /// Bytes of address space.
    pub memory: u64,
}

impl Default for CompileLimits {
    fn default() -> Self {
        Self { seconds: 300, memory: 4 << 30 }
    }
}

/// How components are compiled: the program to start, and what it may use. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Compiler {
    program: PathBuf,
    args: Vec<String>,
    limits: CompileLimits,
    turns: Arc<Semaphore>,
}

/// Compilations at a time. More would take the processor from the desk.
const AT_ONCE: usize = 2;

/// Machine code is a few times as large as the component.
const CODE_MAX: u64 = 768 << 20;

/// What is read of the compiler's complaints.
const COMPLAINT_MAX: u64 = 4 << 10;

impl Compiler {
    /// Compiles with this very program.
    ///
    /// # Errors
    /// When the system does not say where the program is.
    pub fn this_program(limits: CompileLimits) -> std::io::Result<Self> {
        // On Linux the running program stays reachable here when its file is replaced or removed.
        let program = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe()?
        };
        Ok(Self::program(program, &[COMMAND], limits))
    }

    /// Compiles with another program that understands `compile-plugin`.
    #[must_use]
    pub fn program(program: PathBuf, args: &[&str], limits: CompileLimits) -> Self {
        let mut args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        args.extend(["--seconds".to_owned(), limits.seconds.to_string()]);
        args.extend(["--memory".to_owned(), limits.memory.to_string()]);
        Self { program, args, limits, turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// The machine code of a component.
    ///
    /// # Errors
    /// [`PackageError::Component`] when the component is at fault, [`PackageError::Host`] when no
    /// process could be started.
    pub async fn compile(&self, wasm: &[u8]) -> Result<Vec<u8>, PackageError> {
        let _turn = self.turns.acquire().await;
        let host =
            |e: &std::io::Error| PackageError::Host(format!("the compiler cannot be started: {e}"));
        let mut child = Command::new(&self.program)
            .args(&self.args)
            // Nothing of the server's environment, only how many threads there may be, and that the
            // allocator takes address space in KiB and not by the GiB: there is a limit on it.
            .env_clear()
            .env("RAYON_NUM_THREADS", "2")
            .env("MIMALLOC_ARENA_RESERVE", "16384")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|e| host(&e))?;
        let wall = Duration::from_secs(self.limits.seconds);
        let worked = tokio::time::timeout(wall, talk(&mut child, wasm)).await;
        let (status, code, complaint) = match worked {
            Ok(Ok(worked)) => worked,
            Ok(Err(e)) => {
                let _ = child.kill().await;
                return Err(host(&e));
            }
            Err(_) => {
                let _ = child.kill().await;
                return Err(self.too_slow());
            }
        };
        if status.success() && code.len() as u64 <= CODE_MAX {
            return Ok(code);
        }
        Err(self.reason(status, &complaint))
    }

    fn too_slow(&self) -> PackageError {
        PackageError::Component(format!(
            "plugin.wasm takes longer to compile than plugins.compile_seconds = {} allows",
            self.limits.seconds
        ))
    }

    fn reason(&self, status: ExitStatus, complaint: &str) -> PackageError {
        let lacks_memory = complaint.contains("memory allocation of")
            || complaint.contains("Cannot allocate memory");
        match signal(status) {
            Some(XCPU) => self.too_slow(),
            Some(KILL) => PackageError::Component(
                "plugin.wasm does not compile: the compiler was killed, perhaps for want of memory"
                    .to_owned(),
            ),
            _ if lacks_memory => PackageError::Component(format!(
                "plugin.wasm needs more memory to compile than plugins.compile_memory_bytes = {} \
                 allows",
                self.limits.memory
            )),
            Some(number) => PackageError::Component(format!(
                "plugin.wasm makes the compiler crash (signal {number})"
            )),
            None => {
                let said = complaint.trim().trim_start_matches("error: ");
                let said = if said.is_empty() { "the compiler gave no code" } else { said };
                PackageError::Component(format!("plugin.wasm does not compile: {said}"))
            }
        }
    }
}

const KILL: i32 = 9;
const XCPU: i32 = 24;

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Hands the component over and takes the code, both at once: either pipe may fill up.
async fn talk(child: &mut Child, wasm: &[u8]) -> std::io::Result<(ExitStatus, Vec<u8>, String)> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let give = async move {
        if let Some(mut stdin) = stdin {
            // A compiler that died early says why elsewhere.
            let _ = stdin.write_all(wasm).await;
            let _ = stdin.shutdown().await;
        }
    };
    let ((), code, complaint) =
        tokio::join!(give, read(stdout, CODE_MAX + 1), read(stderr, COMPLAINT_MAX));
    let status = child.wait().await?;
    let complaint = String::from_utf8_lossy(&complaint?).into_owned();
    Ok((status, code?, complaint))
}

async fn read(source: Option<impl AsyncRead + Unpin>, max: u64) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    if let Some(mut source) = source {
        (&mut source).take(max).read_to_end(&mut out).await?;
        // What is more is thrown away, so that the other side does not wait for ever.
        tokio::io::copy(&mut source, &mut tokio::io::sink()).await?;
    }
    Ok(out)
}

/// The compiling process: a component on standard input, machine code on standard output.
///
/// # Errors
/// What is wrong with the component, or with the limits.
pub fn compile_stdin(limits: CompileLimits) -> anyhow::Result<()> {
    confine(limits).context("the compiler's limits cannot be set")?;
    let mut wasm = Vec::new();
    std::io::stdin().lock().take(WASM_MAX + 1).read_to_end(&mut wasm)?;
    anyhow::ensure!(wasm.len() as u64 <= WASM_MAX, "the component is too large");
    let code = engine::for_compiling()
        .and_then(|engine| engine.precompile_component(&wasm))
        .map_err(|e| anyhow::anyhow!("{e:#}"))?;
    std::io::stdout().lock().write_all(&code)?;
    Ok(())
}

/// Gives up what a compiler does not need, for good: the hard limits cannot be raised again.
#[cfg(target_os = "linux")]
fn confine(limits: CompileLimits) -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, Signal};
    let set = |resource, soft: u64, hard: u64| {
        rustix::process::setrlimit(resource, Rlimit { current: Some(soft), maximum: Some(hard) })
    };
    // It must not outlive the server that waits for it.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    // Nothing it could be made to start has more rights than it.
    rustix::thread::set_no_new_privs(true)?;
    set(Resource::As, limits.memory, limits.memory)?;
    let processor = limits.seconds.saturating_mul(2);
    set(Resource::Cpu, processor, processor + 1)?;
    set(Resource::Fsize, 0, 0)?;
    set(Resource::Core, 0, 0)?;
    set(Resource::Nofile, 16, 16)?;
    // The desk goes first.
    let _ = rustix::process::nice(10);
    Ok(())
}

/// Elsewhere only the wall clock and the process boundary hold.
#[cfg(not(target_os = "linux"))]
fn confine(_: CompileLimits) -> std::io::Result<()> {
    Ok(())
}
