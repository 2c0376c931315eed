-- Roles: what users of a client may do, kept in one place for all who have the role. `users` keeps the
-- effective type, rank and permissions, so that a request reads one row.
create table roles (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    name_key text not null,
    -- One of the six a client begins with; null for a role that an admin made.
    builtin text,
    kind text not null,
    rank bigint not null,
    permissions text not null default '[]',
    created_at bigint not null,
    unique (client_id, name_key)
);
alter table users add column role_id bigint references roles (id);
create index users_by_role on users (client_id, role_id) where role_id is not null;

insert into roles (client_id, name, name_key, builtin, kind, rank, permissions, created_at)
with beginning (builtin, name, name_key, kind, rank, permissions) as (
    values ('owner', 'Owner', 'owner', 'admin', 1, '[]'),
           ('admin', 'Admin', 'admin', 'admin', 2, '[]'),
           ('supervisor', 'Supervisor', 'supervisor', 'agent', 5,
            '["supervise","view_all","view_report"]'),
           ('agent', 'Agent', 'agent', 'agent', 10, '[]'),
           ('light_agent', 'Light agent', 'light agent', 'agent', 20, '["notes_only"]'),
           ('auditor', 'Auditor', 'auditor', 'agent', 20,
            '["read_only","view_all","view_audit","view_report"]')
)
select c.id, b.name, b.name_key, b.builtin, b.kind, b.rank, b.permissions, c.created_at
  from clients c cross join beginning b;

-- Whoever may do exactly what a role says has it; the others stay as they are, without a role.
update users
   set role_id = (select r.id from roles r
                   where r.client_id = users.client_id and r.builtin in ('owner', 'agent')
                     and r.kind = users.kind and r.rank = users.rank
                     and r.permissions = users.permissions);
