//! Configuration mistakes and the order of the layers.

use super::{Config, ConfigErrors, Flag, Sources, prepare_data_folder};
use std::path::PathBuf;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("patchbay-config-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        prepare_data_folder(&path).expect("temp folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn load(name: &str, file: &str, env: &[(&str, &str)], flags: Vec<Flag>) -> Result<Config, String> {
    let folder = Folder::new(name);
    std::fs::write(folder.0.join("patchbay.toml"), file).expect("write");
    let env = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let sources = Sources { data: folder.0.clone(), file: None, env, flags };
    Config::load(&sources)
        .map_err(|e: ConfigErrors| e.to_string().replace(&folder.0.display().to_string(), "DIR"))
}

fn refused(name: &str, file: &str, env: &[(&str, &str)], expected: &str) {
    let error = load(name, file, env, Vec::new()).expect_err("refused");
    assert!(error.contains(expected), "expected {expected:?} in:\n{error}");
}

#[test]
fn defaults_are_complete() {
    let config = load("defaults", "", &[], Vec::new()).expect("defaults");
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.auth.access_minutes, 15);
    assert_eq!(config.auth.refresh_days, 365);
    assert!(config.database_url().ends_with("/patchbay.db"));
    assert!(!config.secure_cookies());
}

#[test]
fn later_layers_win() {
    let file =
        "[server]\nlisten = \"127.0.0.1:1\"\nmax_body_bytes = 4096\n[log]\nlevel = \"warn\"\n";
    let env = [("PATCHBAY_SERVER_LISTEN", "127.0.0.1:2"), ("PATCHBAY_LOG_LEVEL", "debug")];
    let flags = vec![Flag::new("--listen", "server.listen", "127.0.0.1:3")];
    let config = load("layers", file, &env, flags).expect("valid");
    assert_eq!(config.server.listen.port(), 3);
    assert_eq!(config.log.level, "debug");
    assert_eq!(config.server.max_body_bytes, 4096);
}

#[test]
fn lists_from_the_environment() {
    for value in [
        "packages=127.0.0.1:8090, plugin/email/2=10.0.0.5:993",
        "[\"packages=127.0.0.1:8090\", \"plugin/email/2=10.0.0.5:993\"]",
    ] {
        let env = [("PATCHBAY_EGRESS_ALLOW_PRIVATE", value)];
        let config = load("lists", "", &env, Vec::new()).expect("valid");
        assert_eq!(
            config.egress.allow_private,
            ["packages=127.0.0.1:8090", "plugin/email/2=10.0.0.5:993"]
        );
    }
}

#[test]
fn mistakes_name_file_line_and_what_is_allowed() {
    refused(
        "unknown-key",
        "# note\n[server]\nlisten = \"127.0.0.1:1\"\nlistn = 3\n",
        &[],
        "DIR/patchbay.toml:4: server.listn is not a known key; allowed: api_hosts, body_idle_timeout_ms, connections_per_address, \
         head_timeout_ms, listen, max_body_bytes, metrics_token, public_url, shutdown_grace_ms, trusted_proxies",
    );
    refused(
        "unknown-section",
        "\n[sever]\nlisten = \"\"\n",
        &[],
        "DIR/patchbay.toml:2: [sever] is not a known section; allowed: auth, blobs,",
    );
    refused("outside", "listen = \"x\"\n", &[], "patchbay.toml:1: \"listen\" stands outside");
    refused(
        "kind",
        "[auth]\naccess_minutes = \"5\"\n",
        &[],
        "patchbay.toml:2: auth.access_minutes is a text in quotes; allowed: a whole number",
    );
    refused(
        "range",
        "[auth]\n\naccess_minutes = 0\n",
        &[],
        "patchbay.toml:3: auth.access_minutes has a wrong value; allowed: 1 to 1440",
    );
    refused(
        "choice",
        "[log]\nformat = \"xml\"\n",
        &[],
        "patchbay.toml:2: log.format has a wrong value; allowed: text, json",
    );
    refused("syntax", "[server]\nlisten = \n", &[], "DIR/patchbay.toml:2: ");
    refused("list", "[egress]\nallow_private = [1]\n", &[], "allowed: a list of texts");
    for open in ["10.0.0.5:993", "plugin/*/1=10.0.0.5:993", "plugin/email/*=10.0.0.5:993"] {
        refused(
            "exception",
            &format!("[egress]\nallow_private = [\"{open}\"]\n"),
            &[],
            "patchbay.toml:2: egress.allow_private has a wrong value; allowed: PURPOSE=HOST:PORT, \
             such as operator-mail=10.0.0.5:587",
        );
    }
    refused("proxy", "[server]\ntrusted_proxies = [\"10.0.0.0/33\"]\n", &[], "patchbay.toml:2: ");
    refused("url", "[server]\npublic_url = \"ftp://x\"\n", &[], "patchbay.toml:2: ");
}

#[test]
fn all_mistakes_are_told_at_once() {
    let error = load("many", "[server]\nx = 1\n[log]\nlevel = 3\n", &[], Vec::new());
    assert_eq!(error.expect_err("refused").lines().count(), 3);
}

#[test]
fn mistakes_in_the_environment_and_flags() {
    refused(
        "env",
        "",
        &[("PATCHBAY_SERVER_LISTN", "x")],
        "environment PATCHBAY_SERVER_LISTN: server.listn",
    );
    refused("env-kind", "", &[("PATCHBAY_AUTH_ACCESS_MINUTES", "x")], "allowed: a whole number");
    load(
        "env-other",
        "",
        &[("PATCHBAY_TEST_POSTGRES_URL", "x"), ("PATCHBAY_SECRET_KEY", "y")],
        Vec::new(),
    )
    .expect("names outside the sections are not ours");
    let flags = vec![Flag::new("--listen", "server.listen", "nowhere")];
    let error = load("flag", "", &[], flags).expect_err("refused");
    assert!(error.contains("flag --listen: server.listen has a wrong value"), "{error}");
}

#[test]
fn a_named_file_must_exist() {
    let sources = Sources { file: Some("/nonexistent/patchbay.toml".into()), ..Sources::default() };
    let error = Config::load(&sources).expect_err("refused").to_string();
    assert!(error.contains("/nonexistent/patchbay.toml: cannot be read"), "{error}");
}

#[test]
fn https_makes_cookies_secure() {
    let file = "[server]\npublic_url = \"https://desk.example.com/\"\n";
    let config = load("https", file, &[], Vec::new()).expect("valid");
    assert!(config.secure_cookies());
    assert_eq!(
        config.public_url("127.0.0.1:9".parse().expect("address")),
        "https://desk.example.com"
    );
}

#[cfg(unix)]
#[test]
fn the_data_folder_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("mode");
    let inner = folder.0.join("a/b");
    prepare_data_folder(&inner).expect("made");
    assert_eq!(std::fs::metadata(&inner).expect("there").permissions().mode() & 0o777, 0o700);
}

#[cfg(unix)]
#[test]
fn a_data_folder_that_was_open_is_closed_unless_it_is_others_too() {
    use std::{fs, os::unix::fs::PermissionsExt as _};
    let mode =
        |path: &std::path::Path| fs::metadata(path).expect("there").permissions().mode() & 0o7777;
    let set = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    };
    let folder = Folder::new("closed");
    let data = folder.0.join("data");
    fs::create_dir_all(data.join("plugins")).expect("made");
    set(&data.join("plugins"), 0o755);
    for name in ["patchbay.db", "patchbay.db-wal", "patchbay.toml", "secret.key"] {
        fs::write(data.join(name), "x").expect("written");
        set(&data.join(name), 0o644);
    }
    set(&data, 0o755);
    prepare_data_folder(&data).expect("closed");
    assert_eq!(mode(&data), 0o700);
    assert_eq!(mode(&data.join("plugins")), 0o700);
    for name in ["patchbay.db", "patchbay.db-wal", "patchbay.toml", "secret.key"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }

    let shared = folder.0.join("shared");
    fs::create_dir_all(shared.join("of somebody")).expect("made");
    for open in [0o755, 0o1777] {
        set(&shared, open);
        let said = prepare_data_folder(&shared).expect_err("refused").to_string();
        assert!(said.contains("chmod 700"), "{said}");
        assert_eq!(mode(&shared), open, "it is left as it was");
    }
    set(&shared, 0o700);
    prepare_data_folder(&shared).expect("whoever closed it may have other things in it");
}

#[test]
fn hosts_name_known_variants() {
    let file = "[branding]\nhosts = [\"desk.example.com=trading\"]\n";
    let config = load("variants", file, &[], Vec::new()).expect("valid");
    assert_eq!(config.branding.hosts, ["desk.example.com=trading"]);
    refused(
        "unknown-variant",
        "[branding]\nhosts = [\"desk.example.com=shop\"]\n",
        &[],
        "branding.hosts has a wrong value; allowed: host=variant",
    );
    refused(
        "no-number",
        "[branding]\ndashboard_users = [\"mia\"]\n",
        &[],
        "branding.dashboard_users has a wrong value",
    );
}
