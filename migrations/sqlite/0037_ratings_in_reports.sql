-- When a chat was rated: reports count ratings by day.
alter table livechat_sessions add column rated_at bigint;
update livechat_sessions set rated_at = coalesce(ended_at, created_at) where rating is not null;
create index livechat_rated on livechat_sessions (client_id, rated_at) where rating is not null;
-- Chats that go on, to be ended with their tickets.
create index livechat_running_tickets on livechat_sessions (client_id, ticket_id)
    where state = 'active';
