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

fn broker(answer: &[&'static str], allow: &[&str]) -> Egress {
    let allow: Vec<String> = allow.iter().map(|a| (*a).to_owned()).collect();
    Egress::with_resolver(Exceptions::new(&allow), Arc::new(Fixed(answer.to_vec())))
}

/// As the LINE accounts of client 3.
async fn resolve(
    answer: &[&'static str],
    allow: &[&str],
    host: &str,
) -> Result<usize, EgressError> {
    let egress = broker(answer, allow).to(Purpose::plugin("line", 3));
    egress.resolve(host, 443).await.map(|a| a.len())
}

#[tokio::test]
async fn public_names_resolve_to_all_their_addresses() {
    assert_eq!(resolve(&["1.1.1.1", "2606:4700::1111"], &[], "a.example").await, Ok(2));
}

#[tokio::test]
async fn one_private_address_spoils_the_name() {
    let error = resolve(&["1.1.1.1", "10.0.0.1"], &[], "a.example").await.unwrap_err();
    let line = "egress.allow_private = [\"plugin/line/3=a.example:443\"]";
    assert!(error.to_string().contains(line), "{error}");
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
    let own = |address: &str| format!("plugin/line/3={address}");
    assert_eq!(resolve(&["10.0.0.1"], &[&own("mail.lan:443")], "MAIL.lan").await, Ok(1));
    assert!(resolve(&["10.0.0.1"], &[&own("mail.lan:993")], "mail.lan").await.is_err());
    assert!(resolve(&["10.0.0.1"], &[&own("lan:443")], "mail.lan").await.is_err());
    assert_eq!(resolve(&[], &[&own("[::1]:443")], "[::1]").await, Ok(1));
}

#[tokio::test]
async fn an_exception_is_for_its_purpose_alone() {
    let purposes = [
        Purpose::OperatorMail,
        Purpose::SignIn,
        Purpose::Packages,
        Purpose::Webhooks { client_id: 3 },
        Purpose::Webhooks { client_id: 4 },
        Purpose::Push { client_id: 3 },
        Purpose::Push { client_id: 4 },
        Purpose::plugin("line", 3),
        Purpose::plugin("line", 4),
        Purpose::plugin("email", 3),
    ];
    for bound in &purposes {
        let egress = broker(&["10.0.0.1"], &[&format!("{bound}=inside.lan:25")]);
        for asked in &purposes {
            let reached = egress.to(asked.clone()).resolve("inside.lan", 25).await.is_ok();
            assert_eq!(reached, asked == bound, "{asked} by what is opened for {bound}");
        }
        assert!(egress.to_public().resolve("inside.lan", 25).await.is_err(), "{bound}");
    }
}

#[tokio::test]
async fn the_old_form_opens_nothing() {
    for entry in ["mail.lan:443", "=mail.lan:443", "plugin/*/3=mail.lan:443"] {
        assert!(resolve(&["10.0.0.1"], &[entry], "mail.lan").await.is_err(), "{entry}");
    }
}

#[tokio::test]
async fn a_simulator_is_for_plugins_alone() {
    let exceptions = Exceptions::default().simulated(&["127.0.0.1:8090".to_owned()]);
    let egress = Egress::new(exceptions);
    assert!(egress.to(Purpose::plugin("line", 4)).resolve("127.0.0.1", 8090).await.is_ok());
    assert!(egress.to(Purpose::plugin("line", 4)).resolve("127.0.0.1", 8091).await.is_err());
    assert!(egress.to(Purpose::OperatorMail).resolve("127.0.0.1", 8090).await.is_err());
    let webhooks = egress.to(Purpose::Webhooks { client_id: 4 });
    assert!(webhooks.resolve("127.0.0.1", 8090).await.is_err());
}

#[tokio::test]
async fn a_refusal_tells_nothing_of_where_a_name_leads() {
    let inside = resolve(&["10.9.8.7"], &[], "db.lan").await.unwrap_err().to_string();
    let nowhere = resolve(&[], &[], "db.lan").await.unwrap_err().to_string();
    assert_eq!(inside, nowhere);
    assert!(!inside.contains("10.9.8.7"), "{inside}");
    let egress = broker(&["10.9.8.7"], &[]).to(Purpose::Webhooks { client_id: 3 });
    let url = url::Url::parse("https://db.lan/").unwrap();
    let posted = egress.post(&url, &[], vec![], Duration::from_secs(5)).await;
    assert!(
        matches!(&posted, Err(NetError::Dns(d)) if d.message.contains("no public")),
        "{posted:?}"
    );
}

#[tokio::test]
async fn an_empty_answer_is_no_address() {
    let error = resolve(&[], &[], "a.example").await.unwrap_err();
    assert!(matches!(error, EgressError::Unknown { .. }));
}
