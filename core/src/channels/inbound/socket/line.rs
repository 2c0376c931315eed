//! One open connection: reading ahead within limits, writing, and noticing silence.

use crate::plugins::{PushReader, PushWriter, Pushed, SocketFrame};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    task::JoinHandle,
    time::Instant,
};

/// Frames and bytes that may wait for the plugin. When they are used up, nothing more is read, and
/// the provider waits.
const FRAMES_WAITING: usize = 256;
const KIB_WAITING: usize = 4096;
/// What one step gets at most.
const GROUP_FRAMES: usize = 32;
const GROUP_BYTES: usize = 256 << 10;
/// After this much silence the other side is asked whether it lives; after three times as much the
/// connection counts as gone.
const SILENCE: Duration = Duration::from_secs(30);

enum ReadEvent {
    /// The room it takes is free again when it is dropped.
    Frame {
        frame: SocketFrame,
        _room: OwnedSemaphorePermit,
    },
    Alive,
    Closed(u16, String),
}

/// What the other side said.
pub(in crate::channels::inbound::socket) enum LineEvent {
    /// Frames in the order they came.
    Frames(Vec<SocketFrame>),
    Silence,
    Closed(u16, String),
}

/// An open connection. The reading ends with it.
pub(in crate::channels::inbound::socket) struct Line {
    writer: PushWriter,
    items: mpsc::Receiver<ReadEvent>,
    reading: JoinHandle<()>,
    /// What ended a group that was handed over before it.
    ended: Option<(u16, String)>,
    opened: Instant,
    heard: Instant,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

impl Line {
    pub fn new(writer: PushWriter, reader: PushReader) -> Self {
        let (sender, items) = mpsc::channel(FRAMES_WAITING);
        let reading = tokio::spawn(read(reader, sender));
        let now = Instant::now();
        Self { writer, items, reading, ended: None, opened: now, heard: now }
    }

    pub fn age(&self) -> Duration {
        self.opened.elapsed()
    }

    /// Waits for the next thing the other side says. Safe to cancel.
    pub async fn listen(&mut self) -> LineEvent {
        if let Some((code, reason)) = self.ended.take() {
            return LineEvent::Closed(code, reason);
        }
        loop {
            let patience = tokio::time::sleep(SILENCE);
            let item = tokio::select! {
                item = self.items.recv() => item,
                () = patience => {
                    if self.heard.elapsed() > SILENCE * 3 {
                        return LineEvent::Closed(1006, "the provider fell silent".to_owned());
                    }
                    return LineEvent::Silence;
                }
            };
            self.heard = Instant::now();
            match item {
                Some(ReadEvent::Frame { frame, .. }) => {
                    return LineEvent::Frames(self.group(frame));
                }
                Some(ReadEvent::Alive) => {}
                Some(ReadEvent::Closed(code, reason)) => return LineEvent::Closed(code, reason),
                None => return LineEvent::Closed(1006, String::new()),
            }
        }
    }

    /// What has come besides, up to the size of a group.
    fn group(&mut self, first: SocketFrame) -> Vec<SocketFrame> {
        let mut bytes = first.len();
        let mut frames = vec![first];
        while frames.len() < GROUP_FRAMES && bytes < GROUP_BYTES {
            match self.items.try_recv() {
                Ok(ReadEvent::Frame { frame, .. }) => {
                    bytes += frame.len();
                    frames.push(frame);
                }
                Ok(ReadEvent::Alive) => {}
                Ok(ReadEvent::Closed(code, reason)) => {
                    self.ended = Some((code, reason));
                    break;
                }
                Err(_) => break,
            }
        }
        frames
    }

    pub async fn send(&mut self, frame: &SocketFrame, inject: bool) -> Result<(), String> {
        self.writer.send(frame, inject).await
    }

    pub async fn ping(&mut self) -> Result<(), String> {
        self.writer.ping().await
    }

    pub async fn close(&mut self, code: u16) {
        self.writer.close(code).await;
    }
}

/// Reads until the connection ends or nobody listens. Reading is also what answers pings.
async fn read(mut reader: PushReader, items: mpsc::Sender<ReadEvent>) {
    let room = Arc::new(Semaphore::new(KIB_WAITING));
    loop {
        let item = match reader.next().await {
            Pushed::Frame(frame) => {
                let kib = u32::try_from(frame.len() / 1024 + 1).unwrap_or(1);
                let Ok(taken) = room.clone().acquire_many_owned(kib).await else { return };
                ReadEvent::Frame { frame, _room: taken }
            }
            Pushed::Alive => ReadEvent::Alive,
            Pushed::Closed(code, reason) => ReadEvent::Closed(code, reason),
        };
        let last = matches!(item, ReadEvent::Closed(..));
        if items.send(item).await.is_err() || last {
            return;
        }
    }
}
