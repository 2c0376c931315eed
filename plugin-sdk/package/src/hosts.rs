//! The hosts a manifest asks for: exact origins, or every host below a name.

use url::{Host, Url};

/// Why a text is no host of a manifest.
const FORM: &str = "is not an exact origin such as `https://api.example.com` (scheme and \
    host, no path), nor every host below a name such as `https://*.example.com`";

/// Second labels below which countries hand names out to everybody.
const HANDED_OUT: [&str; 14] = [
    "ac", "biz", "co", "com", "edu", "gob", "gov", "govt", "info", "mil", "ne", "net", "or", "org",
];

/// Names below which strangers get hosts of their own.
const SHARED: [&str; 26] = [
    "amazonaws.com",
    "appspot.com",
    "azurewebsites.net",
    "blob.core.windows.net",
    "cloudapp.net",
    "cloudfront.net",
    "core.windows.net",
    "firebaseapp.com",
    "fly.dev",
    "github.io",
    "gitlab.io",
    "googleapis.com",
    "googleusercontent.com",
    "herokuapp.com",
    "netlify.app",
    "ngrok.app",
    "ngrok.io",
    "onrender.com",
    "pages.dev",
    "r2.dev",
    "run.app",
    "s3.amazonaws.com",
    "trycloudflare.com",
    "vercel.app",
    "web.app",
    "workers.dev",
];

/// The text in the one form in which hosts are compared, or why it is none.
///
/// # Errors
/// When it is neither an origin nor every host below a name.
pub fn normal(text: &str) -> Result<String, String> {
    let form = || format!("`{text}` {FORM}");
    let Some((scheme, below)) = text.split_once("://*.") else {
        return origin(text).map(|url| url.origin().ascii_serialization()).ok_or_else(form);
    };
    let url = origin(&format!("{scheme}://{below}")).ok_or_else(form)?;
    let Some(Host::Domain(name)) = url.host() else { return Err(form()) };
    if is_open(name) {
        return Err(format!(
            "`{text}` would reach hosts of everybody; name the provider's own, such as \
             `https://*.example.com`"
        ));
    }
    let whole = url.origin().ascii_serialization();
    Ok(whole.replacen("://", "://*.", 1))
}

fn origin(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|u| {
        matches!(u.scheme(), "https" | "http" | "wss" | "ws")
            && u.path() == "/"
            && u.query().is_none()
            && u.fragment().is_none()
            && u.username().is_empty()
            && u.password().is_none()
            && !text.contains('*')
            && !u.host_str().unwrap_or_default().ends_with('.')
    })
}

/// Whether strangers can have hosts right below the name.
fn is_open(name: &str) -> bool {
    let labels: Vec<&str> = name.split('.').collect();
    let country = |label: &str| label.len() == 2 || label.starts_with("xn--");
    match labels.as_slice() {
        [] | [_] => true,
        [second, last] if country(last) && HANDED_OUT.contains(second) => true,
        _ => SHARED.contains(&name),
    }
}

/// Whether a host of a manifest, in its [normal form](normal), grants the origin of an address.
#[must_use]
pub fn covers(host: &str, url: &Url) -> bool {
    let Some((scheme, below)) = host.split_once("://*.") else {
        return url.origin().ascii_serialization() == host;
    };
    let Some(Host::Domain(name)) = url.host() else { return false };
    let Ok(parent) = Url::parse(&format!("{scheme}://{below}")) else { return false };
    let Some(Host::Domain(parent_name)) = parent.host() else { return false };
    url.scheme() == scheme
        && url.port_or_known_default() == parent.port_or_known_default()
        && name
            .strip_suffix(parent_name)
            .and_then(|rest| rest.strip_suffix('.'))
            .is_some_and(|rest| !rest.is_empty() && !rest.split('.').any(str::is_empty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_have_one_form() {
        for (written, normal_form) in [
            ("https://API.example.com:443/", "https://api.example.com"),
            ("https://*.Example.com", "https://*.example.com"),
            ("https://*.example.com:443/", "https://*.example.com"),
            ("wss://*.a.example.com:8443", "wss://*.a.example.com:8443"),
            ("https://*.bücher.example", "https://*.xn--bcher-kva.example"),
            ("http://127.0.0.1:8090", "http://127.0.0.1:8090"),
        ] {
            assert_eq!(normal(written).as_deref(), Ok(normal_form), "{written}");
        }
    }

    #[test]
    fn tricks_are_refused() {
        for written in [
            "*",
            "*.",
            "*.example.com",
            "https://*",
            "https://*.",
            "https://*.com",
            "https://*.localhost",
            "https://*.co.uk",
            "https://*.com.my",
            "https://*.github.io",
            "https://*.s3.amazonaws.com",
            "https://*.*.example.com",
            "https://a.*.example.com",
            "https://a*.example.com",
            "https://*a.example.com",
            "https://*.example.*",
            "https://**.example.com",
            "https://*.example.com/path",
            "https://*.example.com?x",
            "https://*.example.com#x",
            "https://*.example.com.",
            "https://user@*.example.com",
            "https://*.user@example.com",
            "https://*.10.0.0.1",
            "https://*.[::1]",
            "https://*.0x7f.1",
            "ftp://*.example.com",
            "https://x/https://*.example.com",
            "https://example.com.",
        ] {
            assert!(normal(written).is_err(), "{written} became {:?}", normal(written));
        }
    }

    #[test]
    fn a_name_grants_what_is_below_it_and_nothing_else() {
        let covered = |host: &str, url: &str| covers(host, &Url::parse(url).unwrap());
        let below = "https://*.example.com";
        for url in [
            "https://a.example.com/x?y",
            "https://A.EXAMPLE.com",
            "https://a.b.example.com",
            "https://a.example.com:443/",
        ] {
            assert!(covered(below, url), "{url}");
        }
        for url in [
            "https://example.com",
            "https://evilexample.com",
            "https://a.example.com.evil.test",
            "https://a.example.com.",
            "https://.example.com",
            "https://a..example.com",
            "http://a.example.com",
            "wss://a.example.com",
            "https://a.example.com:8443",
            "https://127.0.0.1",
            "https://[::1]",
            "https://example.com@evil.test",
            "https://evil.test/a.example.com",
            "https://evil.test#.example.com",
        ] {
            let Ok(parsed) = Url::parse(url) else { continue };
            assert!(!covers(below, &parsed), "{url}");
        }
        assert!(covered("wss://*.example.com:8443", "wss://a.example.com:8443/s"));
        assert!(covered("https://api.example.com", "https://api.example.com/x"));
        assert!(!covered("https://api.example.com", "https://b.api.example.com/x"));
    }
}
