/** What only calls about consents refuse. */
import { askConsent, firstIban, grantConsent, NOBODYS_IBAN, ownAccounts } from './acts.ts';
import { bodies, headers, type Provocation, type Provocations, sendAll } from './common-refusals.ts';
import type { World } from './world.ts';

const more = (changes: object) => (good: object) => ({ ...good, ...changes });

/** The consent of the good request's address, replaced by one of another application and by one that nobody has. */
const foreignConsent: Provocation = async (world, good) => {
  const request = await good();
  const { consentId } = await askConsent(world, {}, { holder: world.stranger });
  return sendAll(
    world,
    [consentId, 'cns_00000000000000000000000000'].map((id) => ({ ...request, url: request.url.replace(/cns_[^/]+/, id) })),
  );
};

const OWN: Provocations = { 'there is no such consent of this application for this customer': foreignConsent };

async function startOf(world: World, consentId: string) {
  return world.send(world.request('POST', `/consents/${consentId}/authorisations`, world.initiation, {}));
}

export const CONSENT_REFUSALS: Readonly<Record<string, Provocations>> = {
  createConsent: {
    'TPP-Explicit-Authorisation-Preferred is neither true nor false': headers({ 'tpp-explicit-authorisation-preferred': 'yes' }),
    'forms of access are mixed, or a one-off consent asks for more than one reading': async (world, good) => {
      const [{ iban }] = await ownAccounts(world);
      return bodies(
        more({ access: { allPsd2: 'allAccounts', availableAccounts: 'allAccounts' } }),
        more({ access: { accounts: [], balances: [{ iban }] } }),
        more({ recurringIndicator: false }),
      )(world, good);
    },
    'additionalInformation or restrictedTo is asked for, or an account is named by other fields than iban and currency': bodies(
      more({ access: { accounts: [], additionalInformation: { ownerName: [] } } }),
      more({ access: { allPsd2: 'allAccounts', restrictedTo: ['CACC'] } }),
      ...['bban', 'pan', 'maskedPan', 'msisdn', 'other', 'cashAccountType'].map((name) =>
        more({ access: { accounts: [{ iban: NOBODYS_IBAN, [name]: '1' }] } }),
      ),
    ),
    'combinedServiceIndicator is true': bodies(more({ combinedServiceIndicator: true })),
    'an IBAN is no account of this customer': async (world, good) => {
      const foreign = await firstIban(world, world.stranger);
      return bodies(more({ access: { accounts: [{ iban: NOBODYS_IBAN }] } }), more({ access: { accounts: [{ iban: foreign }] } }))(world, good);
    },
    'validUntil is over': bodies(more({ validUntil: '2020-01-01' })),
  },
  getConsentInformation: OWN,
  getConsentStatus: OWN,
  deleteConsent: OWN,
  startConsentAuthorisation: {
    ...OWN,
    // A newer recurring consent takes its place.
    'the consent has expired': async (world) => {
      const older = await grantConsent(world);
      await grantConsent(world);
      return [await startOf(world, older)];
    },
    'the consent has an authorisation, or takes none any more': async (world) => [
      await startOf(world, (await askConsent(world)).consentId),
      await startOf(world, await grantConsent(world)),
    ],
  },
  getConsentAuthorisation: OWN,
  getConsentScaStatus: {
    ...OWN,
    'the consent has no such authorisation': async (world, good) => {
      const request = await good();
      return sendAll(world, [{ ...request, url: request.url.replace(/aut_[^/]+$/, 'aut_00000000000000000000000000') }]);
    },
  },
};
