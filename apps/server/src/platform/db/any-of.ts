/** `= anyOf(list)` in a prepared statement, so that PostgreSQL plans it once per connection instead of at every call. */
import { type RawBuilder, sql } from 'kysely';

/**
 * `any` of a list of texts whose length is hidden from the planner. PostgreSQL compares the cost of the generic plan with the plans for recent
 * values, and assumes ten elements for an unknown list. Compared with lists of one element, the generic plan of `any($1)` always looks more
 * expensive, so every call would be planned again (`plan_cache_mode`, `auto`). For a lookup by key, planning costs more than the lookup.
 */
export function anyOf(texts: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`any(array(select unnest(${texts}::text[])))`;
}
