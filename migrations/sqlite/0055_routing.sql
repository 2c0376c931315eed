-- Routing: queues, skills, who takes how much, what waits, and what was decided.

-- What holds for all agents of a client; the row is also what decisions of one client wait for.
create table routing_settings (
    client_id bigint primary key references clients (id),
    -- Tickets that an agent holds at most.
    capacity bigint not null
);

create table routing_queues (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    enabled boolean not null,
    -- A new ticket goes into the first one whose conditions hold.
    position bigint not null,
    -- As JSON.
    conditions text not null,
    strategy text not null,
    all_agents boolean not null,
    -- User ids, and what is asked of them, as JSON.
    agents text not null,
    skills text not null,
    priority bigint not null,
    ageing_minutes bigint not null,
    offer_seconds bigint not null,
    wrap_up_seconds bigint not null,
    preferred_seconds bigint not null,
    relax_seconds bigint not null,
    -- None for the client's default calendar; `always` gives around the clock instead.
    calendar_id bigint,
    always boolean not null,
    overflow_queue_id bigint,
    overflow_minutes bigint not null,
    -- Round robin: to whom it gave last.
    last_user_id bigint,
    created_at bigint not null,
    updated_at bigint not null,
    -- Decisions name their queue for ever, so its row stays.
    deleted_at bigint
);
create index routing_queues_by_client on routing_queues (client_id, position);

create table routing_skills (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    -- The name as names are compared.
    name_key text not null,
    created_at bigint not null,
    unique (client_id, name_key)
);

create table routing_agent_skills (
    client_id bigint not null references clients (id),
    user_id bigint not null,
    skill_id bigint not null references routing_skills (id) on delete cascade,
    -- 1 to 5.
    level bigint not null,
    primary key (client_id, user_id, skill_id)
);

create table routing_agents (
    client_id bigint not null references clients (id),
    user_id bigint not null,
    -- None for what holds for all.
    capacity bigint,
    -- When a ticket was last given to or finished by the agent.
    idle_since bigint not null,
    -- Until when the agent is left alone.
    wrap_up_until bigint not null,
    primary key (client_id, user_id)
);

-- A ticket that an agent holds: it counts against the capacity while it is open.
create table routing_slots (
    client_id bigint not null references clients (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    user_id bigint not null,
    -- 0 where no queue gave it.
    queue_id bigint not null,
    since bigint not null,
    primary key (client_id, ticket_id, user_id)
);
create index routing_slots_by_user on routing_slots (client_id, user_id);

-- A ticket that waits in a queue.
create table routing_items (
    client_id bigint not null references clients (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    queue_id bigint not null,
    -- waiting or offered.
    state text not null,
    -- Kept while it waits, also when it comes back from an offer or goes to another queue.
    enqueued_at bigint not null,
    -- Since when it is in this queue.
    queued_at bigint not null,
    -- Who had the customer before.
    preferred_user_id bigint,
    -- Nobody is asked before this moment.
    not_before bigint not null,
    -- Who let it pass: user ids, as JSON.
    passed text not null,
    offered_to bigint,
    offered_at bigint,
    offer_until bigint,
    primary key (client_id, ticket_id)
);
create index routing_items_by_queue on routing_items (client_id, queue_id, enqueued_at);
create index routing_items_offered on routing_items (offer_until) where state = 'offered';

create table routing_decisions (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    queue_id bigint not null,
    at bigint not null,
    strategy text not null,
    -- offered, accepted, declined, timed_out, rescinded or assigned.
    outcome text not null,
    user_id bigint not null,
    -- As JSON, and how many were looked at.
    candidates text not null,
    looked_at bigint not null
);
create index routing_decisions_by_ticket on routing_decisions (client_id, ticket_id, id);

-- What was there before is not given anew.
insert into log_offsets (consumer, client_id, seq)
select 'routing', client_id, seq from client_counters where seq > 0;
