-- The provider's own words for a failure that it told before the send was committed.
alter table early_receipts add column reason text;
-- A file in whose place the customer put another one. The message shows the newer ones.
alter table attachments add column replaced_at bigint;
-- What a customer agreed to, or no longer wants, as a channel told it: by the identity they told it
-- with, which stays theirs when contacts are merged and separated.
create table identity_consents (
    client_id bigint not null,
    identity_id bigint not null references identities (id),
    channel_id bigint not null references channels (id),
    -- 'marketing', 'all' or the provider's own word.
    topic text not null,
    -- 'given' or 'withdrawn'.
    state text not null,
    told_at bigint not null,
    primary key (identity_id, channel_id, topic)
);
