import type { ExplorerIndex } from '@portico/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createFakeServer, type RecordedCall, reply } from '../../../shared/api/fake-server.ts';
import { recordedConfig } from '../../../shared/api/recorded-config.ts';
import { openPart } from '../../../shared/portal/testing/open-part.tsx';
import { ApiExplorerPage } from './explorer-page.tsx';

afterEach(cleanup);

const indexOf = (list: 'main' | 'fallback'): ExplorerIndex => ({
  sections: [
    {
      apiId: list,
      title: `Section of ${list}`,
      list,
      version: '1',
      description: '',
      isSendable: true,
      operations: [{ operationId: 'read', method: 'GET', path: '/x', summary: `Read in ${list}` }],
    },
  ],
  changes: [],
});

it.each([
  ['/api-explorer', 'main', 'fallback'],
  ['/fallback-explorer', 'fallback', 'main'],
])('the explorer at %s lists the operations of %s and none of %s', async (url, list, other) => {
  const server = createFakeServer({
    'GET /api/specs/index': ({ url: asked }: RecordedCall) => reply(indexOf(asked.endsWith('list=fallback') ? 'fallback' : 'main')),
  });
  openPart(<ApiExplorerPage url={url} title="Explorer" config={recordedConfig} />, { server, at: url });
  const link = await screen.findByRole('link', { name: new RegExp(`Read in ${list}`) });
  expect(link.getAttribute('href')).toBe(`#${url}/${list}/read`);
  expect(screen.queryByRole('link', { name: new RegExp(`Read in ${other}`) })).toBeNull();
});

it('leads beginners to the call that needs nothing but a token', async () => {
  const [section] = indexOf('main').sections;
  const operations = [
    { operationId: 'getTestAccountList', method: 'GET', path: '/v1/account-list', summary: 'List the accounts of a test customer' },
  ];
  const sandbox = { ...Object(section), apiId: 'sandbox', operations };
  const server = createFakeServer({ 'GET /api/specs/index': () => reply({ ...indexOf('main'), sections: [section, sandbox] }) });
  openPart(<ApiExplorerPage url="/api-explorer" title="Explorer" config={recordedConfig} />, { server, at: '/api-explorer' });
  const [first] = await screen.findAllByRole('link', { name: 'List the accounts of a test customer' });
  expect(first?.getAttribute('href')).toBe('#/api-explorer/sandbox/getTestAccountList');
  expect(first?.closest('p')?.textContent).toBe('New here? Begin with List the accounts of a test customer. It needs no consent.');
});

it('leads to no call that the documents do not have', async () => {
  const server = createFakeServer({ 'GET /api/specs/index': () => reply(indexOf('main')) });
  openPart(<ApiExplorerPage url="/api-explorer" title="Explorer" config={recordedConfig} />, { server, at: '/api-explorer' });
  await screen.findByRole('link', { name: /Read in main/ });
  expect(screen.queryByText(/New here/)).toBeNull();
});
