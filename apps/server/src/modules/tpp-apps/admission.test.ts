/** Attack of 29 November 2026, S12: what an operator enters of a provider looks like nothing else. Legitimate names of every country pass. */
import { describe, expect, it } from 'vitest';
import { AdmissionMistake, fingerprintOf, readAdmission } from './admission.ts';
import type { RegisteredApp } from './tpp-apps.ts';

const ENTRY = { name: 'Lumen Finance OÜ', number: 'PSDEE-EFSA-12345678', roles: 'ais' };

describe('a registered name', () => {
  it.each([
    ['two scripts in a word', 'Lumеn Finance'],
    ['Greek letters in a Latin word', 'Lumen Finaνce'],
    ['Armenian letters in a Latin word', 'Lumեn'],
    ['phonetic letters', 'Lumen Fɪnance'],
    ['Cherokee letters', 'ᏞᏌᎷᎬᏁ'],
    ['Cyrillic letters of other alphabets', 'ҏогтісо'],
    ['Arabic digits', 'Lumen ٢٤'],
    ['Devanagari digits', 'Lumen २४'],
    ['circled digits', 'Lumen ②'],
    ['letters of full width', 'Ｌｕｍｅｎ'],
    ['mathematical letters', '𝐋𝐮𝐦𝐞𝐧'],
    ['ligature', 'Lumen ﬁnance'],
    ['sign in place of a letter', 'Por†ico'],
    ['currency in place of a letter', '₽ortico'],
    ['figure of geometry in place of a letter', 'Port1c○'],
    ['arrow', 'Lumen → Pay'],
    ['emoji', 'Lumen 💳'],
    ['mark on no letter', 'Lumen 1⃣'],
    ['mark that composes with no letter', 'Lum\u0366n'],
  ])('has no %s: %s', (_what, name) => {
    const admit = () => readAdmission({ ...ENTRY, name });
    expect(admit).toThrow(AdmissionMistake);
    expect(admit).toThrow(/^--name: /);
  });

  it.each([
    ...[
      'UAB „Šviesos mokėjimai“',
      'Žalgirio kredito unija',
      'SIA “Gaismas maksājumi”',
      'AS Ķekavas Norēķini',
      'OÜ Õnne Makse',
      'Põhja-Eesti Hoiu-laenuühistu',
    ],
    ...[
      'ООО «Светлые платежи»',
      'ПАО Ёлка',
      'Lumen A/S',
      'Lumen 24/7 Payments, s.r.o.',
      'Łódź Płatności sp. z o.o.',
      'Müßig & Co. KG',
      'Ǻström Betaling',
    ],
    ...[
      'Λυμεν Α.Ε.',
      'Плащания ЕООД',
      'Їжак',
      'N26',
      'Visa-карта',
      'C&A (Europe) S.à r.l.',
      "L'Œuvre d’Or",
      'TOV "Світло"',
      'Lumen: Pay* #1',
      'Nguyễn',
    ],
  ])('may be %s', (name) => {
    expect(readAdmission({ ...ENTRY, name }).registeredName).toBe(name.normalize('NFC'));
  });

  it.each([
    ['a space of another width', 'Lumen\u00a0Finance', 'Lumen Finance'],
    ['spaces around', ' Lumen Finance ', 'Lumen Finance'],
    ['marks apart from their letters', 'S\u030cviesos', 'Šviesos'],
  ])('is stored without %s', (_what, name, stored) => {
    expect(readAdmission({ ...ENTRY, name }).registeredName).toBe(stored);
  });
});

describe('an authorisation number', () => {
  it.each([
    'PSDEE-EFSA-١٢',
    'PSDEE-EFSA-１２',
    'PSDЕЕ-EFSA-12',
    'PSDEE-EFSA-②',
    'PSDEE–EFSA–12',
    'PSDEE-EFSA-1\u200b2',
    'PSDEE-EFSA-12²',
    'ＰＳＤ-1',
    '',
    '-1',
    '1-',
  ])('is not %j', (number) => {
    expect(() => readAdmission({ ...ENTRY, number })).toThrow('letters of one script, digits 0 to 9');
  });

  it.each(['PSDLT-BL-LB002079', 'PSDLV-FKTK-06.12.04.623/445', 'PSDDE-BAFIN-145555', '4.1-1/23', 'РД 22-0815', 'PSDPL_PFSA_IP48/2019', '7'])(
    'may be %s',
    (number) => {
      expect(readAdmission({ ...ENTRY, number }).authorisationNumber).toBe(number);
    },
  );
});

// The owner chooses both contents and needs two with one fingerprint, which takes the square root of the number of fingerprints.
describe('the fingerprint of what an operator vets', () => {
  const app: RegisteredApp = {
    appId: 'app_1',
    sandboxId: 'bank',
    clientId: 'tpp_1',
    clientName: 'Lumen Shop',
    registeredName: 'My application (not verified)',
    redirectUris: ['https://lumen.example/cb'],
    developerId: 'dev_1',
    contacts: ['ops@lumen.example'],
    previousSecretUntil: undefined,
    isSuspended: true,
    admission: undefined,
    pendingChange: undefined,
    security: { profile: 'basic', signsRequests: false, jwks: undefined, providerId: undefined },
  };

  it('is a whole SHA-256, so that an owner cannot search two contents with one fingerprint', () => {
    expect(fingerprintOf(app)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, Partial<RegisteredApp>]>([
    ['application', { clientId: 'tpp_2' }],
    ['client name', { clientName: 'Lumen Shop 2' }],
    ['letter case of a path', { redirectUris: ['https://lumen.example/CB'] }],
    ['further redirect URI', { redirectUris: [...app.redirectUris, 'https://other.example/cb'] }],
    ['contact', { contacts: ['ops@other.example'] }],
  ])('changes with the %s', (_what, change) => {
    expect(fingerprintOf({ ...app, ...change })).not.toBe(fingerprintOf(app));
  });
});
