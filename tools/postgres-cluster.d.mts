export interface PostgresServer {
  /** Its database `postgres`, as user `portico`. */
  readonly url: string;
  /** Folder of its programs. */
  readonly bin: string;
  readonly port: number;
  /** Its data folder. */
  readonly data: string;
  /** Ends it and removes its folder; also after {@link fail}. */
  stop(): Promise<void>;
  /** SIGKILL for the server and for who would start it again: this machine is gone. */
  fail(): Promise<void>;
  /** A copy that follows this server under that `application_name`; `select pg_promote()` makes it one of its own. */
  startStandby(name: string): Promise<PostgresServer>;
}

/** Undefined when no PostgreSQL is installed. */
export function startPostgres(settings?: Readonly<Record<string, string>>, parent?: string): Promise<PostgresServer | undefined>;
