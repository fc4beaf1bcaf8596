/** One operation that is read before its page is drawn; whoever asks first takes it. */
import type { OperationSlice } from '@portico/contract';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { createExplorerCalls } from './explorer-calls.ts';
import { type OperationAddress, sliceKey } from './operation-address.ts';

let warm: { readonly key: string; readonly slice: Promise<OperationSlice> } | undefined;

export function warmUpOperation(api: ApiClient, address: OperationAddress): void {
  const slice = createExplorerCalls(api).operation(address.apiId, address.operationId);
  warm = { key: sliceKey(address), slice };
  // Who takes it hears of a failure.
  slice.catch(() => undefined);
}

/** None when another one, or none, was warmed up. */
export function takeWarmOperation(address: OperationAddress): Promise<OperationSlice> | undefined {
  const taken = warm?.key === sliceKey(address) ? warm.slice : undefined;
  warm = undefined;
  return taken;
}
