/** The money movements of seeded customers. All counterparties are invented. */
import type { BankCountry } from '@portico/contract';

/** `salary`: a person with a comfortable income. `tight`: one without. `company`: invoices and wages. `short`: a handful of bookings. */
export type SpendingProfile = 'salary' | 'tight' | 'company' | 'short';

export interface Movement {
  readonly counterparty: string;
  readonly remittance: string;
}

export interface Counterparties {
  readonly income: Movement;
  readonly rent: Movement;
  readonly utilities: readonly Movement[];
  readonly shops: readonly Movement[];
  readonly customer: Movement;
  readonly wages: Movement;
  /** Remittance text of transfers to savings. */
  readonly saving: string;
}

export interface ProfileFigures {
  /** Days before today on which income arrives. */
  readonly incomeDays: readonly number[];
  readonly incomeCents: number;
  /** Rent, wages and savings follow each income by a few days; 0 for none. */
  readonly rentCents: number;
  readonly wagesCents: number;
  readonly savedCents: number;
  readonly utilityCents: readonly [min: number, max: number];
  readonly shopCents: readonly [min: number, max: number];
  /** Number of purchases in the whole history. */
  readonly purchases: number;
}

export const HISTORY_DAYS = 120;

export const PROFILES: Readonly<Record<SpendingProfile, ProfileFigures>> = {
  salary: {
    incomeDays: [14, 44, 75, 105],
    incomeCents: 148_000,
    rentCents: 62_000,
    wagesCents: 0,
    savedCents: 15_000,
    utilityCents: [2_490, 9_800],
    shopCents: [340, 9_400],
    purchases: 40,
  },
  tight: {
    incomeDays: [16, 46, 77, 107],
    incomeCents: 45_000,
    rentCents: 30_000,
    wagesCents: 0,
    savedCents: 0,
    utilityCents: [1_990, 6_400],
    shopCents: [190, 4_800],
    purchases: 44,
  },
  company: {
    incomeDays: [6, 19, 33, 47, 61, 76, 90, 104],
    incomeCents: 640_000,
    rentCents: 60_000,
    wagesCents: 380_000,
    savedCents: 0,
    utilityCents: [8_900, 42_000],
    shopCents: [4_200, 96_000],
    purchases: 22,
  },
  short: {
    incomeDays: [14, 44],
    incomeCents: 80_000,
    rentCents: 45_000,
    wagesCents: 0,
    savedCents: 0,
    utilityCents: [2_100, 7_000],
    shopCents: [340, 4_900],
    purchases: 6,
  },
};

export const COUNTERPARTIES: Readonly<Record<BankCountry, Counterparties>> = {
  ee: {
    income: { counterparty: 'Põhjatäht Tarkvara OÜ', remittance: 'Töötasu' },
    rent: { counterparty: 'Kaldapealse Kodud OÜ', remittance: 'Üür' },
    utilities: [
      { counterparty: 'Valgusvoog AS', remittance: 'Elekter' },
      { counterparty: 'Kiirkõne Mobiil AS', remittance: 'Mobiiliarve' },
    ],
    shops: [
      { counterparty: 'Toidukorvike OÜ', remittance: 'Ost, Tallinn' },
      { counterparty: 'Kohvik Kolm Tassi', remittance: 'Ost, Tallinn' },
      { counterparty: 'Rohelise Lehe Apteek', remittance: 'Ost, Tartu' },
      { counterparty: 'Linnatramm', remittance: 'Sõidupilet' },
      { counterparty: 'Raamatupood Leht', remittance: 'Ost, Tallinn' },
    ],
    customer: { counterparty: 'Saareserva Mööbel OÜ', remittance: 'Arve' },
    wages: { counterparty: 'Töötajad', remittance: 'Palgad' },
    saving: 'Säästmine',
  },
  lv: {
    income: { counterparty: 'SIA Ziemeļvēja Projekti', remittance: 'Darba alga' },
    rent: { counterparty: 'SIA Upmalas Nami', remittance: 'Īre' },
    utilities: [
      { counterparty: 'AS Gaismas Plūsma', remittance: 'Elektrība' },
      { counterparty: 'SIA Tālsaruna', remittance: 'Mobilais rēķins' },
    ],
    shops: [
      { counterparty: 'SIA Pilnais Grozs', remittance: 'Pirkums, Rīga' },
      { counterparty: 'Kafejnīca Trīs Tases', remittance: 'Pirkums, Rīga' },
      { counterparty: 'Zaļās Lapas Aptieka', remittance: 'Pirkums, Liepāja' },
      { counterparty: 'Pilsētas Tramvajs', remittance: 'Biļete' },
      { counterparty: 'Grāmatnīca Lapaspuse', remittance: 'Pirkums, Rīga' },
    ],
    customer: { counterparty: 'SIA Piejūras Mēbeles', remittance: 'Rēķins' },
    wages: { counterparty: 'Darbinieki', remittance: 'Algas' },
    saving: 'Uzkrājumam',
  },
  lt: {
    income: { counterparty: 'UAB Šiaurės Vėjo Projektai', remittance: 'Darbo užmokestis' },
    rent: { counterparty: 'UAB Paupio Namai', remittance: 'Nuoma' },
    utilities: [
      { counterparty: 'AB Šviesos Srautas', remittance: 'Elektra' },
      { counterparty: 'UAB Tolimas Balsas', remittance: 'Mobiliojo ryšio sąskaita' },
    ],
    shops: [
      { counterparty: 'UAB Pilnas Krepšys', remittance: 'Pirkinys, Vilnius' },
      { counterparty: 'Kavinė Trys Puodeliai', remittance: 'Pirkinys, Vilnius' },
      { counterparty: 'Žalio Lapo Vaistinė', remittance: 'Pirkinys, Kaunas' },
      { counterparty: 'Miesto Troleibusas', remittance: 'Bilietas' },
      { counterparty: 'Knygynas Puslapis', remittance: 'Pirkinys, Vilnius' },
    ],
    customer: { counterparty: 'UAB Pajūrio Baldai', remittance: 'Sąskaita' },
    wages: { counterparty: 'Darbuotojai', remittance: 'Atlyginimai' },
    saving: 'Santaupoms',
  },
};
