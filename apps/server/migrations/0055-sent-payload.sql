-- The body as it was sent: jsonb orders its keys. A server of the version before writes `payload` alone, so `sent` counts only while both are equal.
alter table client_payload add column sent text;
