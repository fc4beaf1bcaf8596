export interface Nginx {
  /** Its origin, e.g. `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly port: number;
  /** Returns its error log so far. */
  errors(): string;
  /** Sends new requests to these servers; requests in progress end where they are. */
  reload(serverPorts: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** True: the deployed limits per address apply; default: false. */
  readonly isLimited?: boolean;
}

export const NO_NGINX: string;
export function findNginx(): string | undefined;
export function renderNginxConfiguration(serverPorts: readonly number[], port: number, options?: NginxOptions): string;
export function startNginx(serverPorts: readonly number[], change?: (text: string) => string, options?: NginxOptions): Promise<Nginx | undefined>;
