/** One operation as an entry of the menu by itself: its address is that of the operation below its explorer, `{pageUrl}/{apiId}/{operationId}`. */
import type { RuntimeConfig } from '@portico/contract';
import { OperationPage } from './operation-page.tsx';

/** The last two parts of the address name the operation, what stands before them is the explorer. */
const ADDRESS = /^(\/.+?)\/([^/]+)\/([^/]+)$/;
const EXPLORER_URL = '/api-explorer';

export function OperationEntryPage({ url, config }: { url: string; config: RuntimeConfig }) {
  // An address without these parts names no operation, and says so.
  const [, explorerUrl = EXPLORER_URL, apiId = '-', operationId = url.slice(1)] = ADDRESS.exec(url) ?? [];
  return <OperationPage url={explorerUrl} below={[apiId, operationId]} config={config} />;
}
