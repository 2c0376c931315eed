-- A user's second factor, recovery codes, password resets, and what users say of themselves.

-- A secret that was shown and not confirmed by a code yet; sealed as `tfa_secret` is.
alter table users add column tfa_pending blob;
-- Grows with each new password; a reset link belongs to the one it was asked for.
alter table users add column password_version bigint not null default 0;
-- A reset link goes to this address. `email_key` is how it is compared.
alter table users add column email text not null default '';
alter table users add column email_key text not null default '';
-- Empty: the client's timezone, the browser's language.
alter table users add column timezone text not null default '';
alter table users add column language text not null default '';
-- Where the photo's bytes lie, as JSON, and the word in its address.
alter table users add column photo_blob text not null default '';
alter table users add column photo_key text not null default '';
create index users_by_email on users (email_key) where email_key <> '';
create index users_by_photo on users (photo_key) where photo_key <> '';

-- Only a keyed hash of a code is kept.
create table recovery_codes (
    client_id bigint not null references clients (id),
    user_id bigint not null references users (id),
    hash text not null,
    used_at bigint,
    primary key (client_id, user_id, hash)
) without rowid;

-- A link that was mailed. It holds no secret: the link is signed with the installation's key.
create table password_resets (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    user_id bigint not null references users (id),
    password_version bigint not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);
create index password_resets_by_user on password_resets (client_id, user_id);
create index password_resets_by_age on password_resets (expires_at);
