-- The kind of bank that this database belongs to. A server with another kind would judge orders that are not its own: it refuses to start.
-- Null: not decided yet; the first server that starts writes its own kind. A server of the version before this one leaves the column alone.

alter table installation add column bank_kind text check (bank_kind in ('sandbox', 'adapter'));

-- The tenant 'bank' exists only before a bank's own core; every other tenant is a developer's sandbox or the demo's. A database that holds both
-- was once started with the wrong kind: what customers ordered at the core decides, because that is real money.
update installation set bank_kind = case
  when exists (select from sandbox where id = 'bank') and (
    not exists (select from sandbox where id <> 'bank')
    or exists (select from payment where sandbox_id = 'bank')
    or exists (select from consent where sandbox_id = 'bank')
    or exists (select from transactions_statement where sandbox_id = 'bank')
  ) then 'adapter'
  when exists (select from sandbox where id <> 'bank') then 'sandbox'
end;
