/** Begins to load a page while the menu, which alone knows the addresses, is still on its way. */
import type { ThunkExtra } from '../shared/store/request-thunk.ts';

/** Only the pages of operations lie so deep: `{pageUrl}/{apiId}/{operationId}` (specification §2). */
const OPERATION = /^#\/[^/?]+\/([^/?]+)\/([^?]+)/;

export function warmUpPage(hash: string, { api }: Pick<ThunkExtra, 'api'>): void {
  const [, apiId, operationId] = OPERATION.exec(hash) ?? [];
  if (apiId === undefined || operationId === undefined) return;
  const load = async () => {
    const { warmUpOperation } = await import('../features/explorer/index.ts');
    warmUpOperation(api, { apiId: decodeURIComponent(apiId), operationId: decodeURIComponent(operationId) });
  };
  // A failure shows itself on the page.
  load().catch(() => undefined);
}
