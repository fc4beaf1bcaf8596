export interface PgBouncer {
  /** The database, reached through it. */
  readonly url: string;
  stop(): Promise<void>;
}

export function findPgBouncer(): string | undefined;
/** Whether there is one that tells apart what connections have prepared when it shares them between transactions: 1.21 and later. */
export function keepsPreparedStatements(): boolean;
export function startPgBouncer(databaseUrl: string, settings?: Readonly<Record<string, string | number>>): Promise<PgBouncer>;
