/** Faults that Lithuanian and Latvian texts had and may not have again. What holds for every language is in translations.test.ts. */
import { describe, expect, it } from 'vitest';
import { allTexts } from './testing/translated-texts.ts';

interface Rule {
  readonly locale: 'lt' | 'lv';
  readonly title: string;
  readonly fault: RegExp;
  /** Texts that the rule has to find. */
  readonly wrong: readonly string[];
  readonly right: readonly string[];
}

const FIGURE_AND_UNIT = { title: 'bind a figure to its unit', fault: /# \p{Letter}/u } as const;

const RULES: readonly Rule[] = [
  { locale: 'lt', ...FIGURE_AND_UNIT, wrong: ['{# dienos}', 'Laukia # užklausa'], right: ['{#\u00a0dienos}'] },
  { locale: 'lv', ...FIGURE_AND_UNIT, wrong: ['{# dienas}', 'Nav veikti # maksājumi'], right: ['{#\u00a0dienas}'] },
  {
    locale: 'lt',
    title: 'address the customer with a capital',
    fault: /(?<!\p{Letter})(jūs|jūsų|jums|jumis|jus)(?!\p{Letter})/u,
    wrong: ['visas jūsų sąskaitas', 'prieš jums pasirašant', 'jūs pasirašėte'],
    right: ['Jūsų sąskaitos', 'jusnio'],
  },
  {
    locale: 'lv',
    title: 'address the customer with a capital',
    fault: /(?<!\p{Letter})(jūs|jūsu|jums)(?!\p{Letter})/u,
    wrong: ['visus jūsu kontus', 'pirms jūs parakstījāt', 'No jūsu tīkla'],
    right: ['Jūsu konti'],
  },
  {
    locale: 'lv',
    title: 'do not reveal the gender of the customer',
    fault: /(?<!\p{Letter})(ne)?esat \p{Letter}+(is|ies|usi|usies|ts|ta)(?!\p{Letter})/u,
    wrong: ['Tas, ko neesat parakstījis', 'Jūs esat izrakstījies no bankas', 'Jūs esat pieslēgusies'],
    right: ['Jūs parakstījāt', 'Neparakstītais netiks izpildīts.'],
  },
  {
    locale: 'lt',
    title: 'say what to cancel, or which button to press',
    fault: /atšaukite(?! jį)/iu,
    wrong: ['Atšaukite, ir mokėjimas nebus atliktas.', 'jį peržiūrėkite arba atšaukite.'],
    right: ['Spauskite „Atšaukti“.', 'atšaukite jį ir sudarykite įprastą'],
  },
  {
    locale: 'lv',
    title: 'say what to cancel, or which button to press',
    fault: /atceliet(?! to)/iu,
    wrong: ['Atceliet, un maksājums netiks veikts.', 'tos apskatiet vai atceliet.'],
    right: ['Nospiediet „Atcelt”.', 'atceliet to un noformējiet parastu'],
  },
  {
    locale: 'lt',
    title: 'do not say whose the account is where the names differ',
    fault: /nepriklauso|savininkas nėra/u,
    wrong: ['Sąskaita nepriklauso nurodytam gavėjui.', 'Sąskaitos savininkas nėra {creditorName}.'],
    right: ['Gavėjo pavadinimas nesutampa.'],
  },
  {
    locale: 'lv',
    title: 'do not say whose the account is where the names differ',
    fault: /nepieder|īpašnieks nav/u,
    wrong: ['Konts nepieder norādītajam saņēmējam.', 'Konta īpašnieks nav {creditorName}.'],
    right: ['Saņēmēja vārds vai nosaukums nesakrīt.'],
  },
  {
    locale: 'lt',
    title: 'ask for the codes of the mobile signature, not for the PIN of the SIM card',
    fault: /mobiliojo parašo PIN/u,
    wrong: ['įveskite mobiliojo parašo PIN1.', 'įveskite mobiliojo parašo PIN2.'],
    right: ['įveskite mobiliojo parašo sPIN1.'],
  },
];

describe.each(RULES)('texts in $locale $title', ({ locale, fault, wrong, right }) => {
  it('in every catalogue', () => {
    expect(Object.entries(allTexts(locale)).filter(([, text]) => fault.test(text))).toEqual([]);
  });

  it.each(wrong)('which refuses “%s”', (text) => {
    expect(fault.test(text)).toBe(true);
  });

  it.each(right)('which allows “%s”', (text) => {
    expect(fault.test(text)).toBe(false);
  });
});
