/** A menu entry for one operation. Its address is that of the operation below its explorer, `{pageUrl}/{apiId}/{operationId}`. */
import type { RuntimeConfig } from '@portico/contract';
import { OperationPage } from './operation-page.tsx';

/** The last two segments name the operation; the others are the explorer's path. */
const ADDRESS = /^(\/.+?)\/([^/]+)\/([^/]+)$/;
const EXPLORER_URL = '/api-explorer';

export function OperationEntryPage({ url, config }: { url: string; config: RuntimeConfig }) {
  // An address without these segments names no operation, and the page reports that.
  const [, explorerUrl = EXPLORER_URL, apiId = '-', operationId = url.slice(1)] = ADDRESS.exec(url) ?? [];
  return <OperationPage url={explorerUrl} below={[apiId, operationId]} config={config} />;
}
