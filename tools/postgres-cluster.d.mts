export interface PostgresServer {
  /** URL of its database `postgres`, as user `portico`. */
  readonly url: string;
  /** Folder of its programs. */
  readonly bin: string;
  readonly port: number;
  /** Its data folder. */
  readonly data: string;
  /** Stops the server and removes its folder; also after {@link fail}. */
  stop(): Promise<void>;
  /** Kills the server and its supervisor with SIGKILL, as if the machine had failed. */
  fail(): Promise<void>;
  /** Starts a standby of this server under that `application_name`; `select pg_promote()` makes it a primary. */
  startStandby(name: string): Promise<PostgresServer>;
}

/** Resolves to undefined when PostgreSQL is not installed. */
export function startPostgres(settings?: Readonly<Record<string, string>>, parent?: string): Promise<PostgresServer | undefined>;
