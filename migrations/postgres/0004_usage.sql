-- What plugin calls cost, and where their faults can be looked up.

-- One row for each account, function and minute, from each process that made calls: a process knows
-- its own minute as a whole, so writing it again replaces it and nothing is ever counted twice.
create table plugin_usage (
    client_id bigint not null,
    -- 0 for calls without an account.
    channel_id bigint not null,
    plugin text not null,
    call text not null,
    -- Milliseconds since the epoch, at the beginning of the minute.
    minute bigint not null,
    node text not null,
    calls bigint not null,
    ok bigint not null,
    failed bigint not null,
    crashed bigint not null,
    limited bigint not null,
    cpu_us bigint not null,
    wall_us bigint not null,
    bytes_in bigint not null,
    bytes_out bigint not null,
    peak_memory bigint not null,
    -- Calls by how long they took: up to 50 µs, 100, 200, 500, 1 ms, 2, 5, 10, 50, 200, 1 s, longer.
    wall_0 bigint not null,
    wall_1 bigint not null,
    wall_2 bigint not null,
    wall_3 bigint not null,
    wall_4 bigint not null,
    wall_5 bigint not null,
    wall_6 bigint not null,
    wall_7 bigint not null,
    wall_8 bigint not null,
    wall_9 bigint not null,
    wall_10 bigint not null,
    wall_11 bigint not null,
    primary key (client_id, plugin, channel_id, minute, call, node)
);
create index plugin_usage_by_channel on plugin_usage (client_id, channel_id, minute);
create index plugin_usage_by_age on plugin_usage (minute);

-- Faults carry their code and the input they met, so that the two can be looked at together.
alter table channel_log add column code text;
alter table channel_log add column input_id bigint;
create index channel_log_faults on channel_log (client_id, channel_id, id) where code is not null;
create index channel_log_by_client on channel_log (client_id, id);
