/** The shop's process: settings, listen, end on a signal after the running requests. */
import { buildSite } from './build-site.ts';
import { readSettings } from './settings.ts';

const STOP_TIMEOUT_MS = 2_500;

const settings = readSettings(process.env);
const site = await buildSite(settings);
await site.listen({ host: settings.host, port: settings.port });
console.log(`Demo shop on ${settings.publicUrl}`);

// `disconnect`: the server that started the shop is gone.
for (const reason of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(reason, () => {
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    void site.close().then(() => process.exit(0));
  });
}
