//! A listener whose connections can be cut in the middle of a request.
//!
//! A provider that accepts a message and then drops the connection is the fault that tells whether
//! a client sends twice, so the simulator has to be able to do it for real, below HTTP.
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// The handle with which a request handler cuts its own connection.
#[derive(Clone, Default)]
pub struct Cut(Arc<Wire>);

#[derive(Default)]
struct Wire {
    cut: AtomicBool,
    reader: AtomicWaker,
}

impl Cut {
    /// From now on nothing is read from or written to the connection.
    pub fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
        self.0.reader.wake();
    }

    fn check(&self) -> io::Result<()> {
        if self.0.cut.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl Connected<IncomingStream<'_, CutListener>> for Cut {
    fn connect_info(stream: IncomingStream<'_, CutListener>) -> Self {
        stream.io().cut.clone()
    }
}

/// A TCP listener that remembers its connections so that all of them end with it.
pub struct CutListener {
    listener: TcpListener,
    open: Arc<Open>,
}

/// The connections of one listener; dropping it cuts them all.
#[derive(Default)]
pub struct Open(Mutex<Vec<Weak<Wire>>>);

impl Drop for Open {
    fn drop(&mut self) {
        // A client's pooled connection would otherwise go on talking to a server that has ended.
        for wire in self.0.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            if let Some(wire) = wire.upgrade() {
                Cut(wire).cut();
            }
        }
    }
}

impl CutListener {
    /// Wraps a bound listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, open: Arc::default() }
    }
}

impl Listener for CutListener {
    type Io = CutStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (CutStream, SocketAddr) {
        let (stream, addr) = Listener::accept(&mut self.listener).await;
        // Small answers must not wait for more bytes to fill a packet.
        let _ = stream.set_nodelay(true);
        let cut = Cut::default();
        let mut open = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|wire| wire.strong_count() > 0);
        open.push(Arc::downgrade(&cut.0));
        (CutStream { stream, cut }, addr)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// One connection and its handle.
pub struct CutStream {
    stream: TcpStream,
    cut: Cut,
}

impl AsyncRead for CutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.cut.0.reader.register(cx.waker());
        self.cut.check()?;
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for CutStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.cut.check()?;
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.cut.check()?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.cut.check()?;
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
