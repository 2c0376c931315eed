//! Time-based one-time passwords (RFC 6238): six digits, thirty seconds, SHA-1.

use hmac::{Hmac, Mac as _};
use sha1::Sha1;

const STEP_MS: i64 = 30_000;
const DIGITS: u32 = 6;

/// The step whose code this is: the current one or a neighbour, since clocks differ, but only one
/// after `last_step`, so that a code works once.
pub(super) fn matching_step(secret: &[u8], code: &str, now_ms: i64, last_step: i64) -> Option<i64> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    if code.len() != DIGITS as usize || !code.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let current = now_ms.div_euclid(STEP_MS);
    (current - 1..=current + 1)
        .filter(|step| *step > last_step)
        .find(|step| same(&code_at(secret, *step), &code))
}

fn code_at(secret: &[u8], step: i64) -> String {
    let mut mac =
        <Hmac<Sha1> as hmac::Mac>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest[19] & 15);
    let word = u32::from_be_bytes([
        digest[offset] & 0x7f,
        digest[offset + 1],
        digest[offset + 2],
        digest[offset + 3],
    ]);
    format!("{:06}", word % 10_u32.pow(DIGITS))
}

/// Compares without stopping at the first difference.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |diff, (x, y)| diff | (x ^ y)) == 0
}

#[cfg(test)]
pub(super) fn code_for_test(secret: &[u8], now_ms: i64) -> String {
    code_at(secret, now_ms.div_euclid(STEP_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_standard() {
        // Appendix B of RFC 6238, the last six digits.
        let secret = b"12345678901234567890";
        let cases = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
        ];
        for (seconds, code) in cases {
            let now = seconds * 1000;
            assert_eq!(matching_step(secret, code, now, 0), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_works_once_and_not_for_long() {
        let secret = b"12345678901234567890";
        let now = 1_111_111_109_000;
        let step = matching_step(secret, "081 804", now, 0).expect("right");
        assert_eq!(matching_step(secret, "081804", now, step), None, "used");
        assert_eq!(matching_step(secret, "081804", now + 30_000, 0), Some(step), "one step late");
        assert_eq!(matching_step(secret, "081804", now + 90_000, 0), None, "too late");
        for wrong in ["", "08180", "0818045", "abcdef", "081805"] {
            assert_eq!(matching_step(secret, wrong, now, 0), None);
        }
    }
}
