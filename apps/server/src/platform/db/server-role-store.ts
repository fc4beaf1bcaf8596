/**
 * Grants rights to the servers' role, where another role owns the tables (docs/operate/deployment.md, "Two roles"). This happens after every
 * migration, in one transaction, so that a new table never has wrong rights. The role may only read the audit log and add rows to it.
 */
import type { Engine } from './connection.ts';
import { MigrationRefused } from './migrate.ts';

/** Raised by the code below. */
const NO_SERVER_ROLE = 'P0ROL';

/**
 * Every table whose name begins with `audit_`. A chain's head changes and personal content can be erased; the other tables only grow. Housekeeping
 * creates and drops partitions, and the job library changes its schema, so the servers' role owns both.
 */
const GRANTS = `
do $grant$
declare
  server text := current_setting('portico.server_role');
  audited regclass;
  owned record;
begin
  if not exists (select from pg_roles where rolname = server) then
    raise exception 'no such role exists' using errcode = 'P0ROL';
  elsif exists (select from pg_class where oid = 'audit_entry'::regclass and pg_has_role(server, relowner, 'member')) then
    raise exception 'it has the rights of the owner' using errcode = 'P0ROL';
  elsif not pg_has_role(current_user, server, 'member') then
    raise exception 'the owner of the tables is no member of it' using errcode = 'P0ROL';
  end if;
  execute format('grant usage, create on schema public to %I', server);
  execute format('grant create on database %I to %I', current_database(), server);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', server);
  execute format('grant usage, select, update on all sequences in schema public to %I', server);
  for audited in
    select oid::regclass from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and (relname like 'audit\\_%' or relname = 'schema_migration')
  loop
    execute format('revoke all on %s from %I', audited, server);
    execute format('grant select on %s to %I', audited, server);
    if audited <> 'schema_migration'::regclass then execute format('grant insert on %s to %I', audited, server); end if;
  end loop;
  execute format('grant update (position, hash, is_sealed) on audit_chain to %I', server);
  execute format('grant delete on audit_content to %I', server);
  for owned in
    select 'table' as kind, class.oid::regclass::text as name from pg_class class
    where class.relkind in ('r', 'p') and pg_get_userbyid(class.relowner) <> server and (
      class.relnamespace = to_regnamespace('jobs')
      or (class.relnamespace = 'public'::regnamespace and class.relkind = 'p')
      or exists (select from pg_inherits where inhrelid = class.oid)
    )
    union all select 'function', oid::regprocedure::text from pg_proc where pronamespace = to_regnamespace('jobs')
    union all select 'type', oid::regtype::text from pg_type where typnamespace = to_regnamespace('jobs') and typtype = 'e'
    union all select 'schema', nspname from pg_namespace where nspname = 'jobs'
  loop
    execute format('alter %s %s owner to %I', owned.kind, owned.name, server);
  end loop;
end $grant$;`;

/**
 * @param role the servers' role.
 * @throws MigrationRefused when it does not exist, is the owner or has the owner's rights, or the owner is not a member of it.
 */
export async function grantServerRole(engine: Pick<Engine, 'script'>, role: string): Promise<void> {
  await engine.script(`begin; set local portico.server_role = '${role.replaceAll("'", "''")}'; ${GRANTS} commit;`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === NO_SERVER_ROLE)) throw error;
    const text = `DATABASE_SERVER_ROLE: given "${role}", but ${error.message}. The migrations are applied, the role got no rights. See "Two roles" in docs/operate/deployment.md.`;
    throw new MigrationRefused(text, { cause: error });
  });
}
