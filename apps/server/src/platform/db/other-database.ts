/** Checks that migrations run in the database that the server reads. A wrong setting must not alter another database. */
import type { Engine } from './connection.ts';
import { postgresName } from './database-name.ts';
import { readIdentity } from './replica-position-store.ts';

export class OtherDatabase extends Error {
  override readonly name = 'OtherDatabase';
}

interface Reached {
  readonly engine: Pick<Engine, 'query'>;
  readonly url: string;
}

/** @throws OtherDatabase when the two connections reach different databases. No check where a role may not read the identity. */
export async function checkSameDatabase(server: Reached, direct: Reached): Promise<void> {
  const [own, other] = [await readIdentity(server.engine.query), await readIdentity(direct.engine.query)];
  if (own === undefined || other === undefined || own === other) return;
  throw new OtherDatabase(
    `DATABASE_DIRECT_URL: given "${postgresName(direct.url)}"; accepted: the database of DATABASE_URL (${postgresName(server.url)}), reached around a pooler or as its owner. ` +
      'The two settings name different databases. Nothing was changed.',
  );
}
