-- Live chats in routing's queues: a visitor who waits has no ticket yet, so that what waits is a ticket or
-- a visit. How many live chats an agent holds is counted beside all that they hold.

alter table routing_settings add column chat_capacity bigint not null default 3;
-- None for what holds for all.
alter table routing_agents add column chat_capacity bigint;

-- tickets or live_chats.
alter table routing_queues add column work text not null default 'tickets';

-- A ticket that waits in a queue, or a visitor of live chat who waits.
create table routing_items_2 (
    client_id bigint not null references clients (id),
    ticket_id bigint references tickets (id) on delete cascade,
    session_id bigint references livechat_sessions (id) on delete cascade,
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
    offer_until bigint
);
insert into routing_items_2
       (client_id, ticket_id, queue_id, state, enqueued_at, queued_at, preferred_user_id, not_before,
        passed, offered_to, offered_at, offer_until)
select client_id, ticket_id, queue_id, state, enqueued_at, queued_at, preferred_user_id, not_before,
       passed, offered_to, offered_at, offer_until
  from routing_items;
drop table routing_items;
alter table routing_items_2 rename to routing_items;
create index routing_items_by_queue on routing_items (client_id, queue_id, enqueued_at);
create index routing_items_offered on routing_items (offer_until) where state = 'offered';
create unique index routing_items_by_ticket on routing_items (client_id, ticket_id);
create unique index routing_items_by_session on routing_items (client_id, session_id);

create table routing_decisions_2 (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    ticket_id bigint references tickets (id) on delete cascade,
    session_id bigint references livechat_sessions (id) on delete cascade,
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
insert into routing_decisions_2
       (id, client_id, ticket_id, queue_id, at, strategy, outcome, user_id, candidates, looked_at)
select id, client_id, ticket_id, queue_id, at, strategy, outcome, user_id, candidates, looked_at
  from routing_decisions;
drop table routing_decisions;
alter table routing_decisions_2 rename to routing_decisions;
create index routing_decisions_by_ticket on routing_decisions (client_id, ticket_id, id);
create index routing_decisions_by_session on routing_decisions (client_id, session_id, id);

-- What agents hold is counted: visitors taken who have no ticket yet.
create index livechat_accepted on livechat_sessions (client_id, agent_id) where state = 'accepted';
