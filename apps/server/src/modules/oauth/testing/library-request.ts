/** The library's view of the request that it is working on, for code that asks for it. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Provider } from 'oidc-provider';
import { vi } from 'vitest';

/** From now on, until mocks are restored, the library works on one request with these parameters. */
export function beginLibraryRequest(params: Readonly<Record<string, unknown>> = {}, acceptLanguage = ''): void {
  const get = (header: string) => (header === 'accept-language' ? acceptLanguage : '');
  const context = Object.assign(Object.create(null), { req: new IncomingMessage(new Socket()), oidc: { params }, get });
  vi.spyOn(Provider, 'ctx', 'get').mockReturnValue(context);
}
