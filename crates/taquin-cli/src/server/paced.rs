//! A connection whose client must take what is sent.
//!
//! Waiting for a client that reads slowly, or not at all, is bounded. Time that sending waits adds up, and what
//! is sent makes up for it at [`SLOWEST`] bytes a second; when the sum exceeds the patience given, sending fails
//! and the connection ends, which ends the search behind it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// Bytes a second that every client is expected to take.
const SLOWEST: f64 = 4096.0;

/// A stream with an eye on how long its reader makes it wait.
pub(super) struct Paced<S> {
    stream: S,
    patience: Duration,
    /// How long sending has waited and bytes have not made up for.
    waited: Duration,
    /// Since when sending waits now, and when that has been too long.
    stuck: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> Paced<S> {
    pub(super) fn new(stream: S, patience: Duration) -> Paced<S> {
        Paced { stream, patience, waited: Duration::ZERO, stuck: None }
    }

    /// Notes how an attempt to send went, and fails it if the client has had its time.
    fn noted(
        &mut self,
        attempt: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match attempt {
            Poll::Ready(sent) => {
                if let Some((since, _)) = self.stuck.take() {
                    self.waited += since.elapsed();
                }
                let bytes = sent.as_ref().map_or(0, |&bytes| bytes);
                self.waited = self.waited.saturating_sub(Duration::from_secs_f64(bytes as f64 / SLOWEST));
                Poll::Ready(sent)
            }
            Poll::Pending => {
                let left = self.patience.saturating_sub(self.waited);
                let (_, too_long) = self.stuck.get_or_insert_with(|| {
                    let now = Instant::now();
                    (now, Box::pin(sleep_until(now + left)))
                });
                ready!(too_long.as_mut().poll(context));
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.noted(attempt, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.noted(attempt, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_given_up() {
        let (near, _far) = duplex(64);
        let mut near = Paced::new(near, Duration::from_secs(10));
        let began = Instant::now();
        let error = near.write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_drop_by_drop_is_given_up_and_a_slow_one_is_not() {
        for (piece, is_given_up) in [(1, true), (SLOWEST as usize, false)] {
            let (near, mut far) = duplex(1024);
            let mut near = Paced::new(near, Duration::from_secs(10));
            tokio::spawn(async move {
                let mut taken = vec![0; piece];
                while far.read_exact(&mut taken).await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(999)).await;
                }
            });
            assert_eq!(near.write_all(&vec![0; 400_000]).await.is_err(), is_given_up, "{piece}");
        }
    }
}
