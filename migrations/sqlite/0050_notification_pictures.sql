-- The picture of a notification: whose it is and the file's name. Both empty: it has none.
alter table notifications add column img_uid text not null default '';
alter table notifications add column img_file text not null default '';
