-- Live chats in routing's queues: a visitor who waits has no ticket yet, so that what waits is a ticket or
-- a visit. How many live chats an agent holds is counted beside all that they hold.

alter table routing_settings add column chat_capacity bigint not null default 3;
-- None for what holds for all.
alter table routing_agents add column chat_capacity bigint;

-- tickets or live_chats.
alter table routing_queues add column work text not null default 'tickets';

alter table routing_items drop constraint routing_items_pkey;
alter table routing_items alter column ticket_id drop not null;
alter table routing_items
    add column session_id bigint references livechat_sessions (id) on delete cascade;
create unique index routing_items_by_ticket on routing_items (client_id, ticket_id);
create unique index routing_items_by_session on routing_items (client_id, session_id);

alter table routing_decisions alter column ticket_id drop not null;
alter table routing_decisions
    add column session_id bigint references livechat_sessions (id) on delete cascade;
create index routing_decisions_by_session on routing_decisions (client_id, session_id, id);

-- What agents hold is counted: visitors taken who have no ticket yet.
create index livechat_accepted on livechat_sessions (client_id, agent_id) where state = 'accepted';
