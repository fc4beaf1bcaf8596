/**
 * The customers of a new sandbox. Names are plausible and obviously invented: "Näidis", "Paraugs" and "Pavyzdys" mean "example". Lists are
 * sorted by user name, and the names are chosen for that order: the first customer of each country is an ordinary person who approves.
 */
import type { AuthMethod, BankCountry, CustomerScenario, DebtorDetails } from '@portico/contract';
import type { SpendingProfile } from './seed-profiles.ts';

interface SeedAccount {
  readonly name: string;
  readonly currency: 'EUR' | 'USD';
  /** Balance at the end of the history. */
  readonly balanceCents: number;
  readonly status?: 'blocked';
}

export interface SeedCustomer {
  readonly key: string;
  readonly country: BankCountry;
  readonly type: 'person' | 'company';
  readonly firstName: string;
  readonly surname: string;
  /** For a company; persons are called by first name and surname. */
  readonly companyName?: string;
  readonly birthDate: string;
  readonly sex: 'female' | 'male';
  readonly scenario: CustomerScenario;
  /** Default: every method of the country. */
  readonly authMethods?: readonly AuthMethod[];
  /** The first one has the history. */
  readonly accounts: readonly SeedAccount[];
  readonly profile: SpendingProfile;
  readonly debtorDetails?: DebtorDetails;
}

const everyday = (balanceCents: number): SeedAccount => ({ name: 'Everyday account', currency: 'EUR', balanceCents });
const savings = (balanceCents: number): SeedAccount => ({ name: 'Savings', currency: 'EUR', balanceCents });
const person = { type: 'person', scenario: 'approves' } as const;
const company = { type: 'company', scenario: 'needsSecondSignature' } as const;
const scenarioAccounts = [everyday(64_210), savings(150_000)];

const ESTONIA: readonly SeedCustomer[] = [
  {
    ...person,
    key: 'ee-1-person',
    country: 'ee',
    firstName: 'Liis',
    surname: 'Näidis',
    birthDate: '2000-01-01',
    sex: 'female',
    profile: 'salary',
    accounts: [everyday(120_515), savings(840_000), { name: 'Rainy day', currency: 'EUR', balanceCents: 1_230 }],
  },
  {
    ...person,
    key: 'ee-2-low-balance',
    country: 'ee',
    firstName: 'Mart',
    surname: 'Proov',
    birthDate: '1988-03-14',
    sex: 'male',
    profile: 'tight',
    authMethods: ['SMART_ID', 'MOBILE_ID'],
    accounts: [everyday(320), savings(75)],
  },
  {
    key: 'ee-3-company',
    country: 'ee',
    ...company,
    companyName: 'Näidis Puidutöökoda OÜ',
    firstName: 'Tõnu',
    surname: 'Näidis',
    birthDate: '1974-09-02',
    sex: 'male',
    profile: 'company',
    authMethods: ['SMART_ID', 'IDCARD', 'CODE_CALCULATOR'],
    accounts: [
      { name: 'Current account', currency: 'EUR', balanceCents: 2_418_390 },
      { name: 'Tax reserve', currency: 'EUR', balanceCents: 615_000 },
    ],
  },
  ...scenarioPeople('ee', [
    { firstName: 'Tiina', surname: 'Keelduja', birthDate: '1979-05-20', sex: 'female', scenario: 'refuses' },
    { firstName: 'Urmas', surname: 'Ooteaeg', birthDate: '1969-11-08', sex: 'male', scenario: 'timesOut' },
    { firstName: 'Triin', surname: 'Eksimus', birthDate: '1992-07-27', sex: 'female', scenario: 'wrongCode' },
  ]),
];

const LATVIA: readonly SeedCustomer[] = [
  {
    ...person,
    key: 'lv-1-person',
    country: 'lv',
    firstName: 'Jānis',
    surname: 'Paraugs',
    birthDate: '1991-06-23',
    sex: 'male',
    profile: 'salary',
    accounts: [everyday(98_742), savings(512_000)],
  },
  {
    ...person,
    key: 'lv-2-low-balance',
    country: 'lv',
    firstName: 'Madara',
    surname: 'Paraudziņa',
    birthDate: '1997-02-11',
    sex: 'female',
    profile: 'tight',
    authMethods: ['SMART_ID', 'EPARAKSTS_MOBILE'],
    accounts: [everyday(210), savings(90)],
  },
  {
    key: 'lv-3-company',
    country: 'lv',
    ...company,
    companyName: 'SIA Parauga Darbnīca',
    firstName: 'Aivars',
    surname: 'Paraugs',
    birthDate: '1970-10-30',
    sex: 'male',
    profile: 'company',
    accounts: [
      { name: 'Current account', currency: 'EUR', balanceCents: 1_964_025 },
      { name: 'Tax reserve', currency: 'EUR', balanceCents: 430_000 },
    ],
  },
  ...scenarioPeople('lv', [
    { firstName: 'Valdis', surname: 'Atteikums', birthDate: '1983-04-16', sex: 'male', scenario: 'refuses' },
    { firstName: 'Zane', surname: 'Gaidīšana', birthDate: '1986-12-05', sex: 'female', scenario: 'timesOut' },
    { firstName: 'Līga', surname: 'Kļūdiņa', birthDate: '1994-08-19', sex: 'female', scenario: 'wrongCode' },
  ]),
  {
    ...person,
    key: 'lv-7-refused-accounts',
    country: 'lv',
    firstName: 'Pēteris',
    surname: 'Mēģinājums',
    birthDate: '1977-01-25',
    sex: 'male',
    profile: 'short',
    accounts: [
      everyday(45_380),
      { name: 'Dollar account', currency: 'USD', balanceCents: 91_500 },
      { name: 'Old account', currency: 'EUR', balanceCents: 20_000, status: 'blocked' },
    ],
  },
];

const LITHUANIA: readonly SeedCustomer[] = [
  {
    ...person,
    key: 'lt-1-person',
    country: 'lt',
    firstName: 'Ona',
    surname: 'Pavyzdytė',
    birthDate: '1990-02-16',
    sex: 'female',
    profile: 'salary',
    accounts: [everyday(134_060), savings(705_000)],
    debtorDetails: { street: 'Bandymų g. 12-4', townName: 'Vilnius', postCode: 'LT-01100', country: 'LT' },
  },
  {
    ...person,
    key: 'lt-2-low-balance',
    country: 'lt',
    firstName: 'Paulius',
    surname: 'Bandomasis',
    birthDate: '1985-07-06',
    sex: 'male',
    profile: 'tight',
    authMethods: ['SMART_ID', 'MOBILE_ID'],
    accounts: [everyday(415), savings(120)],
    debtorDetails: { street: 'Pavyzdžio g. 3', townName: 'Kaunas', postCode: 'LT-44200', country: 'LT' },
  },
  {
    key: 'lt-3-company',
    country: 'lt',
    ...company,
    companyName: 'UAB Pavyzdžio dirbtuvės',
    firstName: 'Vytautas',
    surname: 'Pavyzdys',
    birthDate: '1972-05-11',
    sex: 'male',
    profile: 'company',
    accounts: [
      { name: 'Current account', currency: 'EUR', balanceCents: 2_207_745 },
      { name: 'Tax reserve', currency: 'EUR', balanceCents: 388_000 },
    ],
    debtorDetails: { street: 'Dirbtuvių g. 8', townName: 'Klaipėda', postCode: 'LT-91100', country: 'LT' },
  },
  ...scenarioPeople('lt', [
    { firstName: 'Rūta', surname: 'Atsisakytė', birthDate: '1980-09-09', sex: 'female', scenario: 'refuses' },
    { firstName: 'Tomas', surname: 'Laukimas', birthDate: '1976-03-03', sex: 'male', scenario: 'timesOut' },
    { firstName: 'Vida', surname: 'Klaidaitė', birthDate: '1995-11-28', sex: 'female', scenario: 'wrongCode' },
  ]),
];

export const SEED_CUSTOMERS: Readonly<Record<BankCountry, readonly SeedCustomer[]>> = { ee: ESTONIA, lv: LATVIA, lt: LITHUANIA };

/** Three people whose device never approves, one for each kind of failure; each has an ordinary account. */
function scenarioPeople(
  country: BankCountry,
  people: readonly Pick<SeedCustomer, 'firstName' | 'surname' | 'birthDate' | 'sex' | 'scenario'>[],
): readonly SeedCustomer[] {
  return people.map((each, index) => ({
    ...each,
    key: `${country}-${index + 4}-${each.scenario}`,
    country,
    type: 'person',
    accounts: scenarioAccounts,
    profile: 'short',
    ...(country === 'lt' && { debtorDetails: { townName: 'Šiauliai', country: 'LT' } }),
  }));
}

/** The customer of the guides (`content/pages`), with whom a new sandbox begins. */
export const GUIDE_CUSTOMER = { firstName: 'Liis', surname: 'Näidis' } as const;
