-- The browser that signed up, by the hash of its cookie: in any other one the link asks for the password (docs/decisions/0071).
-- null: the version before this one wrote the row.
alter table developer_sign_up add column browser_hash text;
