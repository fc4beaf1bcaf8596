/** The explorer's calls (contract `explorer.ts`), including those about a test customer's earlier requests. */
import type { ClientPayload, ExplorerIndex, OperationBrief, OperationNeighbours, OperationSlice, Prefills } from '@portico/contract';
import { isClientPayload, isExplorerIndex, isOperationBrief, isOperationNeighbours, isOperationSlice, isPrefills } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { neighboursCall, operationCall } from '../../shared/early/early-addresses.ts';
import type { OperationAddress } from './operation-address.ts';

export type ExplorerList = 'main' | 'fallback';

/** The menu's entry for the fallback list (specification §2); every other explorer shows the main one. */
const FALLBACK_URL = '/fallback-explorer';

export function listOf(pageUrl: string): ExplorerList {
  return pageUrl === FALLBACK_URL ? 'fallback' : 'main';
}

export interface ExplorerCalls {
  index(list: ExplorerList, signal?: AbortSignal): Promise<ExplorerIndex>;
  /** The operations beside an operation. */
  neighbours(address: OperationAddress, signal?: AbortSignal): Promise<OperationNeighbours>;
  operation(address: OperationAddress, signal?: AbortSignal): Promise<OperationBrief>;
  /** @param version of the section, so that the browser caches the response */
  wholeOperation(address: OperationAddress & { version: string }, signal?: AbortSignal): Promise<OperationSlice>;
  prefills(signal?: AbortSignal): Promise<Prefills>;
  /** The last body that the customer of this token sent to the section. */
  payload(apiId: string, token: string, signal?: AbortSignal): Promise<ClientPayload>;
  forgetPayload(token: string): Promise<void>;
}

export function createExplorerCalls(api: ApiClient): ExplorerCalls {
  const bearer = (token: string) => ({ caller: 'bearer', headers: { Authorization: `Bearer ${token}` } }) as const;
  return {
    index: (list, signal) => api.json({ path: '/specs/index', query: { list }, signal }, isExplorerIndex),
    neighbours: (address, signal) => api.json({ ...neighboursCall(address), signal }, isOperationNeighbours),
    operation: (address, signal) => api.json({ ...operationCall(address), signal }, isOperationBrief),
    wholeOperation: ({ apiId, operationId, version }, signal) =>
      api.json({ path: `/specs/${encodeURIComponent(apiId)}/operation`, query: { id: operationId, v: version }, signal }, isOperationSlice),
    prefills: (signal) => api.json({ path: '/prefills', signal }, isPrefills),
    payload: (apiId, token, signal) => api.json({ ...bearer(token), path: '/v1/client-payload', query: { apiId }, signal }, isClientPayload),
    forgetPayload: (token) => api.nothing({ ...bearer(token), path: '/v1/client-payload', method: 'DELETE', body: { accessToken: token } }),
  };
}
