//! A private PostgreSQL for the tests: own folder, own port, gone when the value is dropped.

use crate::{
    proc::{self, Running},
    setup,
};
use anyhow::{Context as _, Result, bail};
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A running server and the address of its empty database.
pub struct Postgres {
    pub url: String,
    server: Running,
    dir: PathBuf,
}

impl Postgres {
    pub fn start() -> Result<Self> {
        let programs =
            programs().context("PostgreSQL is not installed: run `cargo xtask setup --tests`")?;
        let dir = proc::scratch("pg");
        std::fs::create_dir_all(&dir)?;
        let user = server_user()?;
        if let Some((uid, gid)) = user {
            std::os::unix::fs::chown(&dir, Some(uid), Some(gid))?;
        }
        let as_server = |program: &str| {
            let mut command = Command::new(programs.join(program));
            command.current_dir(&dir).env_remove("HOME");
            if let Some((uid, gid)) = user {
                command.uid(uid).gid(gid);
            }
            command
        };
        let data = dir.join("data");
        proc::run_quietly(as_server("initdb").arg("-D").arg(&data).args([
            "-U",
            "patchbay",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        ]))?;
        let port = free_port()?;
        let log = std::fs::File::create(dir.join("server.log"))?;
        let mut server = as_server("postgres");
        server.arg("-D").arg(&data).args(["-p", &port.to_string()]);
        // Durability is switched off because nothing here survives the test run.
        for setting in [
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "max_connections=500",
            "shared_buffers=128MB",
        ] {
            server.args(["-c", setting]);
        }
        server.stdout(log.try_clone()?).stderr(log);
        let server = Running::start("postgres", &mut server)?.polite_signal("INT");
        let url = format!("postgres://patchbay@127.0.0.1:{port}/patchbay");
        let mut this = Self { url, server, dir: dir.clone() };
        this.wait(port, || as_server("createdb"))?;
        Ok(this)
    }

    fn wait(&mut self, port: u16, createdb: impl Fn() -> Command) -> Result<()> {
        let begun = Instant::now();
        let port = port.to_string();
        loop {
            let args = ["-h", "127.0.0.1", "-p", &port, "-U", "patchbay", "patchbay"];
            if proc::succeeds(createdb().args(args).stderr(Stdio::null())) {
                return Ok(());
            }
            if self.server.ended()?.is_some() || begun.elapsed() > Duration::from_secs(30) {
                let log = std::fs::read_to_string(self.dir.join("server.log")).unwrap_or_default();
                bail!("PostgreSQL did not start:\n{log}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.server.stop();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// The folder of PostgreSQL's server programs, of the newest version found.
pub fn programs() -> Option<PathBuf> {
    let complete = |dir: &Path| {
        ["initdb", "postgres", "createdb"].iter().all(|program| dir.join(program).exists())
    };
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, dir)| complete(dir))
        .collect();
    versions.sort();
    versions
        .pop()
        .map(|(_, dir)| dir)
        .or_else(|| proc::which("initdb")?.parent().filter(|dir| complete(dir)).map(Path::to_owned))
}

/// The server refuses to run as root; then it runs as the user Debian made for it.
fn server_user() -> Result<Option<(u32, u32)>> {
    if !setup::root() {
        return Ok(None);
    }
    let id = |flag: &str| -> Result<u32> {
        let text = proc::output(Command::new("id").args([flag, "postgres"]))
            .context("PostgreSQL does not run as root and there is no user `postgres`")?;
        Ok(text.trim().parse()?)
    };
    Ok(Some((id("-u")?, id("-g")?)))
}

/// A free port below the range from which the system takes the client side of connections, so
/// that a test with thousands of them cannot meet it.
pub fn free_port() -> Result<u16> {
    let first = 20_000 + u16::try_from(std::process::id() % 10_000)?;
    (first..32_768)
        .chain(20_000..first)
        .find(|port| TcpListener::bind(SocketAddrV4::new(Ipv4Addr::LOCALHOST, *port)).is_ok())
        .context("no free port on 127.0.0.1 between 20000 and 32767")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_answers_and_leaves_nothing_behind() {
        let running = Postgres::start().expect("a server");
        let (dir, url) = (running.dir.clone(), running.url.clone());
        let port: u16 = url.rsplit([':', '/']).nth(1).expect("a port").parse().expect("a number");
        assert!((20_000..32_768).contains(&port), "{url}");
        assert!(dir.join("data").exists());
        drop(running);
        assert!(!dir.exists());
        assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}
