/** The mail before certificates of an application expire. Plain text; the link uses the configured origin. */
import type { Config } from '#platform/config.ts';
import type { OutgoingMail } from '#platform/mail/mail.ts';
import { dateText } from '../trust/dates.ts';
import { USE_NAMES } from './certificate-refusals.ts';
import type { AppCertificate } from './certificate-row.ts';
import { DAY_MS } from './expiry-warning.ts';

type Words = Pick<Config, 'productName' | 'publicUrl'>;

/** @param certificates at least one, none of them expired */
export function expiryMail(
  { productName, publicUrl }: Words,
  clientName: string,
  certificates: readonly Pick<AppCertificate, 'use' | 'thumbprint' | 'notAfter'>[],
  now: Date,
): Omit<OutgoingMail, 'to'> {
  const first = Math.min(...certificates.map(({ notAfter }) => notAfter.getTime()));
  const lines = certificates.map(
    ({ use, thumbprint, notAfter }) => `${USE_NAMES[use]} expires on ${dateText(notAfter)}, ${inDays(notAfter, now)}.\nThumbprint: ${thumbprint}`,
  );
  const what = certificates.length === 1 ? 'A certificate' : 'Certificates';
  const paragraphs = [
    `${what} of your application “${clientName}” at ${productName} for Developers will expire soon:`,
    ...lines,
    `Calls with an expired certificate are refused with 401 CERTIFICATE_EXPIRED. Add a new certificate before, while the present one still works:\n${publicUrl}/#/tpp/certificates`,
    'Refresh tokens and consents stay valid. Access tokens that are bound to the present certificate have to be refreshed with the new one.',
  ];
  return {
    subject: `${what} of ${clientName} at ${productName} will expire ${inDays(new Date(first), now)}`,
    text: `${['Hello,', ...paragraphs, `${productName}\n${publicUrl}/`].join('\n\n')}\n`,
    // Of no use after the certificate has expired.
    expiresAfterSeconds: Math.ceil((first - now.getTime()) / 1_000),
  };
}

/** Days of 24 hours, rounded up. */
function inDays(notAfter: Date, now: Date): string {
  const days = Math.ceil((notAfter.getTime() - now.getTime()) / DAY_MS);
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
