-- Receipts that came before the send they tell of was committed: a provider may be quicker than its
-- own answer. They wait here for the message to get its external id.
create table early_receipts (
    client_id bigint not null,
    channel_id bigint not null references channels (id),
    external_id text not null,
    -- 'sent', 'delivered', 'read' or 'failed'.
    state text not null,
    code text,
    at_ms bigint not null,
    received_at bigint not null,
    primary key (channel_id, external_id, state)
);
create index early_receipts_by_time on early_receipts (received_at);
