import type { RunWrite } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import type { AccountReader } from '../bank/index.ts';
import type { RequireXs2aCaller } from '../tpp-apps/index.ts';

export interface AccountsDeps {
  readonly reader: AccountReader;
  readonly requireToken: RequireXs2aCaller;
  readonly write: RunWrite;
  readonly random: Pick<Random, 'bytes' | 'id'>;
  /** Key that seals cursors; 32 bytes. */
  readonly cursorKey: Buffer;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}
