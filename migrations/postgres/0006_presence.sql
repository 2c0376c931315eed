-- What users chose to be, how long they were it, and whose sockets are open on which node.

create table presence (
    client_id bigint not null,
    user_id bigint not null,
    status text not null,
    reason text not null,
    -- When the status was chosen, and when the user was last there, in milliseconds.
    since bigint not null,
    seen_at bigint not null,
    primary key (client_id, user_id)
);

-- A status that has ended. The one that lasts stands in `presence`.
create table presence_spans (
    client_id bigint not null,
    user_id bigint not null,
    status text not null,
    reason text not null,
    from_at bigint not null,
    until_at bigint not null,
    primary key (client_id, user_id, from_at)
);
create index presence_spans_by_time on presence_spans (client_id, from_at);

-- A user with a socket on a node. A node that dies leaves its rows to run out.
create table presence_leases (
    client_id bigint not null,
    user_id bigint not null,
    node text not null,
    until_at bigint not null,
    primary key (client_id, user_id, node)
);
create index presence_leases_by_node on presence_leases (node);
