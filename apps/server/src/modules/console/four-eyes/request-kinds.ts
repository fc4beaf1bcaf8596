/** What a confirmed request does. The acts are those of the operators' commands. */
import type { ConsoleAct, ConsoleRequestKind } from '@portico/contract/values';
import { fingerprintOf, type RegisteredApp } from '#modules/tpp-apps/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ConsoleServices } from '../console-services.ts';

export type ActServices = Pick<ConsoleServices, 'tppApps' | 'onboarding'>;

/** What a request is about, as it is now. */
interface Examined {
  readonly name: string;
  /** Digest of what the second person relies on. */
  readonly seen: string;
  /** Why the act is impossible or would change nothing. */
  readonly obstacle: string | undefined;
}

interface RequestKind {
  /** Who asks and who decides has a role for it. */
  readonly act: ConsoleAct;
  /** Locks what the request is about until the transaction ends. Undefined: it does not exist. */
  examine(deps: ActServices, tx: Tx, about: string): Promise<Examined | undefined>;
  perform(deps: ActServices, context: WriteContext, about: string): Promise<unknown>;
}

export const REQUEST_KINDS: Readonly<Record<ConsoleRequestKind, RequestKind>> = {
  suspend: {
    act: 'suspend',
    examine: async ({ tppApps }, tx, clientId) => {
      const app = await tppApps.lockByClientId(tx, clientId);
      if (app === undefined) return undefined;
      // Without values that the provider can change: a provider could otherwise prevent its suspension.
      const obstacle = app.isSuspended ? `${clientId} is suspended already.` : undefined;
      return { name: namesOf(app), seen: sha256Hex(JSON.stringify([app.isSuspended])), obstacle };
    },
    perform: ({ onboarding }, context, clientId) => onboarding.setSuspended(clientId, true, context),
  },
  lift: {
    act: 'suspend',
    examine: async ({ tppApps, onboarding }, tx, clientId) => {
      const app = await tppApps.lockByClientId(tx, clientId);
      return app && { name: namesOf(app), seen: seenOf(app), obstacle: obstacleOfLift(app, onboarding) };
    },
    perform: ({ onboarding }, context, clientId) => onboarding.setSuspended(clientId, false, context),
  },
};

function obstacleOfLift(app: RegisteredApp, onboarding: ActServices['onboarding']): string | undefined {
  if (!app.isSuspended) return `${app.clientId} is not suspended.`;
  return onboarding.mayLift(app) ? undefined : `${app.clientId} has not been admitted, so customers would not learn who asks. Admit it first.`;
}

const namesOf = ({ registeredName, clientName }: RegisteredApp): string => `${registeredName}, ${clientName}`;

/** The values that act when the suspension has been lifted. */
function seenOf(app: RegisteredApp): string {
  const { isSuspended, registeredName, admission } = app;
  return sha256Hex(JSON.stringify([isSuspended, registeredName, admission ?? null, fingerprintOf(app)]));
}
