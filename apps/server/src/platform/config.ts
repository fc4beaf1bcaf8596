import type { ConsoleRole } from '@portico/contract/values';
import type { Brand } from './brand/brand.ts';
import type { CrashOrder } from './crash-points.ts';
import type { EgressSettings } from './egress/post-outside.ts';
import type { TelemetrySettings } from './telemetry/telemetry-settings.ts';
import type { CredentialFiles } from './tls/credential-files.ts';
import type { MtlsSettings } from './tls/mtls-settings.ts';

/** The settings of one server process, validated at start. */
export interface Config {
  /** `development` switches on the mailbox, http on loopback, the demo TPP, demo logins and the demo application. */
  readonly mode: 'development' | 'production';
  /** `sandbox` switches on scenarios, the test clock, the test device, reset and `bypass`. */
  readonly bank: 'sandbox' | 'adapter';
  /** The bank's own core; with `adapter` only. */
  readonly core?: CoreSettings | undefined;
  readonly host: string;
  readonly port: number;
  /** Origin under which browsers reach this server, no trailing slash, e.g. `http://localhost:3000`. */
  readonly publicUrl: string;
  /** Base URLs for the browser; by default below `publicUrl`. */
  readonly apiBase: string;
  readonly contentBase: string;
  readonly sandboxBase: string;
  readonly identityBase: string;
  /** Other origins whose pages may send credentials. */
  readonly allowedOrigins: readonly string[];
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** URL for migrations that goes around a pooler; absent: `databaseUrl`. */
  readonly databaseDirectUrl?: string | undefined;
  /**
   * The role in `databaseUrl`, where the role in `databaseDirectUrl` owns the tables. A migration grants it its rights. Absent: one role does
   * everything.
   */
  readonly databaseServerRole?: string | undefined;
  /** A replica of the database, for reads that may be a few seconds old; absent: none. */
  readonly databaseReadUrl?: string | undefined;
  /** The most connections to the primary, and as many again to a replica. */
  readonly databaseConnections?: number;
  /** Folder of the embedded database, keys and socket. */
  readonly dataDir: string;
  readonly productName: string;
  readonly bankName: string;
  readonly bankLegalName: string;
  /** The authority that supervises the accessibility of the bank's services; undefined: the statement names none. */
  readonly accessibilityAuthority?: string | undefined;
  readonly supportContact: string;
  /** Colours, logo and names of the bank; absent: Portico's. */
  readonly brand?: Brand | undefined;
  /** Folder of the bank's own texts; absent: those that the product delivers. */
  readonly contentDir?: string | undefined;
  /** Folder of the bank's own OpenAPI documents; absent: none. */
  readonly specsDir?: string | undefined;
  /** Seconds after which the sandbox's test device answers automatically. */
  readonly deviceAnswerSeconds: number;
  /** Customers may sign on their device alone where an application prefers it. Default: false. */
  readonly decoupledSca?: boolean;
  readonly logLevel: string;
  /** Requests per address and minute; 0 switches the limit off; absent: the default of `http/limits.ts`. */
  readonly rateLimitPerMinute?: number;
  /** Mean delay of the event loop from which new work is refused; 0: never; absent: the default of `http/load-shedding.ts`. */
  readonly busyDelayMs?: number;
  /** Addresses or networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  /** The address for mutual TLS, which applications call with a certificate; absent: none. */
  readonly mtls?: MtlsSettings | undefined;
  /** Folder of the authorities whose certificates identify providers; absent: those of the sandbox only. */
  readonly trustDir?: string | undefined;
  /** `hard`: a certificate counts only with a recent answer about its revocation. Default: `soft`. */
  readonly revocation?: 'hard' | 'soft';
  /** True: providers register their applications with their certificates, at the address for mutual TLS. Default: false. */
  readonly registration?: boolean;
  /** Rules of calls to addresses that others chose. Absent: public addresses only, without a proxy. */
  readonly egress?: EgressSettings;
  /** False: the server sends no status notifications and takes no registrations. Default: true. */
  readonly notifications?: boolean;
  /** Port of the demo third-party site. A development server registers its application; absent: none. */
  readonly demoTppPort?: number | undefined;
  /** True: this process starts the demo site as a child process. */
  readonly startsDemoTpp?: boolean;
  /** The crash point at which a fault test ends this process; never in production. */
  readonly crashAt?: CrashOrder | undefined;
  /** Sender of the mails, a plain address. */
  readonly mailFrom: string;
  /** The mail server. Absent: a development server keeps its mails and shows them at `/mailbox`. */
  readonly smtpUrl?: string | undefined;
  /** Mails that callers of one network may cause per hour; absent: the default of production. */
  readonly mailsPerNetworkPerHour?: number;
  /** The OAuth client for signing in with Google; absent: Google is not offered. */
  readonly google?: OpenIdClient | undefined;
  /** The console of the bank's staff; absent: this server has none. */
  readonly console?: ConsoleSettings | undefined;
  /** Port of the demo identity provider, used in place of Google; absent: none. */
  readonly demoIdpPort?: number | undefined;
  /** Metrics and traces of the server, and their receiver; absent: none. */
  readonly telemetry?: TelemetrySettings;
  /** Secrets kept outside the database. */
  readonly keys: Keys;
}

export interface CoreSettings {
  /** Base URL of its calls, without a trailing slash. */
  readonly url: string;
  /** Sent as a bearer token with each call. */
  readonly secret: string;
  /** The limit for one call. */
  readonly timeoutMs: number;
  /** Origins of the pages on which the bank authenticates its customers; absent: it has none. */
  readonly authenticationOrigins?: readonly string[] | undefined;
  /** Portico's certificate for mutual TLS, and the authorities that certify the core in place of the public ones; absent: neither. */
  readonly tls?: { readonly credentials: CredentialFiles | undefined; readonly caFile: string | undefined } | undefined;
}

export interface ConsoleSettings {
  /** Where its own server listens. */
  readonly host: string;
  readonly port: number;
  /** Origin under which operators' browsers reach it, no trailing slash. */
  readonly url: string;
  /** The bank's OpenID provider. */
  readonly openid: OpenIdClient;
  /** The role of each group of the provider. */
  readonly groups: ReadonlyMap<string, ConsoleRole>;
}

export interface OpenIdClient {
  /** Its metadata is read by discovery at first use. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** True: the demo identity provider of development, without real accounts. */
  readonly isStandIn: boolean;
}

export interface Keys {
  /** 32 bytes: key of the digest of audit contents. */
  readonly audit: Buffer;
  /** 32 bytes: AES-256-GCM key for client secrets. */
  readonly secrets: Buffer;
  /** Signing keys of oidc-provider's own cookies. */
  readonly cookies: readonly string[];
  /** Private JWK set of the authorization server. */
  readonly jwks: { readonly keys: readonly Record<string, unknown>[] };
}
