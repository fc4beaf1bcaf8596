/** The process of a small core bank: a ledger in one file, asked over HTTP. It knows nothing of Portico but what docs/guide/bank-core.md says. */
import { answerCalls } from './answer-calls.ts';
import { createAuthentications } from './authentication.ts';
import { openLedger } from './ledger.ts';
import { openBrowserSide } from './pages.ts';
import { serve } from './serve.ts';
import { readSettings } from './settings.ts';

const settings = readSettings(process.env);
const ledger = openLedger(settings.file, settings.accounts);
const authentications = createAuthentications(settings.origin);
const server = serve(settings.secrets, answerCalls(ledger, settings, authentications), openBrowserSide(authentications, settings.origin));
server.listen(settings.port, '127.0.0.1', () => console.log(`A small core bank on http://127.0.0.1:${settings.port}`));

// `disconnect`: the process that started it is gone.
for (const reason of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(reason, () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
}
