/** A real mail server on this machine, which keeps accepted mails and refuses mails on request. */
import { SMTPServer } from 'smtp-server';

export interface Refusals {
  receiver?: { code: number; times: number };
  content?: { code: number; times: number };
}

export interface SmtpServer {
  readonly port: number;
  readonly url: string;
  /** Whole mails as received, oldest first. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

/**
 * @param port 0: any free port.
 * @param tls the certificate for STARTTLS, which every mail then requires; default: no TLS.
 */
export async function openSmtpServer(port = 0, refusals: Refusals = {}, tls?: { readonly cert: string; readonly key: string }): Promise<SmtpServer> {
  const received: string[] = [];
  const refuse = (rule: { code: number; times: number } | undefined): Error | undefined => {
    if (rule === undefined || rule.times === 0) return undefined;
    rule.times -= 1;
    return Object.assign(new Error('refused'), { responseCode: rule.code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...tls,
    disableReverseLookup: true,
    onRcptTo: (_address, { secure }, callback) =>
      callback(tls === undefined || secure ? refuse(refusals.receiver) : Object.assign(new Error('TLS first'), { responseCode: 530 })),
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const refused = refuse(refusals.content);
        if (refused === undefined) received.push(Buffer.concat(chunks).toString());
        callback(refused);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) await new Promise<void>((resolve) => server.close(() => resolve()));
    isOpen = false;
  };
  return { port: ownPort, received, url: `smtp://127.0.0.1:${ownPort}`, close };
}
