-- Signing in at an OpenID Connect provider.

-- Sign-ins that a browser began. The state is in the browser's cookie and here as a hash; the nonce
-- comes back inside the provider's token.
create table oidc_sign_ins (
    state_hash text primary key,
    nonce_hash text not null,
    -- What proves to the provider that we began it, sealed.
    verifier bytea not null,
    expires_at bigint not null,
    -- When the provider's code was exchanged, which works once.
    exchanged_at bigint
);
create index oidc_sign_ins_by_end on oidc_sign_ins (expires_at);

-- Who somebody is at the provider. A mail address may change hands, a subject does not.
create table user_identities (
    client_id bigint not null references clients (id),
    issuer text not null,
    subject text not null,
    user_id bigint not null references users (id),
    created_at bigint not null,
    primary key (client_id, issuer, subject)
);
create index user_identities_by_user on user_identities (client_id, user_id);
