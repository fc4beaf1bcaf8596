/** `= anyOf(list)` in a prepared statement, so that PostgreSQL plans it once per connection and not at every call. */
import { type RawBuilder, sql } from 'kysely';

/**
 * `any` of a list of texts whose length the planner does not look at. It compares the plan for any values with those for the last ones, and
 * takes a list it cannot see to have ten elements: beside lists of one, `any($1)` looks dearer each time and is planned anew for ever
 * (PostgreSQL: `plan_cache_mode`, `auto`), which for a look-up by key costs more than the look-up.
 */
export function anyOf(texts: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`any(array(select unnest(${texts}::text[])))`;
}
