//! Databases: a folder for SQLite, a fresh database of the given PostgreSQL, a PostgreSQL of one's own.

use sqlx::{Connection as _, Executor as _};
use std::{
    net::TcpListener,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Once,
    time::Duration,
};
use tempfile::TempDir;

/// Where a story's data lies. Dropping it removes everything.
pub struct Ground {
    pub folder: TempDir,
    /// None: SQLite in the data folder.
    postgres: Option<String>,
    /// The name of the database that is gone with the ground.
    name: Option<String>,
    /// Whether that database is there.
    made: Once,
}

fn postgres_url() -> String {
    std::env::var("PATCHBAY_TEST_POSTGRES_URL").expect(
        "set PATCHBAY_TEST_POSTGRES_URL to a PostgreSQL where databases may be made, for example \
         postgres://postgres@127.0.0.1:5432/postgres",
    )
}

/// Runs a statement in the PostgreSQL's own database.
pub async fn ask_postgres(sql: String) {
    let mut admin = sqlx::PgConnection::connect(&postgres_url())
        .await
        .expect("the PostgreSQL of PATCHBAY_TEST_POSTGRES_URL answers");
    admin.execute(sqlx::AssertSqlSafe(sql)).await.expect("PostgreSQL obeys");
}

/// The same where nothing can be awaited. The runtime of the test may be ending; a thread of its own is
/// sure to finish.
fn tell_postgres(sql: String) -> bool {
    let told = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("runtime").block_on(ask_postgres(sql));
    });
    told.join().is_ok()
}

/// The databases whose names are like this.
pub async fn postgres_names(like: &str) -> Vec<String> {
    let mut admin = sqlx::PgConnection::connect(&postgres_url()).await.expect("it answers");
    let found = sqlx::query_scalar("select datname::text from pg_database where datname like $1");
    found.bind(like).fetch_all(&mut admin).await.expect("names")
}

impl Ground {
    fn new(postgres: Option<String>, name: Option<String>) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        Self { folder, postgres, name, made: Once::new() }
    }

    pub fn sqlite() -> Self {
        Self::new(None, None)
    }

    /// A database of its own, which is made when it is first asked for.
    pub fn postgres() -> Self {
        let word = patchbay::ids::Ids::system().token(12).to_lowercase().replace('-', "_");
        let name = format!("story_{word}");
        let mut url = url::Url::parse(&postgres_url()).expect("a URL");
        url.set_path(&name);
        Self::new(Some(url.to_string()), Some(name))
    }

    /// The database of a PostgreSQL that the story has started.
    pub fn of_private(url: &str) -> Self {
        Self::new(Some(url.to_owned()), None)
    }

    pub fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// The address of its PostgreSQL database, empty at first; none on SQLite.
    pub fn database(&self) -> Option<&str> {
        if let Some(name) = &self.name {
            self.made.call_once(|| assert!(tell_postgres(format!("create database {name}"))));
        }
        self.postgres.as_deref()
    }

    /// Makes its database as a copy of another. False where it has none, or has it already.
    pub fn copy_of(&self, template: &str) -> bool {
        let Some(name) = &self.name else { return false };
        let mut copied = false;
        self.made.call_once(|| {
            copied = tell_postgres(format!("create database {name} template {template}"));
            assert!(copied, "a copy of {template}");
        });
        copied
    }

    /// The name of its PostgreSQL database, where this process makes and removes it.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The address under which this process opens the same database.
    pub fn url(&self) -> String {
        let file = || format!("sqlite://{}", self.data().join("patchbay.db").display());
        self.database().map_or_else(file, str::to_owned)
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        if let Some(name) = self.name.take().filter(|_| self.made.is_completed()) {
            let _gone = tell_postgres(format!("drop database if exists {name} with (force)"));
        }
    }
}

/// A PostgreSQL that the story may kill.
pub struct PrivatePostgres {
    pub url: String,
    port: u16,
    programs: PathBuf,
    user: Option<(u32, u32)>,
    child: Option<Child>,
    folder: TempDir,
}

fn number(flag: &str) -> u32 {
    let said = Command::new("id").args([flag, "postgres"]).output().expect("id runs");
    let text = String::from_utf8(said.stdout).expect("text");
    text.trim().parse().expect("PostgreSQL does not run as root and needs a user `postgres`")
}

fn programs() -> PathBuf {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = installed.map(|entry| entry.path().join("bin")).collect();
    found.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let complete = |dir: &&PathBuf| dir.join("initdb").exists() && dir.join("postgres").exists();
    found.iter().find(complete).cloned().expect("PostgreSQL's server programs are installed")
}

/// A port that nothing listens on now.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("bound").port()
}

impl PrivatePostgres {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let root =
            std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").expect("proc"))
                == 0;
        let user = root.then(|| (number("-u"), number("-g")));
        if let Some((uid, gid)) = user {
            std::os::unix::fs::chown(folder.path(), Some(uid), Some(gid)).expect("given away");
        }
        let port = free_port();
        let url = format!("postgres://patchbay@127.0.0.1:{port}/postgres");
        let mut this = Self { url, port, programs: programs(), user, child: None, folder };
        let mut initdb = this.command("initdb");
        initdb.arg("-D").arg(this.data()).args(["-U", "patchbay", "-A", "trust"]);
        let done = initdb.args(["-E", "UTF8", "--no-sync"]).output().expect("initdb runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        this.run().await;
        this
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path()).env_remove("HOME");
        command.stdout(Stdio::null()).stderr(Stdio::null());
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Starts the server, again after [`PrivatePostgres::kill`], and waits until it answers.
    pub async fn run(&mut self) {
        for _ in 0..200 {
            let ended = match self.child.as_mut() {
                Some(child) => child.try_wait().expect("asked").is_some(),
                None => true,
            };
            if ended {
                // Right after a kill, the dead server's children still hold its memory; then the
                // new one ends at once and is started again.
                let mut server = self.command("postgres");
                server.arg("-D").arg(self.data()).args(["-p", &self.port.to_string()]);
                for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories="] {
                    server.args(["-c", setting]);
                }
                self.child = Some(server.spawn().expect("postgres starts"));
            }
            if let Ok(mut connection) = sqlx::PgConnection::connect(&self.url).await
                && connection.ping().await.is_ok()
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the private PostgreSQL does not start in {}", Path::display(self.folder.path()));
    }

    /// SIGKILL, as if the machine had died.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("gone");
        }
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        if let Some(child) = self.child.as_mut() {
            // SIGQUIT ends the server's children too.
            let _ = Command::new("kill").arg("-QUIT").arg(child.id().to_string()).status();
            let _ = child.wait();
        }
    }
}
