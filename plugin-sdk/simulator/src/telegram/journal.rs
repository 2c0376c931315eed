//! The append-only file behind `--data`: one change per line, synced before anyone is answered.
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc;

use anyhow::{Context, Result};
use tokio::sync::watch;

use super::state::{Change, State};

/// A journal that is open for writing.
pub struct Journal {
    lines: mpsc::Sender<Vec<u8>>,
    written: watch::Receiver<Written>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Batches(u64),
    Failed,
}

impl Journal {
    /// Opens the file, giving back the state it describes.
    pub fn open(path: &Path) -> Result<(Self, State)> {
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot open the journal {}", path.display()))?;
        let (state, good) = replay(&file).context("cannot read the journal")?;
        // A kill in the middle of a write leaves half a line, which nobody was ever told about.
        file.set_len(good).context("cannot drop the journal's unfinished line")?;
        let (lines, queue) = mpsc::channel::<Vec<u8>>();
        let (report, written) = watch::channel(Written::Batches(0));
        std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || {
                let mut count = 0;
                while let Ok(first) = queue.recv() {
                    let mut bytes = first;
                    count += 1;
                    // Whoever came while the disk was busy shares the next sync.
                    while let Ok(more) = queue.try_recv() {
                        bytes.extend_from_slice(&more);
                        count += 1;
                    }
                    let result = file.write_all(&bytes).and_then(|()| file.sync_data());
                    if let Err(error) = result {
                        tracing::error!(%error, "the journal cannot be written");
                        let _ = report.send(Written::Failed);
                        return;
                    }
                    let _ = report.send(Written::Batches(count));
                }
            })
            .context("cannot start the journal's thread")?;
        Ok((Self { lines, written }, state))
    }

    /// Hands changes over. To be called while the state is locked, so that the file has their order.
    pub fn append(&self, changes: &[Change]) {
        let mut bytes = Vec::new();
        for change in changes {
            if serde_json::to_writer(&mut bytes, change).is_ok() {
                bytes.push(b'\n');
            }
        }
        let _ = self.lines.send(bytes);
    }

    /// Waits until the first `batches` batches are on disk; false when the disk failed.
    pub async fn synced(&self, batches: u64) -> bool {
        let mut written = self.written.clone();
        let done = |written: &Written| match written {
            Written::Batches(count) => *count >= batches,
            Written::Failed => true,
        };
        match written.wait_for(done).await {
            Ok(state) => *state != Written::Failed,
            Err(_) => false,
        }
    }
}

fn replay(file: &File) -> Result<(State, u64)> {
    let mut state = State::default();
    let mut good = 0;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let size = reader.read_until(b'\n', &mut line)?;
        if size == 0 || line.last() != Some(&b'\n') {
            return Ok((state, good));
        }
        match serde_json::from_slice(&line) {
            Ok(change) => state.apply(change),
            Err(error) => anyhow::bail!("byte {good} starts a line that is no change: {error}"),
        }
        good += size as u64;
    }
}
