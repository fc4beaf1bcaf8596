/** The process of the identity provider that stands in for Google beside a development server. */
import { buildIdp } from './build-idp.ts';
import { readSettings } from './settings.ts';

const settings = readSettings(process.env);
const server = buildIdp(settings);
server.listen(settings.port, '127.0.0.1', () => console.log(`Stand-in for Google on ${settings.issuer}`));

// `disconnect`: the server that started it is gone.
for (const reason of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(reason, () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
}
