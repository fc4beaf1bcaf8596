import type { Threat } from './threat.ts';

const file = 'apps/server/test/storms/see-what-you-sign.test.ts';

export const T8: Threat = {
  id: 'T8',
  title: 'Another payment is signed than the one that was shown',
  defence:
    'What was shown is frozen, the challenge is bound to amount, payee, account and fee, and the page sends only the account and what is sent along. What others wrote is refused where it deceives, and harmless where it is shown.',
  proofs: [
    {
      rule: 'what changed since it was shown asks no phone',
      test: { file, name: 'is refused before the phone is asked' },
      disable: {
        file: 'apps/server/src/modules/signing/sign/checks.ts',
        find: "if (session.state !== 'open' || ",
        replace: "if (session.state === 'open' || ",
      },
    },
    {
      rule: 'a payment runs on the date that was shown, whatever else is stored',
      test: {
        file,
        name: 'in what the page does not show runs as it was shown all the same: the date decides when, and it is the one on the page',
      },
      disable: {
        file: 'apps/server/src/modules/payments/execution/execute-ordinary.ts',
        find: 'ordinaryTime(bank, payment, now, payment.executionDate)',
        replace: 'ordinaryTime(bank, payment, now, payment.requestedExecutionDate ?? payment.executionDate)',
      },
    },
    {
      rule: 'what changed while the phone asks is not paid',
      test: { file, name: 'is not paid either when it changed after the phone was asked' },
      disable: {
        file: 'apps/server/src/modules/signing/sign/complete-signature.ts',
        find: 'if (thing === undefined || !isSameContent) throw',
        replace: 'if (thing === undefined) throw',
      },
    },
    {
      rule: 'the page says what it was told',
      test: {
        file: 'apps/web/src/features/signing/flows/payment/see-what-you-sign.test.tsx',
        name: 'the page says amount, payee, account, description, date and fee of any payment as they are',
      },
      disable: {
        file: 'apps/web/src/features/signing/flows/payment/payment-head.tsx',
        find: '{details.creditorName}',
        replace: '{details.creditorName.slice(0, 35)}',
      },
    },
    {
      rule: 'what cannot be seen, and what turns the text around it, is shown as such',
      test: { file: 'apps/web/src/shared/format/harmless-text.test.ts', name: '%s is shown as what it is' },
      disable: {
        file: 'apps/web/src/shared/format/harmless-text.ts',
        find: '.replaceAll(UNSEEN, REPLACEMENT)',
        replace: '',
      },
    },
    {
      rule: 'everything that others wrote goes through that',
      test: {
        file: 'apps/web/src/shared/api/api-client.test.ts',
        name: 'have invisible and direction characters replaced for customers, in answers and in errors',
      },
      disable: {
        file: 'apps/web/src/shared/api/api-client.ts',
        find: "if (caller !== 'customer') return response.json();",
        replace: 'if (caller !== undefined) return response.json();',
      },
    },
    {
      rule: 'an application’s name is written in letters that are what they look like',
      test: { file: 'apps/server/test/refusals/hostile-texts.test.ts', name: '%s is refused, unless the text is only written from right to left' },
      disable: { file: 'apps/server/src/modules/tpp-apps/client-name.ts', find: "name.normalize('NFKC') !== name", replace: "name === ''" },
    },
    {
      rule: 'names of test customers, companies and accounts are written like those of applications',
      test: { file: 'apps/server/test/refusals/hostile-texts.test.ts', name: '%s is refused by the name of the field' },
      disable: {
        file: 'apps/server/src/modules/sandbox/developer/own-customers.ts',
        find: 'if (flaw !== undefined) throw',
        replace: 'if (flaw === name) throw',
      },
    },
    {
      rule: 'a signature takes no amount, payee or fee from the page',
      test: { file, name: 'takes nothing of the payment from the page' },
      disable: {
        file: 'packages/contract/src/calls/ui-signing.ts',
        find: 'Type.Optional(DebtorDetails) }, closed);',
        replace: 'Type.Optional(DebtorDetails) });',
      },
    },
    {
      rule: 'the fee that was shown is the fee that is booked',
      test: { file, name: 'books exactly what the page was told, for random payments' },
      disable: {
        file: 'apps/server/src/modules/payments/authorisation/sign-payment.ts',
        find: '    feeCents,\n',
        replace: '    feeCents: feeCents + 1,\n',
      },
    },
    {
      rule: 'the second signature is good for the payment that the co-signer saw',
      test: {
        file: 'apps/server/test/journeys/second-signature.test.ts',
        name: 'the amount can change: the approval of the earlier amount is refused',
      },
      disable: {
        file: 'apps/server/src/modules/second-signature/decide.ts',
        find: 'deps.sca.contentHash(content) === contentHash;',
        replace: 'deps.sca.contentHash(content) !== undefined;',
      },
    },
    {
      rule: 'a receipt is what the audit log keeps, letter by letter',
      test: { file: 'apps/server/test/journeys/receipts-verify.test.ts', name: 'a receipt in which this was changed: %s' },
      disable: {
        file: 'apps/server/src/modules/receipts/verify-receipt.ts',
        find: '  if (others.length > 0) return refuted(...others);\n',
        replace: '',
      },
    },
    {
      rule: 'the pages of a PDF are those that the bank draws',
      test: { file: 'apps/server/test/journeys/receipts-verify.test.ts', name: 'a PDF whose pages differ from the receipt in it' },
      disable: {
        file: 'apps/server/src/modules/receipts/verify-receipt.ts',
        find: 'isPdf(file) ? await comparePages(receipt, file) : []',
        replace: 'isPdf(file) && file.length === 0 ? await comparePages(receipt, file) : []',
      },
    },
    {
      rule: 'the days of a periodic payment are part of what is signed',
      test: { file: 'apps/server/src/modules/payments/execution/make-runs.test.ts', name: 'is bound to the days, the frequency and the account' },
      disable: { file: 'apps/server/src/modules/payments/authorisation/signing-content.ts', find: '      schedule,\n', replace: '' },
    },
    {
      rule: 'a contact has no character that is not seen',
      test: { file: 'apps/server/test/refusals/hostile-texts.test.ts', name: '%s is refused by its place' },
      disable: { file: 'apps/server/src/modules/tpp-apps/check-change.ts', find: ' || !isPrintable(contact)', replace: '' },
    },
    {
      rule: 'output for operators steers no terminal',
      test: {
        file: 'apps/server/test/refusals/hostile-texts.test.ts',
        name: 'an override, stored by an earlier version, does not steer the terminal of an operator',
      },
      disable: {
        file: 'apps/server/src/app/operators/operator-commands.ts',
        find: 'yield { line: printableText(event.line) };',
        replace: 'yield { line: event.line };',
      },
    },
    {
      rule: 'what a command prints of a file’s name steers no terminal',
      test: {
        file: 'apps/server/src/app/operators/converse.test.ts',
        name: 'does not steer the terminal, also where the name of a received file does',
      },
      disable: {
        file: 'apps/server/src/app/operators/converse.ts',
        find: 'process.stderr.write(`${printableText(text)}\\n`)',
        replace: 'process.stderr.write(`${text}\\n`)',
      },
    },
    {
      rule: 'no application passes for the bank by its name',
      test: { file: 'apps/server/test/refusals/hostile-texts.test.ts', name: 'is refused: %s' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/check-change.ts',
        find: 'rules.isNameOfBank(clientName)',
        replace: "clientName === ''",
      },
    },
    {
      rule: 'a name has letters of the alphabets of names',
      test: { file: 'apps/server/src/modules/tpp-apps/client-name.test.ts', name: 'has no %s: %s' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/client-name.ts',
        find: '  if (odd !== undefined) return',
        replace: "  if (odd === '') return",
      },
    },
    {
      rule: 'no mark of a name looks like a letter',
      test: { file: 'apps/server/src/modules/tpp-apps/client-name.test.ts', name: 'has no mark beside its letters, %s: %s' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/client-name.ts',
        find: "if (LOOSE_MARK.test(name.normalize('NFC'))) return",
        replace: "if (name === '') return",
      },
    },
    {
      rule: 'each word of a name has the letters of one script',
      test: { file: 'apps/server/src/modules/tpp-apps/client-name.test.ts', name: 'has no word in %s: %s' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/client-name.ts',
        find: '/\\p{Script=Hebrew}/u',
        replace: '/\\p{Script=Hebrew}\\p{Script=Latin}/u',
      },
    },
    {
      rule: 'a sign in place of a letter does not hide the name of the bank',
      test: { file: 'apps/server/src/modules/tpp-apps/bank-names.test.ts', name: 'is found with %s: %s' },
      disable: { file: 'apps/server/src/modules/tpp-apps/bank-names.ts', find: ", '+': 't' }", replace: ' }' },
    },
  ],
};
