-- RTS (EU) 2018/389 Art. 4(3)(b): failures in a row of one person with one method, whichever of the person's customers the person acts for.
-- Servers of the version before go on counting for each customer in method_attempt, and its blocks end with the update.

create table person_attempt (
  sandbox_id text not null references sandbox (id),
  -- A keyed digest of the country and the personal code; of challenges of the version before the customer's id.
  person text not null,
  method text not null,
  failures integer not null default 0 check (failures between 0 and 5),
  -- Tenant time.
  blocked_until timestamptz,
  -- Of browsers in which the customer never signed in.
  stranger_failures integer not null default 0 check (stranger_failures between 0 and 5),
  stranger_blocked_until timestamptz,
  primary key (sandbox_id, person, method),
  check (blocked_until is null or failures = 5)
) with (fillfactor = 50);

-- Null: a challenge of the version before.
alter table challenge add column person text;
