/** Signing pages of consents: from a new consent to the open page, its signature and its refusal. */
import type { ConsentDetails, ConsentSigningResult, SigningKind, SigningSessionOf } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Signings } from '../signing.ts';
import { type Answer, entryCodeOf, type Person, RETURN } from './answers.ts';
import { consentDetails } from './consent-details.ts';
import { CUSTOMERS, SANDBOX } from './test-bank.ts';
import type { TestConsents } from './test-consents.ts';

interface ConsentPagesDeps {
  readonly consents: TestConsents;
  readonly write: RunWrite;
  readonly signing: Signings;
  enter(path: string, cookie?: string): Promise<string>;
  call<Body>(
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    given: { as?: string; id?: string; entryCode?: string; body?: object; app?: FastifyInstance },
  ): Promise<Answer<Body>>;
}

export function createConsentPages({ consents, write, signing, enter, call }: ConsentPagesDeps) {
  let created = 0;

  /** As the module that keeps consents does it; answers the consent's id and the path of its `scaRedirect`. */
  async function createConsent(person: Person = 'mari', change: Partial<ConsentDetails> = {}, appId = 'app_shop') {
    created += 1;
    const consentId = `con_${created}`;
    await consents.insert(consentId, { ...consentDetails(person), ...change });
    return { consentId, path: await open('consent', consentId, person, appId) };
  }

  /** Every application has the same names here: names are no identity. Answers the path of the `scaRedirect`. */
  async function open(kind: SigningKind, resourceId: string, person: Person, appId = 'app_shop'): Promise<string> {
    const { customerId, country: bankCountry } = CUSTOMERS[person];
    const names = { tppName: 'Demo Shop OÜ', tppApplicationName: 'Demo Shop' };
    const tpp = { appId, ...names, tppSuccessUrl: RETURN.ok, tppFailureUrl: RETURN.nok };
    const { scaRedirect } = await write((context) =>
      signing.open(context, { kind, resourceId, sandboxId: SANDBOX, customerId, bankCountry, locale: 'en', ...tpp }),
    );
    return new URL(scaRedirect).pathname;
  }

  /** `cookie` names the bank session, by default the person's own. */
  async function enterConsent<Consent extends { readonly path: string }>(consent: Consent, cookie: string) {
    const entryCode = entryCodeOf(await enter(consent.path, cookie), 'signingConsent');
    const details = await call<SigningSessionOf<'consent'>>('GET', '/api/ui/consent/details', { as: cookie, entryCode });
    if (details.status !== 200) throw new Error(`The details were refused: ${details.text}`);
    return { ...consent, id: details.body.signingId, details: details.body };
  }

  return {
    open,
    createConsent,
    enterConsent,
    openConsent: async (person: Person = 'mari', change: Partial<ConsentDetails> = {}, cookie: string = person) =>
      enterConsent(await createConsent(person, change), cookie),
    signConsent: (id: string, given: { as?: string; body?: object; app?: FastifyInstance } = {}) =>
      call<ConsentSigningResult>('PUT', '/api/ui/consent', { as: 'mari', ...given, id }),
    /** The provider deletes it: as the module that keeps consents does it. */
    endConsent: (consentId: string) => write((context) => signing.end(context, { sandboxId: SANDBOX, resourceId: consentId })),
    refuseConsent: (id: string, as = 'mari') => call<ConsentSigningResult>('DELETE', '/api/ui/consent', { as, id }),
  };
}
