//! `cargo xtask`: the chores of the checkout, as one small program instead of scripts.
#![expect(clippy::print_stdout, reason = "this is a command line program")]

mod advisories;
mod bench;
mod channels;
mod claim;
mod deny;
mod failures;
mod independent;
mod languages;
mod lockfile;
mod package;
mod paths;
mod plugins;
mod postgres;
mod proc;
mod progress;
mod run;
mod rust_tests;
mod setup;
mod slowest;
mod stages;
mod stamp;
mod test;
mod tidy;
mod tutorial;
mod web;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command>

  setup [--tests]     get the Wasm target and the web packages; with --tests also the servers the tests use
  plugins             build the first-party plugins into target/plugins
  web                 build the workspace and the visitor page into web/dist
  run [options]       set up, build and start the demo; Ctrl-C stops it
                      --listen ADDR      the core's address (127.0.0.1:8080)
                      --simulator ADDR   the simulator's address (127.0.0.1:8090)
                      --data DIR         where the demo keeps its data (data)
  test [stage...]     every check, cheapest first; or only the stages named
                      --list             print the stages
                      --fail-fast        stop at the first stage that fails
  languages           build the same small plugin in Rust, TypeScript and Python; print times and sizes
                      with `fixtures`, make the compiled ones of the repository anew
  tidy                check the laws of the house (the first stage of test)
  channels            write docs/CHANNELS.md from what the plugins declare and their tests show
  package [options]   build the release and pack it: a Debian package, a .tar.gz, and their sums
                      --binary FILE      pack this program, and build nothing
                      --web DIR --plugins DIR   what a debug program reads, to try its package
                      --out DIR          where they go (target/package)
                      with `check`, pack the debug program twice and look at what comes of it
  bench [name...]     run the benchmarks of core/examples/bench_*.rs in a release build

Caches live outside the checkout, under ${XDG_CACHE_HOME:-~/.cache}/patchbay;
CARGO_TARGET_DIR, when set, is respected.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    proc::catch_signals()?;
    let (command, rest) = args.split_first().map_or(("help", &[][..]), |(c, r)| (c.as_str(), r));
    match command {
        "setup" => setup::command(rest),
        "plugins" => nothing_else(rest).and_then(|()| plugins::command()),
        "web" => nothing_else(rest).and_then(|()| web::command()),
        "run" => run::command(rest),
        "test" => test::command(rest),
        "tidy" => nothing_else(rest).and_then(|()| tidy::command()),
        "channels" => nothing_else(rest).and_then(|()| channels::command()),
        "package" => package::command(rest),
        "bench" => bench::command(rest),
        "languages" => languages::command(rest),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => bail!("there is no command `{other}`\n\n{HELP}"),
    }
}

fn nothing_else(rest: &[String]) -> Result<()> {
    match rest.first() {
        None => Ok(()),
        Some(extra) => bail!("this command takes no argument, but `{extra}` was given"),
    }
}
