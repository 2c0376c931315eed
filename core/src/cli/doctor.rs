//! `patchbay doctor`: looks, says what it finds, and changes nothing.

use super::say;
use anyhow::Result;
use patchbay::{
    bundled,
    config::{BlobStore, Config},
    db::{Probe, probe},
    plugins::Package,
};
use std::path::Path;

enum Finding {
    Good(String),
    Odd(String),
    Bad(String),
}

use Finding::{Bad, Good, Odd};

/// Prints the findings; an error when something keeps the server from running.
pub async fn run(config: &Config) -> Result<()> {
    let mut findings = vec![Good("the configuration is valid".to_owned())];
    findings.push(data_folder(&config.data));
    findings.push(master_key(&config.data));
    findings.push(database(config).await);
    findings.push(blobs(config));
    findings.push(public_url(config));
    findings.extend(plugins(config));
    let mut bad = 0;
    for finding in findings {
        say(&match finding {
            Good(text) => format!("ok    {text}"),
            Odd(text) => format!("note  {text}"),
            Bad(text) => {
                bad += 1;
                format!("FAIL  {text}")
            }
        })?;
    }
    anyhow::ensure!(bad == 0, "{bad} of the checks failed");
    Ok(())
}

fn data_folder(path: &Path) -> Finding {
    let shown = path.display();
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Odd(format!("the data folder {shown} does not exist; the first start makes it"))
        }
        Err(error) => Bad(format!("the data folder {shown} cannot be read: {error}")),
        Ok(found) if !found.is_dir() => Bad(format!("{shown} is not a folder")),
        Ok(found) if found.permissions().readonly() => {
            Bad(format!("the data folder {shown} is read-only"))
        }
        Ok(found) if open_to_others(&found) => Odd(format!(
            "other users of this machine can read the data folder {shown}: chmod 700 it"
        )),
        Ok(_) => Good(format!("the data folder is {shown}")),
    }
}

fn master_key(data: &Path) -> Finding {
    if std::env::var("PATCHBAY_SECRET_KEY").is_ok_and(|key| !key.trim().is_empty()) {
        return Good("the master key is in PATCHBAY_SECRET_KEY".to_owned());
    }
    let path = data.join("secret.key");
    let shown = path.display();
    match std::fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Odd(format!("the master key {shown} does not exist; the first start makes it"))
        }
        Err(error) => Bad(format!("the master key {shown} cannot be read: {error}")),
        Ok(found) if found.len() != 32 => Bad(format!("the master key {shown} is not 32 bytes")),
        Ok(found) if open_to_others(&found) => Bad(format!(
            "other users of this machine can read the master key {shown}: chmod 600 it"
        )),
        Ok(_) => Good(format!("the master key is {shown}; keep a copy with your backups")),
    }
}

#[cfg(unix)]
fn open_to_others(found: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    found.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn open_to_others(_: &std::fs::Metadata) -> bool {
    false
}

async fn database(config: &Config) -> Finding {
    let url = config.database_url();
    // The address of a PostgreSQL may hold a password, so only files are named.
    let name = match url.strip_prefix("sqlite:") {
        Some(path) => format!("the database {}", path.trim_start_matches("//")),
        None => "PostgreSQL".to_owned(),
    };
    match probe(&url).await {
        Probe::Answers => Good(format!("{name} answers")),
        Probe::Missing => Odd(format!("{name} does not exist; the first start makes it")),
        Probe::Fails(reason) => Bad(format!("{name} cannot be used: {reason}")),
    }
}

fn blobs(config: &Config) -> Finding {
    match config.blobs.store {
        BlobStore::Folder => {
            let folder = config.path(&config.blobs.folder);
            let shown = folder.display();
            match std::fs::metadata(&folder) {
                Err(_) => {
                    Odd(format!("the attachments' folder {shown} is made at the first start"))
                }
                Ok(found) if !found.is_dir() || found.permissions().readonly() => {
                    Bad(format!("attachments cannot be written to {shown}"))
                }
                Ok(_) => Good(format!("attachments are in {shown}")),
            }
        }
        BlobStore::S3 => {
            let missing: Vec<&str> = [
                ("endpoint", &config.blobs.endpoint),
                ("bucket", &config.blobs.bucket),
                ("access_key", &config.blobs.access_key),
                ("secret_key", &config.blobs.secret_key),
            ]
            .into_iter()
            .filter(|(_, value)| value.is_empty())
            .map(|(name, _)| name)
            .collect();
            if missing.is_empty() {
                Good(format!("attachments are in the bucket {}", config.blobs.bucket))
            } else {
                Bad(format!("[blobs] lacks {}", missing.join(", ")))
            }
        }
    }
}

fn public_url(config: &Config) -> Finding {
    let url = &config.server.public_url;
    if url.is_empty() {
        Odd("server.public_url is not set: providers cannot send webhooks here".to_owned())
    } else if url.starts_with("https://") {
        Good(format!("the public address is {url}"))
    } else {
        Odd(format!("the public address {url} has no TLS: most providers refuse it"))
    }
}

fn plugins(config: &Config) -> Vec<Finding> {
    let folder = config.path(&config.plugins.folder);
    let mut packages = bundled::built_in();
    let mut findings = Vec::new();
    match bundled::in_folder(&folder) {
        Ok(more) => packages.extend(more),
        Err(error) => findings.push(Bad(format!("{error:#}"))),
    }
    if packages.is_empty() {
        findings.push(Odd("there are no plugins, so no channels".to_owned()));
    }
    for package in packages {
        findings.push(match Package::read(&package.bytes) {
            Ok(read) => Good(format!(
                "the plugin {} {} is {}",
                read.manifest.id, read.manifest.version, package.origin
            )),
            Err(error) => Bad(format!("a plugin ({}) is refused: {error}", package.origin)),
        });
    }
    findings
}
