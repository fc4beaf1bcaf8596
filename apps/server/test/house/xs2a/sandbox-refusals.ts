/** What only the sandbox's own calls refuse. */
import { type Provocations, sendAll } from './common-refusals.ts';

export const SANDBOX_REFUSALS: Readonly<Record<string, Provocations>> = {
  getClientPayload: {
    'apiId is missing or comes twice': async (world) =>
      sendAll(
        world,
        ['/client-payload', '/client-payload?apiId=consents&apiId=payments'].map((path) => world.request('GET', path)),
      ),
  },
};
