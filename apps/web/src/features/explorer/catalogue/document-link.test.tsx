import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, hold, refuse, reply } from '../../../shared/api/fake-server.ts';
import { openPart, settle } from '../../../shared/portal/testing/open-part.tsx';
import { DocumentLink } from './document-link.tsx';

const FILE = 'GET /api/specs/payments';
const saved: string[] = [];

function open(answer: object) {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const server = createFakeServer({ [FILE]: answer });
  openPart(<DocumentLink section={{ apiId: 'payments', title: 'Payments' }} format="yaml" apiBase="/api" />, { server });
  return server;
}
const link = () => screen.getByRole('link');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
});

describe('the link of a document', () => {
  it('fetches the whole document with the headers of every call, and saves it under its name', async () => {
    const server = open(() => reply({}));
    fireEvent.click(link());
    await settle();
    expect(saved).toEqual(['payments.yaml']);
    const [sent] = server.calls.filter(({ call }) => call === FILE);
    expect(sent?.url).toMatch(/\?format=yaml&download=true$/);
    expect(sent?.headers.get('x-request-id')).toBeTruthy();
  });

  it('says that it loads, and loads once', async () => {
    const server = open(hold);
    fireEvent.click(link());
    fireEvent.click(link());
    await settle();
    expect([link().textContent, link().getAttribute('aria-busy')]).toEqual(['Loading YAML of Payments', 'true']);
    expect(server.count(FILE)).toBe(1);
  });

  it('says why it failed, and can be pressed again', async () => {
    const server = open(() => refuse(500, 'INTERNAL', 'The document is not ready.'));
    fireEvent.click(link());
    expect(await screen.findAllByText(/The document is not ready\./)).not.toEqual([]);
    fireEvent.click(link());
    await settle();
    expect([saved, server.count(FILE)]).toEqual([[], 2]);
  });

  it('keeps its address, and leaves a click for another tab to the browser', async () => {
    const server = open(() => reply({}));
    expect(link().getAttribute('href')).toBe('/api/specs/payments?format=yaml&download=true');
    expect(fireEvent.click(link(), { ctrlKey: true })).toBe(true);
    await settle();
    expect(server.count(FILE)).toBe(0);
  });
});
