import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createLinkHook } from './links-of-called-address.ts';
import { noteMtlsCall } from './mtls-call.ts';

const API = 'https://bank.example/api';
const ANSWER = {
  paymentId: 'pay_1',
  text: `${API}/v1/x`,
  _links: { self: { href: `${API}/v1/payments/pay_1` }, scaRedirect: { href: 'https://bank.example/bank/sca/1' } },
  accounts: [{ _links: { balances: { href: `${API}/v1/accounts/a/balances` } } }],
  other: { _links: { near: { href: `${API}2/v1` }, none: null, count: 1 } },
};

async function answerAt(isMtls: boolean) {
  const app = fastify();
  if (isMtls) app.addHook('onRequest', async ({ raw }) => noteMtlsCall(raw, { chain: [] }));
  app.addHook('preSerialization', createLinkHook(API, 'https://mtls.example'));
  app.get('/', async (_request, reply) => reply.header('location', `${API}/v1/payments/pay_1`).send(ANSWER));
  const answer = await app.inject('/');
  await app.close();
  return { body: answer.json(), location: answer.headers.location };
}

describe('links in an answer', () => {
  it('name the ordinary address where it was called', async () =>
    expect(await answerAt(false)).toEqual({ body: ANSWER, location: `${API}/v1/payments/pay_1` }));
  it('name the address for mutual TLS where that was called; pages of the bank and other addresses stay', async () => {
    expect(await answerAt(true)).toEqual({
      body: {
        ...ANSWER,
        _links: { self: { href: 'https://mtls.example/api/v1/payments/pay_1' }, scaRedirect: { href: 'https://bank.example/bank/sca/1' } },
        accounts: [{ _links: { balances: { href: 'https://mtls.example/api/v1/accounts/a/balances' } } }],
      },
      location: 'https://mtls.example/api/v1/payments/pay_1',
    });
  });
});
