export interface PgBouncer {
  /** URL of the database through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

export function findPgBouncer(): string | undefined;
/** True if PgBouncer tracks prepared statements when transactions share connections, which it does from 1.21 on. */
export function keepsPreparedStatements(): boolean;
export function startPgBouncer(databaseUrl: string, settings?: Readonly<Record<string, string | number>>): Promise<PgBouncer>;
