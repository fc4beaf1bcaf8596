/** A page or receipt shows one status for an access and for a statement. Their genders differ in Latvian and Russian, so a status agrees with neither. */
import { describe, expect, it } from 'vitest';
import { allTexts } from './testing/translated-texts.ts';

const STATUS = /^(?:access|receipt)\.status\.(?:received|rejected|partially_authorised|valid|revoked_by_psu|expired|terminated_by_tpp)$/;

/** A first word that agrees with one gender. A status may begin with a noun, a neuter participle or a verb in the present. */
const BEGINS_WITH_GENDER = {
  lv: /^\p{Letter}+(?:īts|īta|ots|ota|āts|āta|ēts|ēta)(?!\p{Letter})/u,
  ru: /^\p{Letter}+(?:[аеё]на?|[ыя]та?|ёк|екла|л|ла)(?!\p{Letter})/u,
} as const;

describe.each(['lv', 'ru'] as const)('statuses in %s', (locale) => {
  it('agree neither with an access nor with a statement', () => {
    const statuses = Object.entries(allTexts(locale)).filter(([key]) => STATUS.test(key));
    expect(statuses).not.toEqual([]);
    expect(statuses.filter(([, text]) => BEGINS_WITH_GENDER[locale].test(text))).toEqual([]);
  });
});

it.each([
  ['lv', 'Noraidīta'],
  ['lv', 'Noraidīts'],
  ['ru', 'Отклонён'],
  ['ru', 'Отклонена'],
  ['ru', 'Прекращён вами'],
  ['ru', 'Истёк'],
] as const)('in %s the rule refuses “%s”', (locale, text) => {
  expect(text).toMatch(BEGINS_WITH_GENDER[locale]);
});
