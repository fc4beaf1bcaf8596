/** How the response to an application names the approach that the bank chose, and the customer's first step. */
import { TppRefusal } from '#platform/http/refusal.ts';
import type { StartedSigning } from './signing.ts';

/** Value of `ASPSP-SCA-Approach`. `null`: the application starts the authorisation explicitly, by redirect. */
export function approachOf(started: StartedSigning | null): 'REDIRECT' | 'DECOUPLED' {
  return started?.psuMessage === undefined ? 'REDIRECT' : 'DECOUPLED';
}

/** Body and headers of the response to the explicit start of an authorisation. @param authorisations absolute address of its list. */
export function toExplicitStart(started: StartedSigning, authorisations: string) {
  const { authorisationId, psuMessage } = started;
  const href = `${authorisations}/${authorisationId}`;
  return {
    headers: { 'ASPSP-SCA-Approach': approachOf(started), Location: href },
    body: {
      scaStatus: 'received' as const,
      authorisationId,
      ...(psuMessage === undefined ? {} : { psuMessage }),
      _links: toFirstStep(started, href),
    },
  };
}

/** @param authorisation absolute address of the authorisation. */
export function toFirstStep({ scaRedirect, psuMessage }: StartedSigning, authorisation: string) {
  const scaStatus = { href: authorisation };
  return psuMessage === undefined ? { scaRedirect: { href: scaRedirect }, scaStatus } : { scaStatus };
}

/** The refusal of every `PUT` of an authorisation: updating one belongs to the embedded approach of NextGenPSD2, which is not offered. */
export function refuseUpdate(): TppRefusal {
  const text =
    'An authorisation takes no data. With REDIRECT the customer follows scaRedirect, with DECOUPLED they confirm on their device; GET returns scaStatus.';
  return new TppRefusal(405, 'SERVICE_INVALID', text, { headers: { allow: 'GET' } });
}
