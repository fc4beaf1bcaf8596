/** What each setting is for. `docs/operate/settings.md` is made from this table and from the code that reads the settings. */

/** The meaning in Markdown, with links as seen from `docs/operate`. */
export const SETTINGS = {
  'The server': {
    PORTICO_MODE: '`production` has no demo shop, demo customers, mailbox, stand-in for Google or http on loopback',
    HOST: 'the address on which the server listens',
    PORT: 'the port on which the server listens',
    PORTICO_PUBLIC_URL: 'the origin that browsers use',
    PORTICO_ALLOWED_ORIGINS: 'other origins whose pages may call with credentials, separated by commas',
    PORTICO_TRUSTED_PROXIES:
      'proxies whose `X-Forwarded-*` headers are believed, separated by commas ([deployment](deployment.md)): addresses, networks such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`',
    PORTICO_RATE_LIMIT_PER_MINUTE: 'requests that one address may send in a minute; `0`: no limit',
    PORTICO_BUSY_DELAY_MS:
      'the mean delay of the event loop, in milliseconds over three seconds, from which new payments and sign-ins are refused with 503; `0`: never ([runbook](runbook.md))',
    PORTICO_LOG_LEVEL: 'the least severe messages that are logged',
  },
  Database: {
    DATABASE_URL: 'PostgreSQL, which any number of servers may share; or `embedded`, which in production also requires `PORTICO_DATA_DIR`',
    DATABASE_DIRECT_URL: 'for migrations: bypasses a pooler, or has the owner of the tables',
    DATABASE_SERVER_ROLE:
      'the role in `DATABASE_URL`, if `DATABASE_DIRECT_URL` has the owner: migrations grant it its rights ([Two roles](deployment.md#two-roles))',
    DATABASE_READ_URL: 'a replica for reads that may be a few seconds old; balances are never read there ([scale](scale.md))',
    DATABASE_CONNECTIONS: 'highest number of connections of one server to PostgreSQL; use more if the database is far away ([scale](scale.md))',
    PORTICO_DATA_DIR: 'folder of the embedded database and of the demo shop’s orders',
    PORTICO_KEYS_FILE:
      'file of the keys, outside the data folder (`npm run portico -- keys` makes one). In production only its owner may read it, like every file with a secret (`chmod 600`)',
    PORTICO_KEYS_COMMAND:
      'in place of this file: a program that prints its content, for example from a vault or with a key in a hardware module ([deployment](deployment.md#keys-in-a-vault-or-a-hardware-module)). Only its owner may be able to change it',
  },
  'The bank': {
    PORTICO_BANK:
      'the first start stores the kind in the database, and a server of the other kind does not start. `adapter`: a bank’s own core ([its core](../guide/bank-core.md))',
    PORTICO_BANK_URL: 'required with `adapter`: the address of the bank’s core',
    PORTICO_BANK_SECRET:
      'required with `adapter`: the secret that the core gets with every call. A core accepts the old and the new one during a change',
    PORTICO_BANK_TIMEOUT_MS: 'with `adapter`: milliseconds after which a request to the core has failed',
    PORTICO_BANK_CERT_FILE:
      'with `adapter`: PEM file of the certificate that Portico shows to the core (mutual TLS), and its issuers; read at each start',
    PORTICO_BANK_KEY_FILE: 'PEM file of its key, without a password',
    PORTICO_BANK_AUTHENTICATION_ORIGINS:
      'with `adapter`: origins of the pages on which the bank itself authenticates its customers, separated by commas; required if the core offers such a page ([own authentication](../guide/bank-core.md#the-banks-own-authentication))',
    PORTICO_BANK_CA_FILE: 'with `adapter`: PEM file of the authorities that certify the core, in place of the public ones',
    PORTICO_DEVICE_ANSWER_SECONDS: 'seconds until the sandbox’s phone answers automatically',
    PORTICO_DECOUPLED_SCA:
      '`on`: with `TPP-Decoupled-Preferred` customers confirm payments, cancellations and consents on their device alone ([0082](../decisions/0082-ask-the-customers-device-without-a-page.md)); the sandbox bank only',
  },
  'Name and texts': {
    PORTICO_BRAND_DIR: 'folder with the bank’s names, colours and logo ([branding](../guide/branding.md)), which replace the names below',
    PORTICO_PRODUCT_NAME: 'the name of the portal',
    PORTICO_BANK_NAME: 'the name of the bank; in production required with `adapter`, unless a brand has it',
    PORTICO_BANK_LEGAL_NAME: 'the legal name of the bank',
    PORTICO_SUPPORT_CONTACT: 'where developers and customers get help: an address or a URL',
    PORTICO_ACCESSIBILITY_AUTHORITY:
      'the authority to which customers can turn about accessibility, with its address; without it the statement at `/bank/accessibility` names none',
    PORTICO_CONTENT_DIR:
      'folder of the portal’s texts in place of the delivered ones: menu, landing page, pages, news and maintenance pages, with `content/README.md` as their guide. The server logs a file that is not valid and serves the others; `portico check` names each',
    PORTICO_SPECS_DIR:
      'folder of the bank’s own OpenAPI 3.0 and 3.1 documents (`.json`, `.yaml`): further sections of the explorer, named after their files. The server logs an invalid document and leaves it out',
  },
  'Mail and sign-in of developers': {
    PORTICO_SMTP_URL: 'the mail server; without one a development server shows its mails at `/mailbox`',
    PORTICO_MAIL_FROM: 'the sender of mails',
    PORTICO_MAILS_PER_NETWORK_PER_HOUR: 'highest number of mails that callers of one network may cause in an hour',
    PORTICO_GOOGLE_CLIENT_ID:
      'sign-in with Google, with the redirect URI `{public URL}/identity/social/google/callback`. Without it: a stand-in in development, no button in production',
    PORTICO_GOOGLE_CLIENT_SECRET: 'the secret of this client',
    PORTICO_GOOGLE_ISSUER: 'another OpenID provider in place of Google',
  },
  Console: {
    PORTICO_CONSOLE_ADDRESS:
      'where the server opens the console of the bank’s staff ([console](console.md)): a port of this machine, or `host:port`. Never the address of the portal. Without it: no console in production, port 3004 in development',
    PORTICO_CONSOLE_URL: 'the origin that operators’ browsers use for it',
    PORTICO_CONSOLE_OPENID_ISSUER: 'the bank’s OpenID provider, at which operators sign in',
    PORTICO_CONSOLE_OPENID_CLIENT_ID: 'the client of the console there, with the redirect URI `{console URL}/sign-in/callback`',
    PORTICO_CONSOLE_OPENID_CLIENT_SECRET: 'the secret of this client',
    PORTICO_CONSOLE_GROUPS: 'the role of each group in the claim `groups`, such as `ob-support=support,ob-audit=auditor`',
  },
  'Certificates of providers': {
    PORTICO_MTLS_PORT: 'the port on which this server ends mutual TLS; `0`: none. If a development server finds it in use, it takes a free one',
    PORTICO_MTLS_URL: 'the https origin that applications call with a certificate; required with one of the two ports',
    PORTICO_MTLS_CERT_FILE:
      'PEM file of the server’s certificate and its issuers. The server notices a new one. In development the sandbox makes one',
    PORTICO_MTLS_KEY_FILE: 'PEM file of its key, without a password',
    PORTICO_MTLS_PROXY_PORT: 'a port for proxies that end mutual TLS ([deployment](deployment.md)), without TLS; `0`: none',
    PORTICO_MTLS_PROXY_SECRET: 'required with this port: what the proxies send as `X-Portico-Proxy-Secret`',
    PORTICO_MTLS_PROXY_HEADER:
      'the header in which they pass on the certificate: as nginx writes it (`$ssl_client_escaped_cert`), or as in RFC 9440, with `Client-Cert-Chain`',
    PORTICO_TRUST_DIR: 'folder of the authorities whose certificates identify providers; required with `adapter` and one of the two ports',
    PORTICO_REVOCATION:
      '`hard`: a certificate counts only while its authority has confirmed it within 24 hours. `soft`: it counts until it is revoked',
    PORTICO_REGISTRATION:
      '`on`: a provider registers its application with one call and its QWAC ([runbook](runbook.md)), without an account and without an operator; needs one of the two ports',
  },
  'Outgoing calls': {
    PORTICO_NOTIFICATIONS:
      '`off`: the server sends no status notifications and answers `ASPSP-Notification-Support: false`. Notifications that wait are sent after it is `on` again ([runbook](runbook.md#status-notifications))',
    PORTICO_EGRESS_PROXY:
      'an http proxy for the calls to addresses that developers choose, such as receivers of notifications ([outgoing calls](deployment.md#outgoing-calls)). It resolves the names, and must refuse addresses of the bank’s network',
    PORTICO_EGRESS_ALLOW:
      'without a proxy: addresses and networks that these calls may reach although they are not public, separated by commas, such as `10.8.0.0/16`',
  },
  'Metrics and traces': {
    PORTICO_METRICS_ADDRESS:
      'where Prometheus reads `/metrics` ([deployment](deployment.md#metrics-and-traces)). Without this and the next setting telemetry is off',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'an OpenTelemetry collector that receives traces and metrics',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'how the collector is called',
    OTEL_EXPORTER_OTLP_HEADERS: 'headers that the collector requires',
    OTEL_METRIC_EXPORT_INTERVAL: 'milliseconds between two exports of the metrics',
    OTEL_SERVICE_NAME: 'the name of the service in telemetry; `portico` without it',
    OTEL_RESOURCE_ATTRIBUTES: 'further attributes of traces and exported metrics, with percent-encoded values',
    OTEL_TRACES_SAMPLER: 'which traces are recorded',
    OTEL_TRACES_SAMPLER_ARG: 'the share of recorded traces for the samplers with a ratio',
    PORTICO_TRACE_CONTEXT:
      '`continue` continues a caller’s `traceparent`. Use it only behind a proxy of the bank that sets this header and removes any other',
  },
  Addresses: {
    PORTICO_API_BASE: 'where pages find the API',
    PORTICO_CONTENT_BASE: 'where pages find texts and pictures',
    PORTICO_SANDBOX_BASE: 'where pages find the sandbox',
    PORTICO_IDENTITY_BASE: 'where pages find sign-in and account of developers',
  },
  'Development only': {
    PORTICO_DEMO_TPP: '`off`: another process starts the demo shop',
    PORTICO_DEMO_TPP_PORT: 'the port of the demo shop',
    PORTICO_DEMO_IDP: '`off`: without the stand-in for Google',
    PORTICO_DEMO_IDP_PORT: 'the port of the stand-in for Google',
    PORTICO_CRASH_AT: 'the process kills itself at this point, for tests of its recovery',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Groups = typeof SETTINGS;
type NamesOf<Group> = Group extends unknown ? keyof Group & string : never;
export type SettingName = NamesOf<Groups[keyof Groups]>;

/** Secrets: a variable with this name and `_FILE` is the path of a file that holds the secret. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'PORTICO_BANK_SECRET',
  'PORTICO_SMTP_URL',
  'PORTICO_GOOGLE_CLIENT_SECRET',
  'PORTICO_CONSOLE_OPENID_CLIENT_SECRET',
  'PORTICO_MTLS_PROXY_SECRET',
  'PORTICO_EGRESS_PROXY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies readonly SettingName[];
