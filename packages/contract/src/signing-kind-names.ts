/** What customers call each kind of signing: in their list of receipts and on the receipt. The signing page has the same words in its catalogues. */
import type { Locale, SigningKind } from './enumerations.ts';

export const SIGNING_KIND_NAMES: Readonly<Record<SigningKind, Readonly<Record<Locale, string>>>> = {
  payment: {
    en: 'Payment',
    et: 'Makse',
    lt: 'Mokėjimas',
    lv: 'Maksājums',
    ru: 'Платёж',
  },
  'periodic-payment': {
    en: 'Periodic payment',
    et: 'Püsimakse',
    lt: 'Periodinis mokėjimas',
    lv: 'Regulārais maksājums',
    ru: 'Регулярный платёж',
  },
  'bulk-payment': {
    en: 'Bulk payment',
    et: 'Massmakse',
    lt: 'Grupinis mokėjimas',
    lv: 'Grupveida maksājums',
    ru: 'Групповой платёж',
  },
  consent: {
    en: 'Access to account information',
    et: 'Juurdepääs kontoteabele',
    lt: 'Prieiga prie sąskaitų informacijos',
    lv: 'Piekļuve kontu informācijai',
    ru: 'Доступ к информации о счетах',
  },
  'transactions-statement': {
    en: 'Transactions statement',
    et: 'Tehingute väljavõte',
    lt: 'Operacijų išrašas',
    lv: 'Darījumu pārskats',
    ru: 'Выписка по операциям',
  },
  'payment-cancellation': {
    en: 'Cancellation of a future payment',
    et: 'Tulevase makse tühistamine',
    lt: 'Būsimojo mokėjimo atšaukimas',
    lv: 'Nākotnes maksājuma atcelšana',
    ru: 'Отмена будущего платежа',
  },
  'periodic-payment-cancellation': {
    en: 'Cancellation of a periodic payment',
    et: 'Püsimakse tühistamine',
    lt: 'Periodinio mokėjimo atšaukimas',
    lv: 'Regulārā maksājuma atcelšana',
    ru: 'Отмена регулярного платежа',
  },
  'bulk-payment-cancellation': {
    en: 'Cancellation of a future bulk payment',
    et: 'Tulevase massmakse tühistamine',
    lt: 'Būsimojo grupinio mokėjimo atšaukimas',
    lv: 'Nākotnes grupveida maksājuma atcelšana',
    ru: 'Отмена будущего группового платежа',
  },
};
