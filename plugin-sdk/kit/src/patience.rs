//! Work that is quick most of the time and takes minutes once: whoever waits is told.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

/// Does the work, and calls `say` when it is not done after that time.
pub fn during<T>(wait: Duration, say: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    let (working, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                say();
            }
        });
        let result = work();
        drop(working);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::during;
    use std::{sync::mpsc, time::Duration};

    #[test]
    fn who_waits_long_is_told_while_the_work_goes_on() {
        let (say, said) = mpsc::channel();
        let told = during(Duration::ZERO, move || say.send("wait").unwrap(), || said.recv());
        assert_eq!(told, Ok("wait"));
    }

    #[test]
    fn who_does_not_wait_is_told_nothing() {
        let mut told = false;
        assert_eq!(during(Duration::from_secs(3600), || told = true, || 7), 7);
        assert!(!told);
    }
}
