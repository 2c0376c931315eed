//! `patchbay serve` as a process.

use super::{Agent, Ground, PASSWORD, ground::free_port};
use std::{
    io::{BufRead as _, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

/// How a server is started.
#[derive(Default)]
pub struct Start {
    /// Another folder than the ground's.
    pub data: Option<PathBuf>,
    pub database: Option<String>,
    /// Start the demo.
    pub demo: bool,
    /// Give it a public URL, so that providers call it.
    pub public: bool,
    /// Further environment, for example settings.
    pub env: Vec<(String, String)>,
    /// What starts it: a wrapper's program and arguments before the server's own.
    pub wrapper: Vec<String>,
}

impl Start {
    pub fn set(mut self, name: &str, value: impl ToString) -> Self {
        self.env.push((name.to_owned(), value.to_string()));
        self
    }
}

/// A running server; it is killed when the value is dropped.
pub struct Desk {
    pub url: String,
    child: Child,
    log: Arc<Mutex<String>>,
}

/// The program with what every process of a story shares: one master key, so that several nodes
/// can work together, and one folder of compiled plugins, so that they are compiled once.
pub fn program(wrapper: &[String], data: &Path, database: Option<&str>) -> Command {
    let binary = env!("CARGO_BIN_EXE_patchbay");
    let mut command = match wrapper {
        [] => Command::new(binary),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(binary);
            command
        }
    };
    command.arg("--data").arg(data).stdin(Stdio::null());
    if let Some(url) = database {
        command.args(["--database-url", url]);
    }
    command
        .env("PATCHBAY_SECRET_KEY", "5a".repeat(32))
        // A quarter of what a small story costs would be the hashing of its users' passwords.
        .env("PATCHBAY_AUTH_PASSWORD_MEMORY_KIB", "1024")
        // Huge pages, zeroed before they are used, are a fifth of a start and a third of its memory.
        .env("MIMALLOC_ALLOW_THP", "0")
        .env("PATCHBAY_PLUGINS_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("it-plugins"))
        .env_remove("PATCHBAY_CONFIG");
    command
}

fn follow(source: impl Read + Send + 'static, log: Arc<Mutex<String>>) {
    std::thread::spawn(move || {
        for line in BufReader::new(source).lines().map_while(Result::ok) {
            let mut log = log.lock().expect("the log");
            log.push_str(&line);
            log.push('\n');
        }
    });
}

impl Desk {
    /// Starts a server and waits until it listens.
    pub fn start(ground: &Ground, start: &Start) -> Self {
        // The first one of the process compiles the plugins into the folder that all share; others that
        // began beside it would each compile all of them, too.
        static COMPILED: Mutex<bool> = Mutex::new(false);
        let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        if *compiled {
            drop(compiled);
            return Self::begin(ground, start);
        }
        let desk = Self::begin(ground, start);
        *compiled = true;
        desk
    }

    fn begin(ground: &Ground, start: &Start) -> Self {
        let data = start.data.clone().unwrap_or_else(|| ground.data());
        let database = start.database.as_deref().or(ground.database());
        let mut command = program(&start.wrapper, &data, database);
        command.args([if start.demo { "demo" } else { "serve" }, "--listen"]);
        if start.public {
            let address = format!("127.0.0.1:{}", free_port());
            command.arg(&address).args(["--public-url", &format!("http://{address}")]);
        } else {
            command.arg("127.0.0.1:0");
        }
        command.envs(start.env.iter().map(|(k, v)| (k, v)));
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let log = Arc::new(Mutex::new(String::new()));
        follow(child.stderr.take().expect("piped"), log.clone());
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        let Some(url) = line.trim().strip_prefix("listening on ").map(str::to_owned) else {
            let _ = child.wait();
            panic!("it does not listen: {line:?}\n{}", log.lock().expect("the log"));
        };
        follow(lines, log.clone());
        Self { url, child, log }
    }

    /// The lines it has written so far.
    pub fn log(&self) -> String {
        self.log.lock().expect("the log").clone()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process lives.
    pub fn lives(&mut self) -> bool {
        self.child.try_wait().expect("asked").is_none()
    }

    /// Makes a user from outside, as an operator does, and gives what was said.
    pub fn user(ground: &Ground, client: &str, username: &str, kind: &str) {
        let mut command = program(&[], &ground.data(), ground.database());
        command.args(["user", "create", "--client", client, "--username", username]);
        command.args(["--name", &format!("{username} of {client}"), "--type", kind]);
        let Output { status, stderr, .. } =
            command.args(["--password", PASSWORD]).output().expect("it runs");
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    }

    /// Signs a user in.
    pub async fn sign_in(&self, username: &str, kind: &str) -> Agent {
        Agent::sign_in(&self.url, username, kind).await
    }

    /// Ends it as an operator does, with what it has begun finished.
    pub fn end(mut self) {
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
        assert!(asked.success(), "it was asked to end");
        self.child.wait().expect("it ends");
    }

    /// SIGKILL.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            eprintln!("--- the server at {} wrote:\n{}---", self.url, self.log());
        }
    }
}
