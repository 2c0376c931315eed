//! Where the desk of `dev` runs, and how it is started.

use super::{program, reachable};
use crate::workshop::Workshop;
use anyhow::{Context as _, Result};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tokio::process::{Child, Command};

/// Addresses and folders of one desk.
pub struct DevDesk {
    pub data: PathBuf,
    pub listen: String,
    pub simulator: String,
    pub plugin: String,
    /// What outlives data that is forgotten at the end.
    pub workshop: Option<Workshop>,
}

impl DevDesk {
    /// Starts the server with the package in its folder of plugins.
    pub async fn start(&self, package: &Path) -> Result<Child> {
        let plugins = self.data.join("plugins");
        fs::create_dir_all(&plugins)?;
        fs::copy(package, plugins.join(format!("{}.pbp", self.plugin)))?;
        let path = program("PATCHBAY_BIN", "patchbay");
        let log = fs::File::create(self.data.join("desk.log"))?;
        let mut command = Command::new(&path);
        command
            .args(["demo", "--listen", &self.listen])
            .args(["--public-url", &format!("http://{}", self.listen)])
            .arg("--data")
            .arg(&self.data)
            .env("PATCHBAY_EGRESS_ALLOW_PRIVATE", self.opened())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true);
        // A desk that knows no such setting does without.
        let known = Command::new(&path).arg("config").output().await;
        let known = known.map(|out| String::from_utf8_lossy(&out.stdout).into_owned());
        let known = known.unwrap_or_default();
        for (setting, variable, value) in [
            // The author's own package need not be signed, and lies on this machine.
            ("allow_unsigned", "PATCHBAY_PLUGINS_ALLOW_UNSIGNED", "true"),
            ("install_from_path", "PATCHBAY_PLUGINS_INSTALL_FROM_PATH", "true"),
            // A desk built for development compiles slowly.
            ("compile_seconds", "PATCHBAY_PLUGINS_COMPILE_SECONDS", "1800"),
        ] {
            if known.contains(setting) {
                command.env(variable, value);
            }
        }
        if let Some(workshop) = &self.workshop {
            workshop.lend_key(&self.data);
            command.env("PATCHBAY_PLUGINS_CACHE", workshop.compiled());
        }
        let child = command.spawn().with_context(|| {
            format!(
                "{} does not start. Build it with `cargo build -p patchbay`, or say where it is \
                 with PATCHBAY_BIN",
                path.display()
            )
        })?;
        reachable(&self.listen, child)
            .await
            .with_context(|| format!("the desk's log is {}", self.data.join("desk.log").display()))
    }

    /// The simulator, for this plugin of the demo's client.
    fn opened(&self) -> String {
        format!("plugin/{}/1={}", self.plugin, self.simulator)
    }

    /// Why the desk goes without the plugin, as its log says.
    pub fn refusal(&self) -> String {
        let log = self.data.join("desk.log");
        let said = fs::read_to_string(&log).unwrap_or_default();
        reason(&said).unwrap_or_else(|| format!("see {}", log.display()))
    }

    /// Keeps for the next start what this one has made.
    pub fn keep(&self) {
        if let Some(workshop) = &self.workshop {
            workshop.keep_key(&self.data);
            workshop.tidy();
        }
    }
}

/// The last error of a log that is about a plugin.
fn reason(log: &str) -> Option<String> {
    let line = log.lines().rfind(|line| line.contains("ERROR") && line.contains("plugin"))?;
    let (_, reason) = line.split_once("error=")?;
    Some(reason.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_log_says_why_a_plugin_is_not_there() {
        let log = "2026-01-02T03:04:05Z  INFO patchbay: plugin plugin.id=\"email\"\n\
                   2026-01-02T03:04:06Z ERROR patchbay: a plugin was refused plugin.id=\"acme\" \
                   origin=\"/a/acme.pbp\" error=plugin.wasm takes longer to compile than \
                   plugins.compile_seconds = 300 allows\n";
        let told = "plugin.wasm takes longer to compile than plugins.compile_seconds = 300 allows";
        assert_eq!(reason(log).as_deref(), Some(told));
        assert_eq!(reason("2026-01-02 INFO all is well"), None);
    }
}
