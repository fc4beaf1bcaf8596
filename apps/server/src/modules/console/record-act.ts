/** Writes an act of an operator into the chain that also has the operators' commands. */
import type { Platform } from '#platform/platform.ts';
import type { Operator } from './session-store.ts';

export interface Act {
  /** Without its prefix, e.g. `found`. */
  readonly name: string;
  /** Ids and words of lists only, because they stay after every erasure. */
  readonly ids?: Readonly<Record<string, string>>;
  /** What the operator wrote; an erasure can remove it. */
  readonly content?: Readonly<Record<string, string>>;
}

export const OPERATORS_CHAIN = 'operators';

export function entryOf({ operator, subject, roles }: Operator, { name, ids, content }: Act) {
  return {
    chain: OPERATORS_CHAIN,
    sandboxId: 'installation',
    event: `console.${name}`,
    ids: { operator, subject, roles: roles.join(' '), ...ids },
    ...(content === undefined ? {} : { content }),
  };
}

/** Commits before the caller reads anything, so that an act that fails later is recorded too. */
export function recordAct({ write }: Pick<Platform, 'write'>, operator: Operator, act: Act): Promise<void> {
  return write(({ audit }) => audit(entryOf(operator, act)));
}
