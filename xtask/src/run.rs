//! `cargo xtask run`: from a clone to an open demo.

use crate::plugins::{self, Tool};
use crate::proc::{self, Running};
use crate::progress::{self, Progress};
use crate::{paths, setup, web};
use anyhow::{Context as _, Result, bail};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const START_LIMIT: Duration = Duration::from_secs(60);
const LINKS_LIMIT: Duration = Duration::from_secs(20);

struct Options {
    listen: SocketAddr,
    simulator: SocketAddr,
    data: PathBuf,
}

/// `cargo xtask run [--listen ADDR] [--simulator ADDR] [--data DIR]`.
pub fn command(args: &[String]) -> Result<()> {
    let options = options(args)?;
    let begun = Instant::now();
    // Asked before the long build: an occupied port should not be news after ten minutes.
    free(options.listen, "--listen")?;
    free(options.simulator, "--simulator")?;
    let logs = paths::root().join("target/demo");
    std::fs::create_dir_all(&logs)?;
    let needs = [setup::Need::Wasm, setup::Need::Web];
    let mut progress = Progress::new(setup::steps(&needs) + 5);
    setup::meet(&needs, &mut progress)?;
    progress.step("core, simulator and plugin tool", plugins::programs)?;
    progress.step("plugins", || plugins::build(Tool::Built))?;
    progress.step("web workspace and visitor page", web::build)?;
    let mut simulator =
        progress.step("starting the simulator", || start_simulator(&options, &logs))?;
    let (mut core, lines, said) =
        progress.step("starting the core", || start_core(&options, &logs, &mut simulator))?;
    println!("\nPatchbay is running after {}; Ctrl-C stops it.", progress::time(begun));
    println!("The logs are in {}.\n", paths::shown(&logs));
    for line in said {
        println!("{line}");
    }
    watch(&mut core, &mut simulator, &lines)
}

fn watch(core: &mut Running, simulator: &mut Running, lines: &Receiver<String>) -> Result<()> {
    loop {
        match lines.recv_timeout(Duration::from_millis(100)) {
            Ok(line) => println!("{line}"),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(Duration::from_millis(100)),
        }
        if proc::stopping() {
            println!("\nstopping");
            core.stop();
            simulator.stop();
            return Ok(());
        }
        for (name, process) in [("core", &mut *core), ("simulator", &mut *simulator)] {
            if let Some(status) = process.ended()? {
                bail!("the {name} ended with {status}; see target/demo/{name}.log");
            }
        }
    }
}

fn start_simulator(options: &Options, logs: &Path) -> Result<Running> {
    let path = logs.join("simulator.log");
    let log = File::create(&path)?;
    let mut command = Command::new(paths::debug_binary("patchbay-simulator")?);
    command.current_dir(paths::root()).args(["--listen", &options.simulator.to_string()]);
    command.arg("--data").arg(options.data.join("simulator"));
    // The page behind the bot is described beside its plugin.
    command.arg("--provider").arg(paths::root().join("plugins/chatbot"));
    command.stdout(log.try_clone()?).stderr(log);
    let mut running = Running::start("the simulator", &mut command)?;
    let begun = Instant::now();
    while TcpStream::connect_timeout(&options.simulator, Duration::from_millis(200)).is_err() {
        still_starting(&mut running, begun, &path)?;
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(running)
}

type Started = (Running, Receiver<String>, Vec<String>);

fn start_core(options: &Options, logs: &Path, simulator: &mut Running) -> Result<Started> {
    let path = logs.join("core.log");
    let mut command = Command::new(paths::debug_binary("patchbay")?);
    command.current_dir(paths::root()).args(["demo", "--listen", &options.listen.to_string()]);
    command.arg("--data").arg(&options.data);
    command.args(["--simulator", &format!("http://{}", options.simulator)]);
    command.stdout(Stdio::piped()).stderr(File::create(&path)?);
    let mut running = Running::start("the core", &mut command)?;
    let stdout = running.stdout().context("the core's output was not piped")?;
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    let begun = Instant::now();
    let mut said: Vec<String> = Vec::new();
    // The links follow when the demo's history is made; without them, the address has to do.
    loop {
        let said_all = said.iter().any(|line| line.contains("/api/docs"));
        let listening = said.iter().any(|line| line.contains("listening on"));
        match lines.recv_timeout(Duration::from_millis(300)) {
            Ok(line) => said.push(line),
            Err(_) if said_all || (listening && begun.elapsed() > LINKS_LIMIT) => {
                return Ok((running, lines, said));
            }
            Err(_) => {
                still_starting(&mut running, begun, &path)?;
                still_starting(simulator, begun, &logs.join("simulator.log"))?;
            }
        }
    }
}

fn still_starting(process: &mut Running, begun: Instant, log: &Path) -> Result<()> {
    let trouble = match process.ended()? {
        Some(status) => format!("it ended with {status}"),
        None if begun.elapsed() > START_LIMIT => "it does not answer".to_owned(),
        None if proc::stopping() => bail!("stopped on request"),
        None => return Ok(()),
    };
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let tail = lines[lines.len().saturating_sub(20)..].join("\n");
    bail!("{trouble}; the end of {}:\n{tail}", paths::shown(log));
}

fn free(address: SocketAddr, option: &str) -> Result<()> {
    match TcpListener::bind(address) {
        Ok(_) => Ok(()),
        Err(error) => bail!("{address} cannot be used ({error}); choose another with {option}"),
    }
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options {
        listen: "127.0.0.1:8080".parse()?,
        simulator: "127.0.0.1:8090".parse()?,
        data: paths::root().join("data"),
    };
    let mut args = args.iter();
    while let Some(name) = args.next() {
        let value = args.next().with_context(|| format!("{name} needs a value"))?;
        let address = || {
            value
                .parse()
                .with_context(|| format!("`{value}` is not an address like 127.0.0.1:8080"))
        };
        match name.as_str() {
            "--listen" => options.listen = address()?,
            "--simulator" => options.simulator = address()?,
            "--data" => options.data = std::path::absolute(value)?,
            other => bail!("run has no option `{other}`; it has --listen, --simulator and --data"),
        }
    }
    Ok(options)
}
