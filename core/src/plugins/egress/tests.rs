//! Resolving: once, all addresses judged, exceptions exactly as written.

use super::*;

struct Fixed(Vec<&'static str>);

impl Resolver for Fixed {
    fn lookup<'a>(&'a self, _: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let list =
            self.0.iter().map(|a| SocketAddr::new(a.parse::<IpAddr>().unwrap(), port)).collect();
        Box::pin(std::future::ready(Ok(list)))
    }
}

async fn resolve(
    answer: &[&'static str],
    allow: &[&str],
    host: &str,
) -> Result<usize, EgressError> {
    let allow: Vec<String> = allow.iter().map(|a| (*a).to_owned()).collect();
    let egress = Egress::with_resolver(&allow, Arc::new(Fixed(answer.to_vec())));
    egress.resolve(host, 443).await.map(|a| a.len())
}

#[tokio::test]
async fn public_names_resolve_to_all_their_addresses() {
    assert_eq!(resolve(&["1.1.1.1", "2606:4700::1111"], &[], "a.example").await, Ok(2));
}

#[tokio::test]
async fn one_private_address_spoils_the_name() {
    let error = resolve(&["1.1.1.1", "10.0.0.1"], &[], "a.example").await.unwrap_err();
    assert!(error.to_string().contains("egress.allow_private = [\"a.example:443\"]"), "{error}");
}

#[tokio::test]
async fn literal_addresses_are_judged_without_a_look_up() {
    for host in ["127.0.0.1", "[::1]", "::ffff:10.0.0.1", "169.254.169.254"] {
        assert!(resolve(&["1.1.1.1"], &[], host).await.is_err(), "{host}");
    }
    assert_eq!(resolve(&[], &[], "8.8.8.8").await, Ok(1));
}

#[tokio::test]
async fn exceptions_are_for_one_host_and_port() {
    assert_eq!(resolve(&["10.0.0.1"], &["mail.lan:443"], "MAIL.lan").await, Ok(1));
    assert!(resolve(&["10.0.0.1"], &["mail.lan:993"], "mail.lan").await.is_err());
    assert!(resolve(&["10.0.0.1"], &["lan:443"], "mail.lan").await.is_err());
    assert_eq!(resolve(&[], &["[::1]:443"], "[::1]").await, Ok(1));
}

#[tokio::test]
async fn an_empty_answer_is_no_address() {
    let error = resolve(&[], &[], "a.example").await.unwrap_err();
    assert!(matches!(error, EgressError::Unknown { .. }));
}
