//! What the desk's own mails say, in the language of whom they go to.

/// Subject and text of the mail with a link to a new password.
pub(super) fn reset(
    (language, name, username): (&str, &str, &str),
    link: &str,
) -> (String, String) {
    match language {
        "ms" => (
            "Kata laluan baharu untuk Patchbay".to_owned(),
            format!(
                "Salam {name},\n\n\
                 Seseorang meminta kata laluan baharu untuk pengguna {username}. \
                 Tetapkannya di sini dalam masa satu jam:\n\n{link}\n\n\
                 Pautan ini berfungsi sekali. \
                 Jika bukan anda yang memintanya, abaikan mel ini: tiada apa-apa berubah.\n"
            ),
        ),
        "zh" => (
            "Patchbay 新密码".to_owned(),
            format!(
                "{name}，您好：\n\n\
                 有人为用户 {username} 申请了新密码。请在一小时内在此设置：\n\n{link}\n\n\
                 此链接只能使用一次。如果不是您申请的，请忽略此邮件，您的密码不会改变。\n"
            ),
        ),
        _ => (
            "A new password for Patchbay".to_owned(),
            format!(
                "Hello {name},\n\n\
                 somebody asked for a new password for the user {username}. \
                 Set it here within an hour:\n\n{link}\n\n\
                 The link works once. \
                 If it was not you who asked, ignore this mail: nothing has changed.\n"
            ),
        ),
    }
}

/// Subject and text of the mail to somebody whom an admin made a user.
pub(super) fn invitation(
    (language, name, username): (&str, &str, &str),
    by: &str,
    link: &str,
) -> (String, String) {
    match language {
        "ms" => (
            format!("{by} menjemput anda ke Patchbay"),
            format!(
                "Salam {name},\n\n\
                 {by} menjemput anda ke meja bantuan. Nama pengguna anda ialah {username}. \
                 Tetapkan kata laluan anda di sini dalam masa tujuh hari:\n\n{link}\n\n\
                 Pautan ini berfungsi sekali.\n"
            ),
        ),
        "zh" => (
            format!("{by} 邀请您加入 Patchbay"),
            format!(
                "{name}，您好：\n\n\
                 {by} 邀请您加入服务台。您的用户名是 {username}。请在七天内在此设置密码：\n\n{link}\n\n\
                 此链接只能使用一次。\n"
            ),
        ),
        _ => (
            format!("{by} invites you to Patchbay"),
            format!(
                "Hello {name},\n\n\
                 {by} invites you to the desk. Your username is {username}. \
                 Set your password here within seven days:\n\n{link}\n\n\
                 The link works once.\n"
            ),
        ),
    }
}
