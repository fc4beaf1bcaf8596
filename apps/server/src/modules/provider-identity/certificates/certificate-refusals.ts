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

/** @param path the member of the body. */
export function notAcceptable(text: string, path: string): UiRefusal {
  return new UiRefusal(400, 'FORMAT_ERROR', `${text} Nothing was changed.`, { path });
}
