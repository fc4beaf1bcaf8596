/**
 * Controls Chromium over a pipe with the DevTools protocol, without the domain `Runtime`. Playwright enables that domain. V8 then records the stack
 * of every error and parses the script of the first one again. React creates such errors in advance, so a page would be ready later in the
 * measurement than for visitors.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_ARGS } from '../../e2e/playwright.config.ts';

const WINDOW = { width: 1280, height: 800 } as const;

type Params = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: the protocol's documentation defines the responses, which are not checked here.
type Answer = any;

export interface Tab {
  send(method: string, params?: Params): Promise<Answer>;
  on(event: string, listener: (params: Answer) => void): void;
  /** Calls a function in the page, which can use only its argument. Returns its result as JSON. */
  call<Argument, Result>(run: (argument: Argument) => Result | Promise<Result>, argument: Argument): Promise<Result>;
  close(): Promise<void>;
}

export interface Chromium {
  /** Opens a tab that shares no data with another one. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Answer;
  readonly sessionId?: string;
  readonly result?: Answer;
  readonly error?: { readonly message: string };
}

/** @param executablePath of Chromium */
export async function launchChromium(executablePath: string): Promise<Chromium> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-chromium-'));
  const args = [...CHROMIUM_ARGS, '--headless=new', '--hide-scrollbars', '--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'];
  // A separate process group, because a distribution's Chromium may be a script that starts it.
  const child = spawn(executablePath, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const [, , , input, output] = child.stdio;
  if (!input || !('write' in input) || !output || !('setEncoding' in output)) throw new Error('Chromium has no pipe.');
  const asked = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, (params: Answer) => void>();
  let rest = '';
  output.setEncoding('utf8');
  output.on('data', (piece: string) => {
    const texts = `${rest}${piece}`.split('\0');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      const message: Message = JSON.parse(text);
      if (message.id === undefined) listeners.get(`${message.sessionId} ${message.method}`)?.(message.params);
      else asked.get(message.id)?.(message);
    }
  });

  let sent = 0;
  const send = (method: string, params: Params = {}, sessionId?: string) =>
    new Promise<Answer>((resolve, reject) => {
      sent += 1;
      const id = sent;
      asked.set(id, ({ error, result }) => {
        asked.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });

  return {
    async openTab() {
      const { browserContextId } = await send('Target.createBrowserContext');
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId, ...WINDOW });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const sendToTab = (method: string, params?: Params) => send(method, params, sessionId);
      await sendToTab('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 1, mobile: false });
      return {
        send: sendToTab,
        on: (event, listener) => void listeners.set(`${sessionId} ${event}`, listener),
        async call(run, argument) {
          const expression = `(${run.toString()})(${JSON.stringify(argument)})`;
          const { result, exceptionDetails } = await sendToTab('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
          if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
          return result.value;
        },
        close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
      };
    },
    async close() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
