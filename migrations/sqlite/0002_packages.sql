-- Plugin packages. They belong to the installation, not to a client; `plugin_clients` says for whom
-- a plugin is switched off.

-- Keys whose signatures the operator trusts: Ed25519 public keys in base64.
create table plugin_keys (
    id integer primary key autoincrement,
    key text not null unique,
    name text not null,
    added_at bigint not null,
    added_by text not null
);

-- Every version that was ever brought here. The bytes are in the blob store, under the digest.
create table plugin_packages (
    id integer primary key autoincrement,
    plugin text not null,
    version text not null,
    digest text not null unique,
    size bigint not null,
    -- 'built in', 'upload', 'url' or 'path', and which address or file that was.
    origin text not null,
    source text not null default '',
    -- The public key that signed it.
    signer text,
    -- 'staged', 'active', 'previous' or 'removed'.
    state text not null,
    -- What lists and the permission sheet show, as JSON: manifest, texts and icons.
    manifest text not null,
    note text not null default '',
    installed_at bigint not null,
    installed_by text not null,
    activated_at bigint
);
create unique index plugin_packages_active on plugin_packages (plugin) where state = 'active';
create unique index plugin_packages_previous on plugin_packages (plugin) where state = 'previous';
create unique index plugin_packages_version on plugin_packages (plugin, version) where state <> 'removed';

-- What was granted, by whom, each time a version was put into use.
create table plugin_grants (
    id integer primary key autoincrement,
    package_id bigint not null references plugin_packages (id),
    permissions text not null,
    granted_at bigint not null,
    granted_by text not null
);
create index plugin_grants_by_package on plugin_grants (package_id);

-- Plugins that a client has switched off for itself.
create table plugin_clients (
    client_id bigint not null references clients (id),
    plugin text not null,
    off_at bigint not null,
    off_by text not null,
    primary key (client_id, plugin)
);
