/** For each call about payments of every kind a request that works. */
import { textOf } from '@portico/testkit';
import { cancel, createPayment, type PaymentService, paymentRequest, signPayment } from './payment-acts.ts';
import type { Request } from './wire.ts';
import type { World } from './world.ts';

type MakeRequest = (world: World) => Promise<Request>;

/** @param name what stands for `Payment` in the operation ids. */
export function goodPaymentRequests(service: PaymentService, name: string): Readonly<Record<string, MakeRequest>> {
  const created = (world: World) => createPayment(world, service);
  const taken = async (world: World) => {
    const path = await signPayment(world, service);
    await cancel(world, path);
    return path;
  };
  const reading =
    (make: (world: World) => Promise<string>, below: string): MakeRequest =>
    async (world) =>
      world.request('GET', `${await make(world)}${below}`);
  const authorisation =
    (make: (world: World) => Promise<string>, below: string): MakeRequest =>
    async (world) => {
      const list = await reading(make, below)(world);
      const { body } = await world.call(list);
      return { ...world.request('GET', ''), url: `${list.url}/${textOf(body, 'authorisationIds', '0')}` };
    };
  return {
    [`initiate${name}`]: async (world) => paymentRequest(world, service),
    [`get${name}Information`]: reading(created, ''),
    [`get${name}InitiationStatus`]: reading(created, '/status'),
    [`cancel${name}`]: async (world) => world.request('DELETE', await signPayment(world, service), world.initiation),
    [`start${name}Authorisation`]: async (world) =>
      world.request('POST', `${await createPayment(world, service, { isExplicit: true })}/authorisations`, world.initiation, {}),
    [`get${name}InitiationAuthorisation`]: reading(created, '/authorisations'),
    [`get${name}InitiationScaStatus`]: authorisation(created, '/authorisations'),
    [`start${name}InitiationCancellationAuthorisation`]: async (world) =>
      world.request('POST', `${await signPayment(world, service)}/cancellation-authorisations`, world.initiation, {}),
    [`get${name}InitiationCancellationAuthorisationInformation`]: reading(taken, '/cancellation-authorisations'),
    [`get${name}CancellationScaStatus`]: authorisation(taken, '/cancellation-authorisations'),
  };
}
