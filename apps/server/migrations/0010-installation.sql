-- One row: what this database was made with. Keys themselves never enter the database.

create table installation (
  singleton boolean primary key default true check (singleton),
  keys_fingerprint text not null
);
