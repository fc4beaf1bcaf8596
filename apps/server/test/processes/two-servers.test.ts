/** What one server knows, the other knows too: nothing that decides is kept in a process alone. Storms and held signatures have tests of their own. */
import { randomUUID } from 'node:crypto';
import { createTpp, obtainToken, openBrowser, SITE } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Portico } from '../../src/app/composition/build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
let other: Portico;
let token: string;
beforeAll(async () => {
  house = await openHouse();
  other = await house.startServer();
  token = await house.token(house.browse());
});
afterAll(() => house.close());

const ORDER = { about: '', operator: 'mari', isConfirmed: false, file: '', options: {} };
async function operate(server: Portico, command: string, about = ''): Promise<void> {
  for await (const event of playOrder(server, { ...ORDER, command, about })) if ('exitCode' in event) expect(event.exitCode).toBe(0);
}

/** The application and a customer's browser at the other server. */
function there() {
  const transport = overInject(other.app, house.config.publicUrl);
  const client = { clientId: DEMO_CLIENT_ID, clientSecret: demoClientSecret(house.config) };
  return { tpp: createTpp({ transport, publicUrl: house.config.publicUrl, site: SITE, ...client }), transport };
}

describe('two servers on one database', () => {
  it('take each other’s tokens, and a payment made at one is read at the other', async () => {
    const order = orderOf('1.00');
    const { paymentId } = await house.tpp.createPayment(token, order);
    expect(await there().tpp.readStatus(token, order, paymentId)).toBe('RCVD');
  });

  it('answer a repeated order with the payment that the other one made', async () => {
    const order = orderOf('1.00', { requestId: randomUUID() });
    const made = await house.tpp.createPayment(token, order);
    expect((await there().tpp.createPayment(token, order)).paymentId).toBe(made.paymentId);
  });

  it('share one sign-in: begun here, answered there, finished here', async () => {
    let turn = 0;
    const [first, second] = [overInject(house.portico.app, house.config.publicUrl), there().transport];
    const inTurns = openBrowser((request) => {
      turn += 1;
      return turn % 2 === 0 ? first(request) : second(request);
    }, house.config.publicUrl);
    expect(await obtainToken(inTurns, there().tpp, house.customers[0])).toMatch(/\S+/);
    expect(turn).toBeGreaterThan(4);
  });

  it('refuse a suspended application at once, wherever that was ordered', async () => {
    const order = orderOf('1.00');
    const { paymentId } = await house.tpp.createPayment(token, order);
    await operate(house.portico, 'app suspend', DEMO_CLIENT_ID);
    try {
      const { transport } = there();
      const headers = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID() };
      const path = `/api/v1/payments/${order.product}/${paymentId}/status`;
      expect((await transport({ method: 'GET', path, headers })).status).toBe(403);
    } finally {
      await operate(other, 'app lift', DEMO_CLIENT_ID);
    }
  });
});
