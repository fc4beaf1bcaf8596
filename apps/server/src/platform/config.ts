import type { CrashOrder } from './crash-points.ts';

/** The settings of one server process, validated at start. */
export interface Config {
  /** Governs mailbox, http on loopback, demo TPP, demo logins and the demo application. */
  readonly mode: 'development' | 'production';
  /** Governs scenarios, test clock, test device, reset and `bypass`. */
  readonly bank: 'sandbox' | 'adapter';
  readonly host: string;
  readonly port: number;
  /** Origin under which browsers reach this server, no trailing slash, e.g. `http://localhost:3000`. */
  readonly publicUrl: string;
  /** Bases given to the browser; default below `publicUrl`. */
  readonly apiBase: string;
  readonly contentBase: string;
  readonly sandboxBase: string;
  readonly identityBase: string;
  /** Other origins whose pages may call with credentials. */
  readonly allowedOrigins: readonly string[];
  readonly databaseUrl: string | undefined;
  /** Folder of the embedded database, keys and socket. */
  readonly dataDir: string;
  readonly productName: string;
  readonly bankName: string;
  readonly bankLegalName: string;
  readonly supportContact: string;
  /** Seconds after which the sandbox's test device answers by itself. */
  readonly deviceAnswerSeconds: number;
  readonly logLevel: string;
  /** Requests of one address per minute; 0 switches the limit off; absent means the default of `http/limits.ts`. */
  readonly rateLimitPerMinute?: number;
  /** Addresses or networks of the proxies in front, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  /** Port of the demo third-party site whose application a development server seeds; absent: none. */
  readonly demoTppPort?: number | undefined;
  /** True: this process starts that site beside itself. */
  readonly startsDemoTpp?: boolean;
  /** Where a fault round lets this process die; never in production. */
  readonly crashAt?: CrashOrder | undefined;
  /** Secrets kept outside the database. */
  readonly keys: Keys;
}

export interface Keys {
  /** 32 bytes: digest of audit contents. */
  readonly audit: Buffer;
  /** 32 bytes: AES-256-GCM of client secrets. */
  readonly secrets: Buffer;
  /** Signing keys of oidc-provider's own cookies. */
  readonly cookies: readonly string[];
  /** Private JWK set of the authorization server. */
  readonly jwks: { readonly keys: readonly Record<string, unknown>[] };
}
