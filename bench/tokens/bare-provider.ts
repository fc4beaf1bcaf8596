/**
 * The cost of the library alone: oidc-provider on `node:http` with a minimal storage adapter on `pg`. Statements are prepared once per connection and
 * committed one by one. Client, key, lifetimes and refresh tokens are those of Portico's version 2. Ids and secrets are stored unhashed, and nothing
 * is audited. It is a separate process; the order is a JSON file named on the command line.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type Adapter, type JWK, Provider } from 'oidc-provider';
import { Pool } from 'pg';

export interface BareProviderOrder {
  readonly port: number;
  readonly databaseUrl: string;
  readonly jwks: { readonly keys: JWK[] };
}

/** The same number as in the server. */
const CONNECTIONS_MAX = 12;
const DAY_SECONDS = 24 * 60 * 60;

const order: BareProviderOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const pool = new Pool({ connectionString: order.databaseUrl, max: CONNECTIONS_MAX });

function createAdapter(model: string): Adapter {
  const send = async (name: string, text: string, values: readonly unknown[]) => (await pool.query({ name, text, values: [...values] })).rows;
  return {
    async upsert(id, payload, expiresIn) {
      await send(
        'upsert',
        `insert into bare_artifact (model, id, payload, grant_id, expires_at) values ($1, $2, $3, $4, now() + $5 * interval '1 second')
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
        [model, id, JSON.stringify(payload), payload.grantId ?? null, expiresIn],
      );
    },
    async find(id) {
      const [row] = await send('find', 'select payload, consumed_at from bare_artifact where model = $1 and id = $2', [model, id]);
      return row && { ...row.payload, ...(row.consumed_at === null ? {} : { consumed: true }) };
    },
    async consume(id) {
      await send('consume', 'update bare_artifact set consumed_at = now() where model = $1 and id = $2', [model, id]);
    },
    async destroy(id) {
      await send('destroy', 'delete from bare_artifact where model = $1 and id = $2', [model, id]);
    },
    async revokeByGrantId(grantId) {
      await send('revoke', 'delete from bare_artifact where model = $1 and grant_id = $2', [model, grantId]);
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

const provider = new Provider(`http://localhost:${order.port}`, {
  adapter: createAdapter,
  jwks: order.jwks,
  enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
  scopes: ['openid'],
  features: { devInteractions: { enabled: false }, userinfo: { enabled: false }, dPoP: { enabled: false }, resourceIndicators: { enabled: false } },
  formats: { bitsOfOpaqueRandomness: 256 },
  conformIdTokenClaims: false,
  expiresWithSession: async () => false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  cookies: { keys: ['not used'] },
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    IdToken: 3600,
    RefreshToken: 180 * DAY_SECONDS,
    Grant: 180 * DAY_SECONDS,
    Interaction: 3600,
    Session: 3600,
  },
});
const answer = provider.callback();
createServer((request, response) => void answer(request, response)).listen(order.port, 'localhost', () => process.stdout.write('ready\n'));
