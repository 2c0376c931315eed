//! Mail domains beyond ASCII in the form every server takes: `例子.测试` as `xn--fsqu00a.xn--0zwm56d`.

/// The domain in ASCII. None when a label cannot be one.
pub fn to_ascii(domain: &str) -> Option<String> {
    let labels: Option<Vec<String>> = domain
        .split(['.', '。', '．'])
        .map(|label| {
            if label.is_ascii() {
                return Some(label.to_ascii_lowercase());
            }
            let lower: Vec<char> = label.to_lowercase().chars().collect();
            let coded = format!("xn--{}", punycode(&lower)?);
            (coded.len() <= 63).then_some(coded)
        })
        .collect();
    labels.map(|l| l.join("."))
}

/// RFC 3492.
fn punycode(label: &[char]) -> Option<String> {
    let mut out: String = label.iter().filter(|c| c.is_ascii()).collect();
    let basic = u32::try_from(out.len()).ok()?;
    if basic > 0 {
        out.push('-');
    }
    let (mut n, mut delta, mut bias, mut handled) = (128_u32, 0_u32, 72_u32, basic);
    let total = u32::try_from(label.len()).ok()?;
    while handled < total {
        let next = label.iter().map(|c| u32::from(*c)).filter(|c| *c >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(handled + 1)?)?;
        n = next;
        for c in label.iter().map(|c| u32::from(*c)) {
            if c < n {
                delta += 1;
            }
            if c == n {
                let mut q = delta;
                let mut k = 36;
                loop {
                    let t = if k <= bias { 1 } else { (k - bias).min(26) };
                    if q < t {
                        break;
                    }
                    out.push(digit(t + (q - t) % (36 - t)));
                    q = (q - t) / (36 - t);
                    k += 36;
                }
                out.push(digit(q));
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    Some(out)
}

fn digit(value: u32) -> char {
    let value = u8::try_from(value % 36).unwrap_or(0);
    char::from(if value < 26 { b'a' + value } else { b'0' + value - 26 })
}

fn adapt(delta: u32, points: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::to_ascii;

    #[test]
    fn domains_become_ascii() {
        for (domain, want) in [
            ("Desk.Test", "desk.test"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("例子.测试", "xn--fsqu00a.xn--0zwm56d"),
            ("münchen-ost.de", "xn--mnchen-ost-9db.de"),
            ("ไทย.test", "xn--o3cw4h.test"),
        ] {
            assert_eq!(to_ascii(domain).as_deref(), Some(want), "{domain}");
        }
        assert_eq!(to_ascii(&"ü".repeat(80)), None);
    }
}
