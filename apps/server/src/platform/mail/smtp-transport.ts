/** Sends each mail in one SMTP session with limited waits. */

/** A longer session is ended. It is shorter than the lease of its mail. */
const CONVERSATION_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 15_000;
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

interface SmtpMessage {
  readonly messageId: string;
  readonly date: Date;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** RFC 8058. */
  readonly unsubscribeUrl?: string;
}

export interface SmtpTransport {
  /** @throws when the server did not accept the mail. */
  send(message: SmtpMessage): Promise<void>;
}

export function createSmtpTransport(smtpUrl: string): SmtpTransport {
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === 'smtps:';
  return {
    async send({ messageId, date, from, to, subject, text, unsubscribeUrl }) {
      // The library is loaded with the first mail, not at the start.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
        secure: isSecure,
        // Codes and links must not cross a network unencrypted.
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
            headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl === undefined ? {} : ONE_CLICK) },
            ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: unsubscribeUrl } }),
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

/** True when the server refused this mail permanently (its receiver or content), instead of the sender or the present attempt. */
export function isRefusedForGood(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
