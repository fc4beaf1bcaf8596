import type { Brand } from './brand/brand.ts';
import type { CrashOrder } from './crash-points.ts';
import type { TelemetrySettings } from './telemetry/telemetry-settings.ts';

/** The settings of one server process, validated at start. */
export interface Config {
  /** Governs mailbox, http on loopback, demo TPP, demo logins and the demo application. */
  readonly mode: 'development' | 'production';
  /** Governs scenarios, test clock, test device, reset and `bypass`. */
  readonly bank: 'sandbox' | 'adapter';
  /** Where the bank's own core is reached; with `adapter` only. */
  readonly core?: CoreSettings | undefined;
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
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Around a pooler, for migrations; absent: `databaseUrl`. */
  readonly databaseDirectUrl?: string | undefined;
  /** The role in `databaseUrl`, where the one in `databaseDirectUrl` owns the tables: migrating gives it its rights. Absent: one role does everything. */
  readonly databaseServerRole?: string | undefined;
  /** A replica of it, for reads that may be a few seconds old; absent: there is none. */
  readonly databaseReadUrl?: string | undefined;
  /** To PostgreSQL at most, and as many again to a replica. */
  readonly databaseConnections?: number;
  /** Folder of the embedded database, keys and socket. */
  readonly dataDir: string;
  readonly productName: string;
  readonly bankName: string;
  readonly bankLegalName: string;
  readonly supportContact: string;
  /** Colours, logo and names of the bank's own; absent: Portico's. */
  readonly brand?: Brand | undefined;
  /** Folder of the bank's own OpenAPI documents; absent: none. */
  readonly specsDir?: string | undefined;
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
  /** Sender of the mails, a plain address. */
  readonly mailFrom: string;
  /** The mail server; absent: a development server takes its mails itself and shows them at `/mailbox`. */
  readonly smtpUrl?: string | undefined;
  /** Mails that callers of one network may cause per hour; absent means the default of production. */
  readonly mailsPerNetworkPerHour?: number;
  /** Where developers may sign in with Google; absent: nowhere. */
  readonly google?: OpenIdClient | undefined;
  /** Port of the identity provider that stands in for Google; absent: none. */
  readonly demoIdpPort?: number | undefined;
  /** What is told of the server itself, and to whom; absent: nothing. */
  readonly telemetry?: TelemetrySettings;
  /** Secrets kept outside the database. */
  readonly keys: Keys;
}

export interface CoreSettings {
  /** Base of its calls, no trailing slash. */
  readonly url: string;
  /** Sent as a bearer with each call. */
  readonly secret: string;
  /** For one call. */
  readonly timeoutMs: number;
}

export interface OpenIdClient {
  /** Found by discovery when it is first needed. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The development stand-in, no real accounts. */
  readonly isStandIn: boolean;
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
