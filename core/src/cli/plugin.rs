//! `patchbay plugin …`: the plugins of an installation, also while its server runs.

use super::say;
use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use patchbay::{
    accounts, app,
    config::Config,
    db::Db,
    packages::{Actor, Brought, Packages, PluginLine, PluginPackage},
    plugins::PACKAGE_MAX,
};
use serde_json::{Value, json};

#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// Show all versions of all plugins, and which of them are in use.
    List,
    /// Take a package in, from a file or an https address, and show what it asks for.
    Install {
        /// A .pbp file, or an address.
        source: String,
        /// Grant what it asks for, and put it into use at once.
        #[arg(long)]
        grant: bool,
    },
    /// Take in a higher version of a plugin that is in use, and show what it would change.
    Update {
        plugin: String,
        /// A .pbp file, or an address.
        source: String,
        /// Grant what it asks for, and put it into use at once.
        #[arg(long)]
        grant: bool,
    },
    /// Grant what the newest staged version of a plugin asks for, and put it into use.
    Grant {
        plugin: String,
        /// Another version than the newest.
        #[arg(long)]
        version: Option<String>,
    },
    /// Switch a plugin on for a client.
    Enable {
        plugin: String,
        #[arg(long)]
        client: String,
    },
    /// Switch a plugin off for a client.
    Disable {
        plugin: String,
        #[arg(long)]
        client: String,
    },
    /// Go back to the version before the one in use.
    Rollback { plugin: String },
    /// Uninstall a plugin. Tickets and messages stay.
    Remove { plugin: String },
    /// Show the newest lines of the logs of all channels of a plugin.
    Logs {
        plugin: String,
        #[arg(long, default_value_t = 50)]
        lines: i64,
    },
    /// The keys whose signatures are trusted.
    #[command(subcommand)]
    Keys(KeyCommand),
}

#[derive(Debug, Subcommand)]
pub enum KeyCommand {
    /// Show the trusted keys.
    List,
    /// Trust a public key.
    Add {
        /// The key in base64, as `cargo patchbay sign` shows it.
        key: String,
        /// Whose key it is.
        #[arg(long)]
        name: String,
    },
    /// Trust a key no longer.
    Remove { id: i64 },
}

/// Whoever can read the data folder is the operator.
const WHO: Actor = Actor::CommandLine;

/// Runs a plugin command.
pub async fn run(command: &PluginCommand, config: &Config) -> Result<()> {
    let (packages, db) = app::open_packages(config).await?;
    let done = act(command, &packages, &db).await;
    db.close().await;
    done
}

async fn act(command: &PluginCommand, packages: &Packages, db: &Db) -> Result<()> {
    match command {
        PluginCommand::List => list(packages).await,
        PluginCommand::Install { source, grant } => install(packages, None, source, *grant).await,
        PluginCommand::Update { plugin, source, grant } => {
            install(packages, Some(plugin), source, *grant).await
        }
        PluginCommand::Grant { plugin, version } => {
            grant(packages, plugin, version.as_deref()).await
        }
        PluginCommand::Enable { plugin, client } => {
            switch(packages, db, plugin, client, true).await
        }
        PluginCommand::Disable { plugin, client } => {
            switch(packages, db, plugin, client, false).await
        }
        PluginCommand::Rollback { plugin } => {
            let reason = "the command line asked for it.";
            let view = packages.rollback(&WHO, plugin, reason).await?;
            say(&format!("{plugin} {} is in use again", view.version))
        }
        PluginCommand::Remove { plugin } => {
            packages.uninstall(&WHO, plugin).await?;
            say(&format!("{plugin} is uninstalled"))
        }
        PluginCommand::Logs { plugin, lines } => logs(packages, plugin, *lines).await,
        PluginCommand::Keys(command) => keys(packages, command).await,
    }
}

async fn list(packages: &Packages) -> Result<()> {
    let rows = packages.list(&WHO, None).await?;
    for row in &rows {
        let name = format!("{} {}", row.plugin, row.version);
        let signature = row.signature.state.as_str();
        let line =
            format!("{name:<28} {:<9} {:<9} {signature:<10} {}", row.state, row.origin, row.note,);
        say(line.trim_end())?;
    }
    let mut refused = 0;
    for (origin, found) in packages.bundled() {
        match found {
            Ok((plugin, version, digest)) => {
                if !rows.iter().any(|row| row.digest == digest) {
                    let name = format!("{plugin} {version}");
                    say(&format!("{name:<28} {:<9} {origin}", "waits for the server's start"))?;
                }
            }
            Err(error) => {
                refused += 1;
                say(&format!("refused: {error} ({origin})"))?;
            }
        }
    }
    anyhow::ensure!(refused == 0, "{refused} of the packages cannot be used");
    Ok(())
}

async fn install(
    packages: &Packages,
    plugin: Option<&str>,
    source: &str,
    granted: bool,
) -> Result<()> {
    let brought = if source.contains("://") {
        Brought::Url(source.to_owned())
    } else {
        let found =
            std::fs::metadata(source).with_context(|| format!("{source} cannot be read"))?;
        anyhow::ensure!(found.len() <= PACKAGE_MAX as u64, "{source} is too large for a package");
        Brought::Path(source.to_owned())
    };
    if let Some(plugin) = plugin {
        let rows = packages.list(&WHO, Some(plugin)).await?;
        if !rows.iter().any(|row| row.state == "active") {
            bail!("the plugin {plugin} is not in use; use `patchbay plugin install`");
        }
    }
    let view = packages.stage(&WHO, brought).await?;
    if let Some(plugin) = plugin.filter(|plugin| view.plugin != *plugin) {
        bail!("this is a package of {}, not of {plugin}", view.plugin);
    }
    sheet(&view)?;
    if view.state == "active" {
        return say("it is in use already");
    }
    if !granted {
        return say(&format!(
            "nothing was changed yet: `patchbay plugin grant {}` puts it into use",
            view.plugin
        ));
    }
    activate(packages, &view).await
}

async fn grant(packages: &Packages, plugin: &str, version: Option<&str>) -> Result<()> {
    let rows = packages.list(&WHO, Some(plugin)).await?;
    let wanted = |row: &&PluginPackage| match version {
        Some(version) => row.version == version && row.state != "previous",
        None => row.state == "staged",
    };
    let row = rows.iter().find(wanted);
    let row = row.with_context(|| format!("no version of {plugin} waits to be granted"))?;
    sheet(row)?;
    activate(packages, row).await
}

async fn activate(packages: &Packages, view: &PluginPackage) -> Result<()> {
    let view = packages.activate(&WHO, view.id, true).await?;
    say(&format!("{} {} is in use", view.plugin, view.version))
}

/// What a package asks for, and what that changes.
fn sheet(view: &PluginPackage) -> Result<()> {
    say(&format!("{} {} ({})", view.plugin, view.version, view.state))?;
    let signature = &view.signature;
    let signer = signature.key_name.as_ref().or(signature.fingerprint.as_ref());
    let signer = signer.map_or("", String::as_str);
    say(format!("  signature: {} {signer}", signature.state.as_str()).trim_end())?;
    let permissions = json!(view.permissions);
    for (name, value) in permissions.as_object().into_iter().flatten() {
        let empty = value.as_array().is_some_and(Vec::is_empty);
        if !empty {
            say(&format!("  {name}: {}", plain(value)))?;
        }
    }
    if let Some(difference) = &view.difference {
        for (sign, lines) in [("+", &difference.added), ("-", &difference.removed)] {
            for line in lines {
                say(&format!("  {sign} {line}"))?;
            }
        }
    }
    Ok(())
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(pairs) => {
            let pairs = pairs.iter().map(|(name, value)| format!("{name}={}", plain(value)));
            pairs.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

async fn switch(
    packages: &Packages,
    db: &Db,
    plugin: &str,
    client: &str,
    enabled: bool,
) -> Result<()> {
    let mut conn = db.read().await?;
    let id = accounts::client_named(&mut conn, client).await?;
    drop(conn);
    let id = id.with_context(|| format!("there is no client {client}"))?;
    packages.switch(&WHO, id, plugin, enabled).await?;
    let word = if enabled { "on" } else { "off" };
    say(&format!("{plugin} is switched {word} for {client}"))
}

async fn logs(packages: &Packages, plugin: &str, lines: i64) -> Result<()> {
    for line in packages.log(plugin, lines.clamp(1, 10_000)).await?.iter().rev() {
        say(&shown(line))?;
    }
    Ok(())
}

/// A line of a log with its fields, in the form `name=value`.
fn shown(line: &PluginLine) -> String {
    let mut text = format!(
        "{} {:<5} client {} {}: {}: {}",
        line.at, line.level, line.client_id, line.channel, line.call, line.message
    );
    let fields = serde_json::from_str::<Value>(&line.fields).unwrap_or_default();
    for (name, value) in fields.as_object().into_iter().flatten() {
        // A plugin passes on what strangers wrote; a line stays one, and a value can be told apart.
        let value = match value {
            Value::String(word)
                if !word.is_empty()
                    && !word
                        .contains(|c: char| c.is_whitespace() || c.is_control() || c == '"') =>
            {
                word.clone()
            }
            other => other.to_string(),
        };
        text.push_str(&format!(" {name}={value}"));
    }
    text
}

async fn keys(packages: &Packages, command: &KeyCommand) -> Result<()> {
    match command {
        KeyCommand::List => {
            for key in packages.keys(&WHO).await? {
                say(&format!("{:<4} {}  {}  {}", key.id, key.fingerprint, key.name, key.key))?;
            }
            Ok(())
        }
        KeyCommand::Add { key, name } => {
            let key = packages.trust(&WHO, key, name).await?;
            say(&format!("{} {} is trusted", key.id, key.fingerprint))
        }
        KeyCommand::Remove { id } => {
            packages.distrust(&WHO, *id).await?;
            say(&format!("{id} is not trusted any more"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PluginLine, shown};

    #[test]
    fn a_line_of_a_log_has_its_fields() {
        let line = |fields: &str| PluginLine {
            at: 7,
            client_id: 1,
            channel: "Shop".into(),
            level: "warn".into(),
            call: "webhook".into(),
            message: "a file could not be fetched".into(),
            fields: fields.into(),
        };
        let start = "7 warn  client 1 Shop: webhook: a file could not be fetched";
        for (fields, rest) in [
            ("{}", ""),
            ("", ""),
            ("rubbish", ""),
            (r#"{"code":"acme.404","kind":"image"}"#, " code=acme.404 kind=image"),
            (
                r#"{"count":3,"none":"","said":"no such\nfile"}"#,
                r#" count=3 none="" said="no such\nfile""#,
            ),
        ] {
            assert_eq!(shown(&line(fields)), format!("{start}{rest}"), "{fields}");
        }
    }
}
