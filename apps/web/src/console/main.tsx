/** Entry of the console for the bank's staff. */
import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import { createRoot } from 'react-dom/client';
import { createApiClient } from '../shared/api/api-client.ts';
import { ConsoleApp } from './console-app.tsx';
import { createConsoleCalls } from './console-calls.ts';

void main();

/** As in the portal's entry: a module that waits keeps the build from joining parts. */
async function main(): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('console.html has no #root');
  const api = createApiClient({
    bases: { api: '/api/console', content: '', identity: '', root: '' },
    // The answer 401 or 403 belongs to the page that called.
    caller: 'customer',
    subject: () => null,
    onLoggedOut: () => undefined,
    onTerminated: () => undefined,
  });
  createRoot(element).render(<ConsoleApp calls={createConsoleCalls(api)} />);
}
