/** One SMTP conversation per mail, every wait bounded. */

/** A conversation that takes longer is broken off; shorter than the lease of the mail it sends. */
const CONVERSATION_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 15_000;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

interface SmtpMessage {
  readonly messageId: string;
  readonly date: Date;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface SmtpTransport {
  /** @throws when the server did not take the mail. */
  send(message: SmtpMessage): Promise<void>;
}

export function createSmtpTransport(smtpUrl: string): SmtpTransport {
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === 'smtps:';
  return {
    async send({ messageId, date, from, to, subject, text }) {
      // Read with the first mail, not with the start.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
        secure: isSecure,
        // Codes and links do not cross a network in the clear.
        requireTLS: !isSecure && !LOOPBACK_HOSTS.has(url.hostname),
        ...(url.username === '' ? {} : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const timer = setTimeout(() => transport.close(), CONVERSATION_TIMEOUT_MS);
      try {
        await Promise.race([
          transport.sendMail({
            messageId,
            date,
            from,
            // An object is not parsed as a list of addresses.
            to: { name: '', address: to },
            subject,
            text,
            headers: { 'Auto-Submitted': 'auto-generated' },
            textEncoding: 'quoted-printable',
            xMailer: false,
          }),
          expire(CONVERSATION_TIMEOUT_MS),
        ]);
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

function expire(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`The mail server needed more than ${ms} ms for one mail.`)), ms).unref();
  });
}

/** True when the server refused this mail for good (its receiver, its content), not us or the moment. */
export function isRefusedForGood(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
