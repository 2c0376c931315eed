//! Child processes: shown while they run, and never left behind.
//!
//! Every child leads its own process group, so that a signal to xtask ends the whole family.

use anyhow::{Context as _, Result, bail};
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From here on Ctrl-C and a polite kill raise a flag instead of ending the process, so that what
/// was started is stopped first.
pub fn catch_signals() -> Result<()> {
    let flag = Arc::clone(STOP.get_or_init(Arc::default));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(())
}

/// Whether someone asked us to stop.
pub fn stopping() -> bool {
    STOP.get().is_some_and(|flag| flag.load(Ordering::SeqCst))
}

static DEADLINE: Mutex<Option<Instant>> = Mutex::new(None);

/// Until when what is started from here on may run. A test that waits for ever would otherwise
/// keep a machine without anyone watching busy for ever.
pub fn limit(time: Duration) {
    *DEADLINE.lock().expect("nothing panics while holding it") = Some(Instant::now() + time);
}

fn overdue() -> bool {
    let deadline = *DEADLINE.lock().expect("nothing panics while holding it");
    deadline.is_some_and(|deadline| Instant::now() > deadline)
}

/// A running child that is stopped, with its family, when this value is dropped.
pub struct Running {
    name: String,
    child: Child,
    polite: &'static str,
}

impl Running {
    /// Starts a command in a process group of its own, without standard input.
    pub fn start(name: &str, command: &mut Command) -> Result<Self> {
        command.stdin(Stdio::null()).process_group(0);
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().with_context(|| format!("starting {program}"))?;
        Ok(Self { name: name.to_owned(), child, polite: "TERM" })
    }

    /// The signal that asks this process to end, where TERM is not the one.
    pub fn polite_signal(mut self, signal: &'static str) -> Self {
        self.polite = signal;
        self
    }

    /// The child's standard output, when it was piped and not taken yet.
    pub fn stdout(&mut self) -> Option<std::process::ChildStdout> {
        self.child.stdout.take()
    }

    /// The exit status, when it has ended.
    pub fn ended(&mut self) -> Result<Option<std::process::ExitStatus>> {
        Ok(self.child.try_wait()?)
    }

    /// Asks it to end, waits, and ends it by force when it does not listen.
    pub fn stop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        self.signal(self.polite);
        for _ in 0..300 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        eprintln!("{} does not stop; killing it", self.name);
        self.signal("KILL");
        let _ = self.child.wait();
    }

    fn signal(&self, signal: &str) {
        let group = format!("-{}", self.child.id());
        let _ =
            Command::new("kill").args(["-s", signal, "--", &group]).stderr(Stdio::null()).status();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Runs a command with its output visible, and fails when it fails.
pub fn run(command: &mut Command) -> Result<()> {
    finish(command, Output::Shown)
}

/// The same for tests, whose times and failures are looked for in what they print.
pub fn run_tests(command: &mut Command) -> Result<()> {
    finish(command, Output::Read)
}

/// The same, shown in one piece when they have ended, because others write meanwhile.
pub fn run_tests_in_one_piece(command: &mut Command) -> Result<()> {
    finish(command, Output::ReadAtEnd)
}

/// Runs a command whose output is only interesting when it fails; says that it is alive meanwhile.
pub fn run_quietly(command: &mut Command) -> Result<()> {
    finish(command, Output::Kept)
}

/// How often a quiet command is said to be alive.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// What is done with a command's output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    Shown,
    /// Shown, and each line is looked at for a test's time or failure.
    Read,
    /// The same, once the command has ended.
    ReadAtEnd,
    /// Shown only when the command fails.
    Kept,
}

fn finish(command: &mut Command, output: Output) -> Result<()> {
    let shown = words(command);
    let log = match output {
        Output::Shown => None,
        Output::Read | Output::ReadAtEnd => {
            command.stdout(Stdio::piped());
            None
        }
        Output::Kept => {
            let path = scratch("log");
            let file = std::fs::File::create(&path)
                .with_context(|| format!("making {}", path.display()))?;
            command.stdout(file.try_clone()?).stderr(file);
            Some(path)
        }
    };
    let begun = Instant::now();
    let mut beat = begun;
    let mut running = Running::start(&shown, command)?;
    let reader = running.stdout().map(|out| std::thread::spawn(move || read(out, output)));
    let status = loop {
        if let Some(status) = running.ended()? {
            break status;
        }
        if stopping() {
            running.stop();
            bail!("stopped on request while running `{shown}`");
        }
        if overdue() {
            running.stop();
            bail!("stopped because the time was over, while running `{shown}`");
        }
        if output == Output::Kept && beat.elapsed() >= HEARTBEAT {
            beat = Instant::now();
            println!("      still running after {}: {shown}", crate::progress::time(begun));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    if let Some(reader) = reader {
        let _ = reader.join();
    }
    if !status.success()
        && let Some(path) = &log
    {
        eprintln!("{}", std::fs::read_to_string(path).unwrap_or_default());
    }
    if let Some(path) = log {
        let _ = std::fs::remove_file(path);
    }
    if !status.success() {
        bail!("`{shown}` ended with {status}");
    }
    Ok(())
}

/// Passes a test's output on, line by line or in one piece.
fn read(out: std::process::ChildStdout, output: Output) {
    let mut lines = BufReader::new(out);
    let mut piece = Vec::new();
    let mut line = Vec::new();
    let mut failures = crate::failures::Reader::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        let text = String::from_utf8_lossy(&line);
        crate::slowest::look(&text);
        failures.look(text.trim_end());
        if output == Output::ReadAtEnd {
            piece.append(&mut line);
        } else {
            let _ = std::io::stdout().write_all(&line);
            line.clear();
        }
    }
    failures.end();
    let _ = std::io::stdout().write_all(&piece);
}

/// The standard output of a command that must succeed.
pub fn output(command: &mut Command) -> Result<String> {
    let shown = words(command);
    let out = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("starting `{shown}`"))?;
    if !out.status.success() {
        bail!("`{shown}` ended with {}", out.status);
    }
    Ok(String::from_utf8(out.stdout)?)
}

/// Whether a command can be started and succeeds; its output is not shown.
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Where a program is, looked for on PATH and in the folders where Debian hides servers.
pub fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin", "/usr/local/sbin"].map(Into::into))
        .map(|dir| dir.join(program))
        .find(|file| file.is_file())
}

const MEMORY: &str = "/dev/shm";
const MEMORY_NEEDED_BYTES: u64 = 2 << 30;

/// Where tests put what they throw away: in memory, where the system has room for it. A database is made
/// for each story, a thousand small files, which a disk has to book in and out again. That nothing is
/// lost when a process dies is shown all the same.
pub fn temporary() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let free = output(Command::new("df").args(["--output=avail", "-B1", MEMORY]));
        let free = free.ok().and_then(|text| text.lines().nth(1)?.trim().parse::<u64>().ok());
        let roomy = free.is_some_and(|free| free >= MEMORY_NEEDED_BYTES);
        if roomy { MEMORY.into() } else { std::env::temp_dir() }
    })
}

/// A path for a file of this process in the folder for what is thrown away. Short, because Unix socket
/// paths have to be.
pub fn scratch(what: &str) -> PathBuf {
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let n = COUNT.fetch_add(1, Ordering::SeqCst);
    temporary().join(format!("patchbay-{}-{n}-{what}", std::process::id()))
}

fn words(command: &Command) -> String {
    let mut all = vec![command.get_program().to_string_lossy().into_owned()];
    all.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    all.join(" ")
}
