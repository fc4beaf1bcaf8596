-- How the device is asked (docs/decisions/0092). A server of the version before writes notifications, the default, and knows no links.
alter table challenge add column form text not null default 'notification' check (form in ('notification', 'deviceLink'));
-- Hash of the device that opened the link or the QR code; null until then.
alter table challenge add column opened_by_hash text;
create index challenge_opened_by on challenge (opened_by_hash, created_at) where opened_by_hash is not null;
