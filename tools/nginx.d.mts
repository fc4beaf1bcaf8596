export interface Nginx {
  /** Where it listens, e.g. `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly port: number;
  /** What it complained about so far. */
  errors(): string;
  /** Requests go to these servers from now on; those under way end where they are. */
  reload(serverPorts: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** One address has the deployed limits; default: no. */
  readonly isLimited?: boolean;
}

export const NO_NGINX: string;
export function findNginx(): string | undefined;
export function renderNginxConfiguration(serverPorts: readonly number[], port: number, options?: NginxOptions): string;
export function startNginx(serverPorts: readonly number[], change?: (text: string) => string, options?: NginxOptions): Promise<Nginx | undefined>;
