/** The last body that a test customer sent to a section. A body that does not load is typed by hand. */
import type { TokenUser } from '@portico/contract';
import { useCallback, useEffect } from 'react';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { type ClientRequestPayloadRoot, clientRequestPayloadSlice, loadPayload, resetPayload } from './client-request-payload-slice.ts';

export interface ReadPayload {
  /** Undefined while nothing is loaded. */
  readonly lastBody: unknown;
  readonly forgetBody: () => Promise<void>;
}

/** @param isWanted false for operations without a body */
export function useClientPayload(apiId: string, customer: TokenUser | undefined, isWanted: boolean): ReadPayload {
  const { addSlices } = useExtra();
  const dispatch = useAppDispatch();
  const { id: customerId, access_token: token } = customer ?? {};
  const lastBody = useAppSelector(({ clientRequestPayload }: Partial<ClientRequestPayloadRoot>) =>
    customerId === undefined || !isWanted ? undefined : clientRequestPayload?.payloads[customerId]?.[apiId]?.payload,
  );
  useEffect(() => {
    addSlices(clientRequestPayloadSlice);
    if (customerId === undefined || token === undefined || !isWanted) return undefined;
    const reading = dispatch(loadPayload({ customerId, apiId, token }));
    return () => reading.abort();
  }, [addSlices, dispatch, customerId, apiId, token, isWanted]);
  const forgetBody = useCallback(async () => {
    if (customerId !== undefined && token !== undefined) await dispatch(resetPayload({ customerId, token }));
  }, [dispatch, customerId, token]);
  return { lastBody, forgetBody };
}
