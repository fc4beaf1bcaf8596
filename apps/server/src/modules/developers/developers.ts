/** The developers of third-party providers, as the rest of the server sees them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WriteContext } from '#platform/db/run-write.ts';

export interface Developer {
  /** The subject, the value of `Tpp-Id`: `dev_…`. */
  readonly developerId: string;
  /** Lower case, verified. */
  readonly email: string;
}

/** Runs in the transaction that deletes the developer, before the row goes: what stands above forgets its own. */
export type OnDeveloperDeleted = (context: WriteContext, developerId: string) => Promise<void>;

export interface Developers {
  /** Whose session this browser's cookie is; undefined when signed out. One statement; `Tpp-Id` is not looked at. */
  currentDeveloper(request: FastifyRequest): Promise<Developer | undefined>;
  /**
   * The guard of the developers' calls.
   * @throws UiRefusal 401 NOT_SIGNED_IN; 403 TPP_ID_MISMATCH when `Tpp-Id` names somebody else (absent, empty and `null` are
   * accepted). Neither ends the session.
   */
  requireDeveloper(request: FastifyRequest): Promise<Developer>;
  /** For operators. */
  findDeveloper(by: { readonly email: string } | { readonly developerId: string }): Promise<Developer | undefined>;
  /** For operators: ends every session, forgets every browser. Answers how many sessions were alive; 0 also where there is no such developer. */
  signOut(developerId: string): Promise<number>;
  /** Deletes the developer, sessions, linked accounts and all that `onDeleted` forgets, in one transaction. False: there was none. */
  deleteDeveloper(developerId: string): Promise<boolean>;
  /** The identity service, beneath `/identity`. */
  registerRoutes(app: FastifyInstance): void;
}
