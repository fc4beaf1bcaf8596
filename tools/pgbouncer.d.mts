export interface PgBouncer {
  /** The database, reached through it. */
  readonly url: string;
  stop(): Promise<void>;
}

export function findPgBouncer(): string | undefined;
export function startPgBouncer(databaseUrl: string, settings?: Readonly<Record<string, string | number>>): Promise<PgBouncer>;
