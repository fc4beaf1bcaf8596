export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

const PORT_MAX = 65_535;

/** `host:port`, or a port of this machine alone. Undefined: neither. */
export function parseHostAndPort(given: string): HostAndPort | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[0-9a-f:]{2,39}\]|[A-Za-z0-9.-]{1,253}):)?(\d{1,5})$/.exec(given) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= PORT_MAX ? { host: host.replaceAll(/[[\]]/g, ''), port } : undefined;
}
