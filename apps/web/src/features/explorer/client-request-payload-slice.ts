/** The last body that each test customer sent to a section of the API (specification §3, "Client payload"). */
import type { ClientPayload } from '@portico/contract';
import { createSlice } from '@reduxjs/toolkit';
import { isApplicationLeft } from '../../shared/auth/auth-slice.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';
import { createExplorerCalls } from './explorer-calls.ts';

interface ClientRequestPayloadState {
  /** By test customer, then by section (`apiId`). */
  payloads: Record<string, Record<string, ClientPayload>>;
}

export interface ClientRequestPayloadRoot {
  clientRequestPayload: ClientRequestPayloadState;
}

export const loadPayload = createRequestThunk<ClientPayload, { customerId: string; apiId: string; token: string }>(
  'clientRequestPayload/load',
  ({ apiId, token }, { extra, signal }) => createExplorerCalls(extra.api).payload(apiId, token, signal),
  'view',
);

/** The server forgets the bodies of all sections of the customer. */
export const resetPayload = createRequestThunk<void, { customerId: string; token: string }>(
  'clientRequestPayload/reset',
  async ({ token }, { extra }) => {
    try {
      await createExplorerCalls(extra.api).forgetPayload(token);
    } catch (error) {
      const text = 'The bank could not forget the last body: it will be back when the page is opened again.';
      extra.toasts.show({ kind: 'error', text });
      throw error;
    }
  },
  'view',
);

const initialState: ClientRequestPayloadState = { payloads: {} };

export const clientRequestPayloadSlice = createSlice({
  name: 'clientRequestPayload',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(loadPayload.fulfilled, (state, { payload, meta: { arg } }) => {
        state.payloads[arg.customerId] = { ...state.payloads[arg.customerId], [arg.apiId]: payload };
      })
      // The editor shows the example at once; it does not wait for the server.
      .addCase(resetPayload.pending, (state, { meta }) => {
        delete state.payloads[meta.arg.customerId];
      })
      .addMatcher(isApplicationLeft, () => initialState);
  },
});
