-- A periodic payment is a payment with a schedule, signed once. Each of its runs is a payment of its own that names it.

alter table payment
  add column start_date date,
  -- Included; absent: until it is cancelled.
  add column end_date date,
  add column frequency text
    check (frequency in ('Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths', 'Quarterly', 'SemiAnnual', 'Annual')),
  add column execution_rule text check (execution_rule in ('following', 'preceding')),
  -- As the application asked.
  add column day_of_execution integer check (day_of_execution between 1 and 31),
  -- Number of the run that is made next, the first being 0; known from the last signature on.
  add column next_run integer check (next_run >= 0),
  add column periodic_payment_id text references payment (payment_id),
  add column run_number integer check (run_number >= 0),
  add check ((frequency is null) = (start_date is null)),
  add check (frequency is not null or (end_date is null and execution_rule is null and day_of_execution is null and next_run is null)),
  add check (end_date >= start_date),
  add check ((periodic_payment_id is null) = (run_number is null)),
  -- A run has no runs.
  add check (periodic_payment_id is null or frequency is null);

-- However often and however much at once a run is made, it is made once.
create unique index payment_run on payment (periodic_payment_id, run_number) where periodic_payment_id is not null;

-- A signed periodic payment (ACTC) waits for its next run.
drop index payment_due;
alter table payment drop column is_due;
alter table payment add column is_due boolean generated always as (status in ('PATC', 'ACTC', 'ACFC', 'ACSP')) stored;
create index payment_due on payment (sandbox_id, execute_at) where is_due;
