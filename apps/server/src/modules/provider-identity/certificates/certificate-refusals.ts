/** Refusals of the calls about certificates. Each says what to do. */
import { CERTIFICATES_PER_USE_MAX, type CertificateUse } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';

export const USE_NAMES: Readonly<Record<CertificateUse, string>> = { web: 'QWAC', seal: 'QSealC' };

export function certificateUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'The application has no such certificate. Load the page again: it lists the present ones.');
}

export function certificateKnown(): UiRefusal {
  const text = 'The application has this certificate already. Nothing was changed. The page lists it with its state.';
  return new UiRefusal(409, 'LIMIT_REACHED', text);
}

export function tooManyCertificates(use: CertificateUse): UiRefusal {
  const text = `The application has ${CERTIFICATES_PER_USE_MAX} certificates of the kind ${USE_NAMES[use]}, the most that it can have. Nothing was changed. Remove or revoke one first.`;
  return new UiRefusal(409, 'LIMIT_REACHED', text);
}

export function tooManyListed(max: number): UiRefusal {
  const text = `The application has ${max} certificates with the expired and revoked ones, the most that it can have. Nothing was changed. Remove some of them first.`;
  return new UiRefusal(409, 'LIMIT_REACHED', text);
}

export function tooManyUploads(max: number, seconds: number): UiRefusal {
  const text = `You have uploaded ${max} certificates within 24 hours. Nothing was changed. Try again in ${Math.ceil(seconds / 3600)} h.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } });
}

/** @param path the member of the body. */
export function notAcceptable(text: string, path: string): UiRefusal {
  return new UiRefusal(400, 'FORMAT_ERROR', `${text} Nothing was changed.`, { path });
}
