//! The program itself: what it prints, what it refuses and how it stops.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Output, Stdio},
};

fn patchbay(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patchbay"));
    command.args(args).arg("--data").arg(data).env_remove("PATCHBAY_SECRET_KEY");
    command
}

fn run(data: &Path, args: &[&str]) -> (bool, String, String) {
    let Output { status, stdout, stderr } = patchbay(data, args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.success(), text(stdout), text(stderr))
}

fn create(data: &Path, username: &str) -> (bool, String, String) {
    let args = ["user", "create", "--client", "Acme", "--type", "agent", "--username", username];
    let mut with_password = args.to_vec();
    with_password.extend(["--password", "patchbay-demo"]);
    run(data, &with_password)
}

#[test]
fn users_are_made_and_told_by_number() {
    let folder = tempfile::tempdir().expect("folder");
    let data = folder.path().join("data");
    assert_eq!(create(&data, "agent1").1, "client_id=1 user_id=1\n");
    assert_eq!(create(&data, "agent2").1, "client_id=1 user_id=2\n");
    assert_eq!(run(&data, &["client", "list"]).1, "client_id=1 name=\"Acme\"\n");
    let (done, out, error) = create(&data, "AGENT1");
    assert!(!done && out.is_empty());
    assert_eq!(error, "error: That username is taken.\n");
}

#[test]
fn mistakes_are_told_in_one_place() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("patchbay.toml");
    std::fs::write(&file, "[log]\nlevle = \"info\"\n").expect("written");
    let (done, _, error) = run(folder.path(), &["serve"]);
    assert!(!done);
    let expected =
        format!("{}:2: log.levle is not a known key; allowed: format, level", file.display());
    assert!(error.contains(&expected), "{error}");
    std::fs::write(&file, "").expect("written");
    let (done, _, error) = run(folder.path(), &["serve", "--listen", "nowhere"]);
    assert!(!done && error.contains("flag --listen: server.listen has a wrong value"), "{error}");
}

#[test]
fn the_doctor_looks_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("folder");
    let data = folder.path().join("data");
    let (done, out, _) = run(&data, &["doctor"]);
    assert!(done, "{out}");
    assert!(!data.exists(), "nothing is made");
    assert!(create(&data, "agent1").0);
    let (done, out, _) = run(&data, &["doctor"]);
    assert!(done && out.contains("patchbay.db answers"), "{out}");
    std::fs::write(data.join("secret.key"), "short").expect("written");
    let (done, out, _) = run(&data, &["doctor"]);
    assert!(!done && out.contains("FAIL  the master key"), "{out}");
}

#[test]
fn settings_are_printed_with_their_defaults() {
    let folder = tempfile::tempdir().expect("folder");
    let (done, out, _) = run(folder.path(), &["config"]);
    assert!(done && out.contains("[server]\n") && out.contains("listen = \"127.0.0.1:8080\""));
}

/// A running server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(data: &Path) -> Self {
        Self::started(&mut patchbay(data, &["serve", "--listen", "127.0.0.1:0"]))
    }

    fn started(command: &mut Command) -> Self {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("piped");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening on http://").map(str::to_owned);
        let address = address.unwrap_or_else(|| panic!("unexpected first line: {line:?}"));
        Self { child, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("connected");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").arg(name).arg(self.child.id().to_string()).status();
        assert!(status.expect("kill runs").success());
    }
}

/// Everything below a folder that others may read, write or enter.
#[cfg(unix)]
fn open_to_others(folder: &Path) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut open = vec![];
    for entry in std::fs::read_dir(folder).expect("read").flatten() {
        let (path, kind) = (entry.path(), entry.file_type().expect("a kind"));
        let mode = entry.metadata().expect("there").permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            open.push(format!("{} {mode:o}", path.display()));
        }
        if kind.is_dir() {
            open.extend(open_to_others(&path));
        }
    }
    open
}

#[cfg(unix)]
#[test]
fn everything_in_the_data_folder_is_for_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("folder");
    let data = folder.path().join("data");
    std::fs::create_dir(&data).expect("made");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).expect("set");
    assert!(create(&data, "agent1").0);
    // As a release before this one, or a restore, left it.
    for name in ["patchbay.db", "secret.key"] {
        let wide = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(data.join(name), wide).expect("set");
    }
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).expect("set");
    let server = Server::start(&data);
    assert!(server.get("/health/ready").starts_with("HTTP/1.1 200"));
    for name in ["patchbay.db", "patchbay.db-wal", "secret.key", "serving.lock", "blobs"] {
        assert!(data.join(name).exists(), "{name}");
    }
    assert_eq!(open_to_others(folder.path()), Vec::<String>::new());
    drop(server);
    assert_eq!(open_to_others(folder.path()), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn a_folder_of_others_is_no_data_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join("letter.txt"), "mine").expect("written");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).expect("set");
    let (done, _, error) = run(folder.path(), &["client", "list"]);
    assert!(!done && error.contains("run: chmod 700"), "{error}");
    assert!(!folder.path().join("patchbay.db").exists());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_in_order() {
    let folder = tempfile::tempdir().expect("folder");
    let mut server = Server::start(folder.path());
    assert!(server.get("/health/ready").starts_with("HTTP/1.1 200"));
    server.signal("-TERM");
    let status = server.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(folder.path().join("patchbay.db").exists());
    let log = folder.path().join("patchbay.db-wal");
    let left = std::fs::metadata(&log).map_or(0, |found| found.len());
    assert_eq!(left, 0, "the write-ahead log is folded into the database");
}

#[cfg(unix)]
#[test]
fn a_service_manager_is_told_of_start_and_stop() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&path).expect("bound");
    socket.set_read_timeout(Some(std::time::Duration::from_secs(30))).expect("set");
    let told = || {
        let mut message = [0; 64];
        let length = socket.recv(&mut message).expect("a message");
        String::from_utf8_lossy(&message[..length]).into_owned()
    };
    let data = folder.path().join("data");
    let mut command = patchbay(&data, &["serve", "--listen", "127.0.0.1:0"]);
    let mut server = Server::started(command.env("NOTIFY_SOCKET", &path));
    assert_eq!(told(), "READY=1\n");
    assert!(server.get("/health/ready").starts_with("HTTP/1.1 200"));
    server.signal("-TERM");
    assert_eq!(told(), "STOPPING=1\n");
    assert!(server.child.wait().expect("it ends").success());
}

#[cfg(unix)]
#[test]
fn a_request_in_flight_is_finished_and_a_second_signal_does_not_wait() {
    let folder = tempfile::tempdir().expect("folder");
    let mut server = Server::start(folder.path());
    // A request whose body has not come yet keeps the server from ending.
    let mut stream = TcpStream::connect(&server.address).expect("connected");
    let head = "POST /api/auth2 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Content-Length: 2\r\nConnection: close\r\n\r\n{";
    stream.write_all(head.as_bytes()).expect("sent");
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.signal("-TERM");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(server.child.try_wait().expect("asked").is_none(), "it waits for the request");
    stream.write_all(b"}").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.contains("Username is required."), "{answer}");
    assert!(server.child.wait().expect("it ends").success());

    let mut server = Server::start(folder.path());
    let mut stream = TcpStream::connect(&server.address).expect("connected");
    stream.write_all(head.as_bytes()).expect("sent");
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.signal("-TERM");
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.signal("-TERM");
    assert_eq!(server.child.wait().expect("it ends").code(), Some(130));
}
