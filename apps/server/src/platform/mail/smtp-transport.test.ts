/** Codes and links must cross a network encrypted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSmtpServer, type SmtpServer } from '../../testing/open-smtp-server.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const MESSAGE = {
  messageId: '<one@bank.example>',
  date: new Date('2026-11-24T10:00:00Z'),
  from: { name: 'Bank', address: 'no-reply@bank.example' },
  to: 'mari@tpp.example',
  subject: 'Your code',
  text: '12345678',
};

describe('a mail server that does not encrypt', () => {
  let server: SmtpServer;
  beforeAll(async () => {
    server = await openSmtpServer();
  });
  afterAll(() => server.close());

  it('gets no mail where it is elsewhere', async () => {
    // Another address of this machine, which is not in the list of loopback hosts.
    const elsewhere = createSmtpTransport(`smtp://127.1:${server.port}`);
    await expect(elsewhere.send(MESSAGE)).rejects.toThrow(/STARTTLS|TLS/);
    expect(server.received).toEqual([]);
  });

  it('gets them on this machine', async () => {
    await createSmtpTransport(server.url).send(MESSAGE);
    expect(server.received).toHaveLength(1);
  });
});
