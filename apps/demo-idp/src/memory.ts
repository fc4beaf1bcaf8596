/**
 * Where the stand-in keeps sign-ins and codes: in memory, for as long as each lasts, at most so many. A restart forgets them all, as
 * suits a site in which nobody exists.
 */
import type { AdapterFactory, AdapterPayload } from 'oidc-provider';

const KEPT_MAX = 1_000;

interface Kept {
  readonly model: string;
  readonly id: string;
  readonly payload: AdapterPayload;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** One memory for all models of one provider. */
export function createMemory(): AdapterFactory {
  // In the order of writing, so that the first one is the oldest.
  const kept = new Map<string, Kept>();

  function find(isWanted: (each: Kept) => boolean): AdapterPayload | undefined {
    const now = Date.now();
    for (const [key, each] of kept) {
      if (each.until <= now) kept.delete(key);
      else if (isWanted(each)) return each.payload;
    }
    return undefined;
  }

  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    return {
      async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
        kept.delete(keyOf(id));
        kept.set(keyOf(id), { model, id, payload, until: Date.now() + expiresIn * 1000 });
        for (const key of kept.keys()) {
          if (kept.size <= KEPT_MAX) break;
          kept.delete(key);
        }
      },
      find: async (id) => find((each) => each.model === model && each.id === id),
      findByUid: async (uid) => find((each) => each.model === model && each.payload.uid === uid),
      // There is no device flow.
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = kept.get(keyOf(id))?.payload;
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
