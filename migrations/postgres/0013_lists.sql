-- Lists of a desk that has grown: whatever they are narrowed to, no index is read from end to end.

-- Whether the first message was written by a machine, and when the first answer went out.
alter table tickets add column automatic boolean not null default false;
alter table tickets add column replied_at bigint;
-- 0 for high, 1 for none, 2 for medium, 3 for low: the order of a list by priority.
alter table tickets add column severity_place bigint
    generated always as (case severity when 'H' then 0 when 'M' then 2 when 'L' then 3 else 1 end) stored;

update tickets set automatic = true
 where id in (select m.ticket_id from messages m
               where m.automatic
                 and m.id = (select min(f.id) from messages f
                              where f.client_id = m.client_id and f.ticket_id = m.ticket_id));
update tickets
   set replied_at = (select min(m.created_at) from messages m
                      where m.client_id = tickets.client_id and m.ticket_id = tickets.id
                        and m.direction = 'out');

-- A list is walked along one of these two, one status at a time. The first holds what lists are
-- narrowed by, so that tickets that do not belong are passed without being read.
drop index tickets_list;
drop index tickets_list_all;
create index tickets_list on tickets (client_id, kind, status, updated_at desc, id desc)
    include (channel, department_id, severity, assignee_ids, responded, automatic, created_at,
             replied_at, last_in_id);
create index tickets_by_severity on tickets (
    client_id, kind, status, severity_place, updated_at desc, id desc);
-- Where few tickets are of a department, a channel or a time, a list begins with those.
create index tickets_by_department on tickets (client_id, department_id, status)
 where department_id is not null;
create index tickets_by_arrival on tickets (client_id, created_at);
create index tickets_by_channel on tickets (client_id, channel);
