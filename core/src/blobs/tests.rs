//! The store on a folder and on an S3 server in this process, with the same expectations.

use super::*;
use futures_util::stream;
use hyper_util::rt::{TokioExecutor, TokioIo};

const KEY: &str = "AKIDTEST";
const SECRET: &str = "a-secret-key";

struct TestStore {
    blobs: Blobs,
    clock: Clock,
    _folder: tempfile::TempDir,
}

fn folder() -> TestStore {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::fake(1_000_000);
    let config = BlobConfig::Folder(folder.path().to_owned());
    let blobs = Blobs::open(&config, clock.clone(), Ids::seeded(1)).unwrap();
    TestStore { blobs, clock, _folder: folder }
}

/// An S3 server that knows one key, and a store that uses it with this secret.
async fn s3(secret: &str) -> TestStore {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("bucket")).unwrap();
    let mut service =
        s3s::service::S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
    service.set_auth(s3s::auth::SimpleAuth::from_single(KEY, SECRET));
    let service = service.build();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let service = service.clone();
            tokio::spawn(async move {
                let server = hyper_util::server::conn::auto::Builder::new(TokioExecutor::new());
                let _ = server.serve_connection(TokioIo::new(socket), service).await;
            });
        }
    });
    let clock = Clock::fake(1_000_000);
    let config = BlobConfig::S3 {
        endpoint: format!("http://{address}"),
        bucket: "bucket".to_owned(),
        region: "us-east-1".to_owned(),
        access_key: KEY.to_owned(),
        secret_key: secret.to_owned(),
        allow_http: true,
    };
    let blobs = Blobs::open(&config, clock.clone(), Ids::seeded(1)).unwrap();
    TestStore { blobs, clock, _folder: folder }
}

fn meta() -> BlobMeta {
    BlobMeta { mime: "image/png".to_owned(), filename: Some("a.png".to_owned()) }
}

fn chunks(total: usize, chunk: usize) -> impl Stream<Item = Result<Bytes, std::io::Error>> + Send {
    let list: Vec<_> = (0..total)
        .step_by(chunk)
        .map(|at| {
            let end = (at + chunk).min(total);
            Ok(Bytes::from((at..end).map(|i| (i % 251) as u8).collect::<Vec<_>>()))
        })
        .collect();
    stream::iter(list)
}

async fn keeps_small_and_large(place: &TestStore) {
    let blobs = &place.blobs;
    blobs.probe().await.unwrap();
    for total in [0, 5, 3 << 20, (20 << 20) + 7] {
        let blob = blobs.put_stream(chunks(total, 700_001), meta(), 64 << 20).await.unwrap();
        let whole: Vec<u8> = (0..total).map(|i| (i % 251) as u8).collect();
        assert_eq!(blob.size, total as u64);
        assert_eq!(blob.sha256, hex(&Sha256::digest(&whole)));
        assert_eq!((blob.mime.as_str(), blob.filename.as_deref()), ("image/png", Some("a.png")));
        assert!(blobs.exists(&blob.sha256).await.unwrap());
        let got: Vec<Bytes> =
            blobs.get_stream(&blob.sha256).await.unwrap().try_collect().await.unwrap();
        assert!(got.concat() == whole);
        // The same content again is the same blob, whichever way it came.
        assert_eq!(blobs.put_bytes(whole.clone(), meta()).await.unwrap(), blob);
        let range = blobs.get_range(&blob, 2..10).await.unwrap();
        assert_eq!(&range[..], &whole[2.min(total)..10.min(total)]);
        assert!(blobs.get_range(&blob, total as u64..u64::MAX).await.unwrap().is_empty());
        blobs.delete(&blob.sha256).await.unwrap();
        blobs.delete(&blob.sha256).await.unwrap();
        assert!(!blobs.exists(&blob.sha256).await.unwrap());
    }
}

async fn refuses_what_is_too_long(place: &TestStore) {
    for (total, max) in [(100, 99), (20 << 20, 18 << 20)] {
        let error = place.blobs.put_stream(chunks(total, 1 << 20), meta(), max).await.unwrap_err();
        assert!(matches!(error, BlobError::TooLarge { max: m } if m == max), "{error}");
    }
    let broken = chunks(9 << 20, 1 << 20).chain(stream::iter([Err(std::io::Error::other("cut"))]));
    let error = place.blobs.put_stream(broken, meta(), 64 << 20).await.unwrap_err();
    assert!(matches!(error, BlobError::Source(_)), "{error}");
    let left = place.blobs.store.list(None).try_collect::<Vec<_>>().await.unwrap();
    assert!(left.is_empty(), "{left:?}");
}

async fn cleans_what_was_abandoned(place: &TestStore) {
    let key = place.blobs.temporary_key();
    place.blobs.store.put(&key, Bytes::from_static(b"half").into()).await.unwrap();
    assert_eq!(place.blobs.clean(60_000).await.unwrap(), 0);
    place.clock.advance(61_000);
    assert_eq!(place.blobs.clean(60_000).await.unwrap(), 1);
    assert_eq!(place.blobs.clean(60_000).await.unwrap(), 0);
}

#[tokio::test]
async fn a_folder() {
    let place = folder();
    keeps_small_and_large(&place).await;
    refuses_what_is_too_long(&place).await;
    cleans_what_was_abandoned(&place).await;
}

#[tokio::test]
async fn an_s3_store() {
    let place = s3(SECRET).await;
    keeps_small_and_large(&place).await;
    refuses_what_is_too_long(&place).await;
    cleans_what_was_abandoned(&place).await;
}

#[tokio::test]
async fn a_wrong_secret_is_an_error_and_not_a_missing_file() {
    let place = s3("another-key").await;
    assert!(matches!(place.blobs.probe().await, Err(BlobError::Store(_))));
    let error = place.blobs.put_bytes(&b"x"[..], meta()).await.unwrap_err();
    assert!(matches!(error, BlobError::Store(_)), "{error}");
    let sha256 = hex(&Sha256::digest(b"x"));
    assert!(matches!(place.blobs.exists(&sha256).await, Err(BlobError::Store(_))));
}

#[tokio::test]
async fn half_written_files_of_a_crash_are_cleaned_in_a_folder() {
    let place = folder();
    let mut writer = place.blobs.writer(meta(), 64 << 20);
    writer.write(&vec![0; 9 << 20]).await.unwrap();
    // A crash runs no destructor.
    std::mem::forget(writer);
    place.clock.advance(61_000);
    assert_eq!(place.blobs.clean(60_000).await.unwrap(), 1);
}

#[tokio::test]
async fn a_name_is_a_digest_and_nothing_else() {
    let place = folder();
    for name in ["", "../../etc/passwd", "AB", &"A".repeat(64), &"é".repeat(32)] {
        assert!(matches!(place.blobs.get_stream(name).await, Err(BlobError::NotFound)), "{name}");
    }
}

#[test]
fn what_strangers_say_about_a_file_is_cleaned() {
    for (mime, clean) in [
        ("image/PNG; charset=x", "image/png"),
        ("application/vnd.ms-excel", "application/vnd.ms-excel"),
        ("", "application/octet-stream"),
        ("text", "application/octet-stream"),
        ("text/", "application/octet-stream"),
        ("text/html\r\nx: y", "application/octet-stream"),
    ] {
        assert_eq!(BlobMeta::clean(mime, None).mime, clean);
    }
    for (name, clean) in [
        ("a.png", Some("a.png")),
        ("../../etc/passwd", Some("passwd")),
        ("c:\\x\\y.doc", Some("y.doc")),
        ("a\r\nb\u{202e}gpj.exe", Some("abgpj.exe")),
        ("收据.pdf", Some("收据.pdf")),
        ("..", None),
        ("", None),
    ] {
        assert_eq!(BlobMeta::clean("a/b", Some(name)).filename.as_deref(), clean);
    }
}

#[tokio::test]
async fn shelves_share_a_store_and_nothing_else() {
    for place in [folder(), s3(SECRET).await] {
        let (common, own) = (&place.blobs, place.blobs.shelf("packages"));
        let kept = common.put_bytes("the same", BlobMeta::default()).await.unwrap();
        assert_eq!(own.names().await.unwrap(), []);
        assert!(!own.exists(&kept.sha256).await.unwrap());
        own.put_bytes("the same", BlobMeta::default()).await.unwrap();
        let names = own.names().await.unwrap();
        assert_eq!(names.iter().map(|(name, _)| name).collect::<Vec<_>>(), [&kept.sha256]);
        assert!(names[0].1 > 1_000_000_000_000, "a time of this century: {names:?}");
        own.delete(&kept.sha256).await.unwrap();
        assert_eq!(own.names().await.unwrap(), []);
        assert!(common.exists(&kept.sha256).await.unwrap());
    }
}

#[test]
fn no_write_is_a_large_one() {
    for size in [0, 1, PIECE, PIECE + 1, 3 * PIECE - 1] {
        let bytes: Bytes = (0..size).map(|at| (at % 251) as u8).collect();
        let payload = payload(bytes.clone());
        assert!(payload.iter().all(|piece| !piece.is_empty() && piece.len() <= PIECE), "{size}");
        assert_eq!(payload.iter().count(), size.div_ceil(PIECE));
        assert_eq!(Bytes::from(payload), bytes);
    }
}
