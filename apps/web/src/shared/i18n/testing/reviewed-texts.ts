/** Exceptions that a person has reviewed: texts equal to the English ones, the stems for each term, words that differ only by marks. */
import type { Translation } from './translated-texts.ts';

/** Keys whose text is the same in every language, or in the named languages, each with its reason. */
export const SAME_AS_ENGLISH: readonly { keys: RegExp; reason: string; only?: readonly Translation[] }[] = [
  { keys: /^signing\.title$/, reason: 'two placeholders and a dot' },
  { keys: /^payment\.account\.option$/, reason: 'two placeholders and a comma' },
  { keys: /^receipt\.page$/, reason: 'two figures' },
  { keys: /method\.(smartId|SMART_ID)$/, reason: 'Smart-ID is a name', only: ['lt', 'lv', 'ru'] },
  { keys: /^(signIn|device|receipt)\.method\.SMART_ID$/, reason: 'Smart-ID is a name', only: ['et'] },
  { keys: /method\.(mobileId|MOBILE_ID)$/, reason: 'Mobile-ID is a name', only: ['lv', 'ru'] },
  { keys: /method\.(eparakstsMobile|EPARAKSTS_MOBILE)$/, reason: 'eParaksts mobile is a name', only: ['lt', 'lv', 'ru'] },
  { keys: /^(signIn|device|receipt)\.method\.EPARAKSTS_MOBILE$/, reason: 'eParaksts mobile is a name', only: ['et'] },
  { keys: /^device\.number$/, reason: 'the same word', only: ['et'] },
  { keys: /\.iban$/, reason: 'ISO 13616 names it so' },
  { keys: /^device\.pin\.(signIn|signing)$/, reason: 'the issuers name it so' },
];

/** Latin words in Russian texts. */
export const LATIN_IN_RUSSIAN = [
  'QR',
  'Smart-ID',
  'Mobile-ID',
  'End-to-End ID',
  'ID',
  'eParaksts mobile',
  'IBAN',
  'PIN',
  'PIN1',
  'PIN2',
  'Tokens',
  'CSV',
  'PDF',
  'UA',
  'WCAG',
  'EN',
  'A',
  'AA',
  'SHA',
  'API',
  'JSON',
];

/**
 * If the English text contains the term, the translation must contain one of these stems. docs/guide/languages.md lists the terms and their
 * sources. `except` matches texts that use another wording.
 */
export const TERMS: readonly { english: RegExp; except?: RegExp; stems: Readonly<Record<Translation, RegExp>> }[] = [
  { english: /periodic payment/i, stems: { et: /püsimakse/i, lt: /periodin/i, lv: /regulār/i, ru: /регулярн/i } },
  { english: /bulk payment/i, stems: { et: /massmakse/i, lt: /grupin/i, lv: /grupveida/i, ru: /группов/i } },
  { english: /future (bulk )?payment/i, stems: { et: /tulevase/i, lt: /būsim/i, lv: /nākotnes/i, ru: /будущ/i } },
  { english: /control code/i, stems: { et: /kontrollkood/i, lt: /kontrolin\S* kod/i, lv: /kontroles kod/i, ru: /контрольный код/i } },
  { english: /code calculator/i, stems: { et: /PIN-kalkulaator/, lt: /kodų generator/i, lv: /kodu kalkulator/i, ru: /кодов\S+ калькулятор/i } },
  { english: /beneficiary|recipient/i, stems: { et: /saaja/i, lt: /gavėj/i, lv: /saņēmēj/i, ru: /получател/i } },
  { english: /\bfee/i, stems: { et: /teenustasu/i, lt: /mokest|mokesč/i, lv: /komisij/i, ru: /комисси/i } },
  { english: /account holder/i, stems: { et: /konto omanik/i, lt: /sąskaitos savinink/i, lv: /konta īpašniek/i, ru: /владелец счёта/i } },
  { english: /service provider/i, stems: { et: /teenusepakkuja/i, lt: /paslaugų teikėj/i, lv: /pakalpojumu sniedzēj/i, ru: /поставщик\S* услуг/i } },
  { english: /personal (identification )?code/i, stems: { et: /isikukood/i, lt: /asmens kod/i, lv: /personas kod/i, ru: /личн\S+ код/i } },
  { english: /sandbox/i, stems: { et: /testkeskkon/i, lt: /bandom/i, lv: /testa/i, ru: /тестов/i } },
  { english: /test device/i, stems: { et: /testsead/i, lt: /bandom\S+ įrengin/i, lv: /testa ierīc/i, ru: /тестовое устройство/i } },
  { english: /card reader/i, stems: { et: /lugeja/i, lt: /skaitytuv/i, lv: /lasītāj/i, ru: /считывател/i } },
  { english: /terminated/i, stems: { et: /lõpeta/i, lt: /nutraukta/i, lv: /pārtraukta/i, ru: /завершён/i } },
  { english: /\bpermission|\bconsent/i, stems: { et: /nõusolek/i, lt: /sutikim/i, lv: /piekrišan/i, ru: /согласи/i } },
  { english: /access to account|no access|this access/i, stems: { et: /juurdepääs/i, lt: /prieig/i, lv: /piekļuv/i, ru: /доступ/i } },
  { english: /\binstant/i, stems: { et: /välkmakse/i, lt: /momentin/i, lv: /zibmaksājum/i, ru: /мгновенн/i } },
  {
    english: /\bsign(ed|ing|atures?)?\b(?! in| out|-in)/i,
    except: /sign-?in|signed in|sign in|signing in|road sign/i,
    stems: { et: /allkir/i, lt: /pasiraš|paraš/i, lv: /parakst/i, ru: /подпи[сш]/i },
  },
  {
    english: /sign in\b(?! your session)|sign-in|signed in\b(?! time)/i,
    stems: { et: /logi/i, lt: /prisijun/i, lv: /pieslē/i, ru: /вход|войд|войт|вош|выход/i },
  },
];

/**
 * Words with a mark that also exist without it, where both are right (of the account, the accounts; ended, of one or of several). Every other such
 * pair is a forgotten mark.
 */
export const TWINS: Readonly<Record<Translation, readonly string[]>> = { et: [], lt: [], lv: ['beigušies'], ru: ['счёта', 'всё'] };

/** English texts of several keys whose translations differ, each with its reason; every other text has one translation. */
export const SAID_IN_SEVERAL_WAYS: Readonly<Record<string, string>> = {
  'Smart-ID': 'inflected after “sign with”',
  'Mobile-ID': 'inflected after “sign with”',
  'ID-card': 'inflected after “sign with”',
  'eParaksts mobile': 'inflected after “sign with”',
  Confirm: 'a step is a noun, a button a verb',
  Sign: 'a step is a noun, a button a verb',
  Cancelled: 'agrees with what is cancelled',
  Refused: 'agrees with what is refused',
  'In force': 'of a list, of one permission',
  Reference: 'of a payment, of a permission',
  'Valid from': 'of a periodic payment, of the transactions in a statement',
};

/** Keys whose text differs from the English one in its final full stop. */
export const ENDS_OTHERWISE: Readonly<Record<string, string>> = { 'receipt.item.number': 'each language shortens “number” in its own way' };
