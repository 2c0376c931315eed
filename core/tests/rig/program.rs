//! The program `patchbay` as a process that can be killed at any instant.

use anyhow::{Context as _, Result, bail};
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

/// Debug builds on a busy machine compile all plugins at their first start.
const START_MAX: Duration = Duration::from_secs(120);

/// A free port of this machine, for servers whose address must stay the same over restarts.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Where a server keeps its data, and how it is started.
pub struct Folder {
    data: PathBuf,
    /// Removed with this value; none where the folder stays.
    _temporary: Option<TempDir>,
    database: Option<String>,
    settings: Vec<(String, String)>,
    port: u16,
    public: Option<String>,
}

impl Folder {
    /// A new folder. Without a database's address the server makes a SQLite file in it.
    pub fn new(database: Option<&str>) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("patchbay-rig").tempdir()?;
        let data = folder.path().to_owned();
        Self::of(data, Some(folder), database)
    }

    /// A folder that stays.
    pub fn kept(data: &Path, database: Option<&str>) -> Result<Self> {
        std::fs::create_dir_all(data)?;
        Self::of(data.to_owned(), None, database)
    }

    fn of(data: PathBuf, folder: Option<TempDir>, database: Option<&str>) -> Result<Self> {
        let database = database.map(str::to_owned);
        // Everything comes from this machine, and benchmarks bring thousands.
        let crowd = ("PATCHBAY_SERVER_CONNECTIONS_PER_ADDRESS".to_owned(), "0".to_owned());
        let mut settings = vec![crowd];
        // Tests share the compiled plugins, which a key guards: compiling all of them takes a busy machine
        // minutes. Benchmarks have no such folder, and measure a first start as it is.
        if let Some(shared) = option_env!("CARGO_TARGET_TMPDIR") {
            settings.push(("PATCHBAY_SECRET_KEY".to_owned(), "5a".repeat(32)));
            settings.push(("PATCHBAY_PLUGINS_CACHE".to_owned(), format!("{shared}/it-plugins")));
        }
        let port = free_port()?;
        Ok(Self { data, _temporary: folder, database, settings, port, public: None })
    }

    /// Runs another command of the program, which says what it does.
    pub async fn run(&self, args: &[&str]) -> Result<()> {
        let status = self.command(args)?.stdin(Stdio::null()).status().await?;
        if !status.success() {
            bail!("{args:?} failed");
        }
        Ok(())
    }

    /// Adds a setting by the name of its environment variable.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// Providers are told to call this address, which is not the server's own.
    pub fn call_at(&mut self, url: &str) {
        self.public = Some(url.to_owned());
    }

    pub fn path(&self) -> &Path {
        &self.data
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn command(&self, args: &[&str]) -> Result<Command> {
        let mut command = Command::new(binary()?);
        command.args(args).arg("--data").arg(&self.data).kill_on_drop(true);
        // What the caller's environment says of other servers must not reach this one.
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("PATCHBAY_")) {
            command.env_remove(name);
        }
        if let Some(url) = &self.database {
            command.args(["--database-url", url]);
        }
        command.env("PATCHBAY_LOG_LEVEL", "warn").envs(self.settings.iter().cloned());
        Ok(command)
    }

    /// Makes a user with the command line; the password is the username.
    pub async fn create_user(&self, username: &str, kind: &str) -> Result<()> {
        self.create_user_of("Rig", username, kind).await
    }

    /// The same for another client.
    pub async fn create_user_of(&self, client: &str, username: &str, kind: &str) -> Result<()> {
        let args = ["user", "create", "--client", client, "--username", username, "--type", kind];
        let output =
            self.command(&args)?.args(["--password", &password(username)]).output().await?;
        if !output.status.success() {
            bail!("no user {username}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(())
    }

    /// Starts the server without waiting for it.
    pub fn start(&self) -> Result<Program> {
        let address = format!("127.0.0.1:{}", self.port);
        let url = self.url();
        let public = self.public.as_ref().unwrap_or(&url);
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.data.join("server.log"))?;
        let child = self
            .command(&["serve", "--listen", &address, "--public-url", public])?
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .context("the server does not start")?;
        Ok(Program { child, url, listening: false })
    }

    /// What the servers of this folder wrote, for a failure's message.
    pub fn log_tail(&self) -> String {
        let log = std::fs::read_to_string(self.data.join("server.log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

/// The password of a user of the rig.
pub fn password(username: &str) -> String {
    format!("{username}-of-the-rig")
}

/// Beside this program's own folder: `target/debug/deps` or `target/release/examples`.
fn binary() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let profile = own.parent().and_then(Path::parent).context("a target directory")?;
    let binary = profile.join("patchbay");
    if !binary.is_file() {
        bail!("{} is missing: build the program first", binary.display());
    }
    Ok(binary)
}

/// A running server.
pub struct Program {
    child: Child,
    pub url: String,
    listening: bool,
}

impl Program {
    /// Waits until it listens.
    pub async fn ready(&mut self) -> Result<()> {
        if self.listening {
            return Ok(());
        }
        let output = self.child.stdout.take().context("waited for once")?;
        let mut lines = BufReader::new(output).lines();
        let listening = async {
            while let Some(line) = lines.next_line().await? {
                if line.starts_with("listening on ") {
                    return Ok(());
                }
            }
            bail!("the server ended before it listened")
        };
        tokio::time::timeout(START_MAX, listening)
            .await
            .context("the server does not listen")??;
        self.listening = true;
        Ok(())
    }

    pub fn id(&self) -> Result<u32> {
        self.child.id().context("the server has ended")
    }

    /// SIGKILL, and nothing else: the process gets no chance to do anything.
    pub async fn kill(mut self) -> Result<()> {
        Ok(self.child.kill().await?)
    }
}
