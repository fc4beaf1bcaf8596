import { describe, expect, it } from 'vitest';
import { explainIban } from './explain-iban.ts';

describe('the explanation of a refused IBAN', () => {
  it.each([
    ['is absent for a valid one', 'RS35260005601001611379', undefined],
    ['names the length of its country', 'NL91ABNA041716430', /no valid IBAN of its country: .*18 characters of NL/],
    ['names the characters of its country', 'NL271234041716430A', /no valid IBAN of its country: .*letters or digits where an IBAN of NL has none/],
    ['names the check digits', 'EE392200221020145685', /no valid IBAN of its country: its check digits are wrong/],
    ['names the written form', 'ee382200221020145685', /no valid IBAN of its country: .*upper case and without spaces/],
    ['names a code that has no IBANs', 'XX382200221020145685', /no valid IBAN of its country: no country with the code XX/],
    ['says that its country is outside SEPA', 'TR330006100519786457841326', /^The country of this IBAN, TR, is not in SEPA/],
  ])('%s', (_what, iban, text) => {
    if (text === undefined) expect(explainIban(iban)).toBeUndefined();
    else expect(explainIban(iban)).toMatch(text);
  });
});
