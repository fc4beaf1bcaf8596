/** The developers of third-party providers, as other modules use them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';

export interface Developer {
  /** The subject, the value of `Tpp-Id`: `dev_…`. */
  readonly developerId: string;
  /** Lower case, verified. */
  readonly email: string;
}

/** Runs in the transaction that deletes the developer, before the row is deleted. Other modules delete their rows of the developer in it. */
export type OnDeveloperDeleted = (context: WriteContext, developerId: string) => Promise<void>;

export interface Developers {
  /** Returns the developer whose session the cookie carries; undefined when signed out. One statement; ignores `Tpp-Id`. */
  currentDeveloper(request: FastifyRequest): Promise<Developer | undefined>;
  /**
   * The guard of the developers' calls.
   * @throws UiRefusal 401 NOT_SIGNED_IN; 403 TPP_ID_MISMATCH when `Tpp-Id` names another developer (absent, empty and `null` are
   * accepted). Neither error ends the session.
   */
  requireDeveloper(request: FastifyRequest): Promise<Developer>;
  /**
   * As {@link requireDeveloper}, for what cannot be undone: the session gave the password, and the code of an account with a second factor, to
   * `POST /identity/password-check` within the last five minutes. An account with neither needs none.
   * @throws also UiRefusal 401 CREDENTIALS_WRONG.
   */
  requirePassword(request: FastifyRequest): Promise<Developer>;
  /** For operators. */
  findDeveloper(by: { readonly email: string } | { readonly developerId: string }): Promise<Developer | undefined>;
  /** For operators: ends every session and deletes every known browser. Returns the number of live sessions; 0 for an unknown developer. */
  signOut(developerId: string): Promise<number>;
  /** For operators, after a lost phone. False: the account has no second factor. The developer gets a mail. */
  switchOffSecondFactor(developer: Developer): Promise<boolean>;
  /** One change at a time of a developer's applications and account, by the developer's id. Take the turn before the transaction begins. */
  readonly takeTurn: TakeOwnerTurn;
  /**
   * Deletes the developer, sessions, linked accounts and all rows that `onDeleted` deletes, in one transaction. False: there is no such developer.
   * @throws UiRefusal 429 RATE_LIMITED.
   */
  deleteDeveloper(developerId: string): Promise<boolean>;
  /** Registers the identity service below `/identity`. */
  registerRoutes(app: FastifyInstance): void;
}
