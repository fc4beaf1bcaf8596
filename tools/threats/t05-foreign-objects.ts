import { FALLBACK_PERSONS } from './t05-fallback-persons.ts';
import { SEVERAL_APPLICATIONS } from './t05-several-applications.ts';
import type { Threat } from './threat.ts';

const changedSignatories = 'apps/server/test/threats/changed-signatories.test.ts';
const replacedWhileSigning = 'apps/server/test/threats/replaced-while-signing.test.ts';

export const T5: Threat = {
  id: 'T5',
  title: 'Reaching what belongs to another developer, application or customer',
  defence:
    'Every object is looked up together with its owner, so that a foreign one is answered like one that does not exist; the account a page claims to show is compared, never believed.',
  proofs: [
    {
      rule: "a test customer is found with its developer's sandbox only",
      test: {
        file: 'apps/server/test/threats/foreign-objects.test.ts',
        name: 'gets the 404 of an unknown one, byte for byte, on every route of developers, and is not changed',
      },
      disable: {
        file: 'apps/server/src/modules/bank-sandbox/customers/test-customer-store.ts',
        find: "    .where('sandbox_id', '=', owner.sandboxId)\n    .where('id', '=', owner.customerId)\n    .where('removed_at', 'is', null)\n    .forUpdate()\n",
        replace: "    .where('id', '=', owner.customerId)\n    .where('removed_at', 'is', null)\n    .forUpdate()\n",
      },
    },
    ...SEVERAL_APPLICATIONS,
    {
      rule: 'the one who gets the token is one of the own test customers',
      test: { file: 'apps/server/test/threats/foreign-objects.test.ts', name: 'cannot be chosen as the customer of the token' },
      disable: {
        file: 'apps/server/src/modules/sandbox/developer/current-customer.ts',
        find: 'listTestCustomers(context.tx, app.sandboxId)).find(',
        replace:
          "listTestCustomers(context.tx, (await context.tx.selectFrom('customer').select('sandbox_id').where('id', '=', user.id).executeTakeFirst())?.sandbox_id ?? '')).find(",
      },
    },
    {
      rule: "what a token forgets is its own customer's",
      test: { file: 'apps/server/test/threats/foreign-objects.test.ts', name: 'is not read, deleted or reset with another token' },
      disable: {
        file: 'apps/server/src/modules/sandbox/developer/current-customer-store.ts',
        find: "    .deleteFrom('client_payload')\n    .where('sandbox_id', '=', owner.sandboxId)\n    .where('customer_id', '=', owner.customerId)\n",
        replace: "    .deleteFrom('client_payload')\n    .where('sandbox_id', '<>', owner.customerId)\n",
      },
    },
    {
      rule: 'a replaced token opens nothing',
      test: { file: 'apps/server/test/threats/foreign-objects.test.ts', name: 'gets 401 for a replaced token' },
      disable: {
        file: 'apps/server/src/modules/sandbox/developer/current-customer.ts',
        find: '  if (earlier !== undefined) await revokeTokens(context, earlier.grantHash);\n',
        replace: '',
      },
    },
    {
      rule: 'a receipt is read by those who signed, or have to',
      test: {
        file: 'apps/server/test/journeys/receipts.test.ts',
        name: 'returns to another customer the 404 of an unknown receipt, byte for byte',
      },
      disable: {
        file: 'apps/server/src/modules/receipts/receipts-store.ts',
        find: '    ? sql`session.customer_id = ${customerId}`\n',
        replace: '    ? sql`session.customer_id <> ${sandboxId}`\n',
      },
    },
    {
      rule: 'a permission is seen and withdrawn by those who gave it alone',
      test: {
        file: 'apps/server/test/journeys/permissions.test.ts',
        name: 'returns to %s of another customer the 404 of an unknown permission, and changes nothing',
      },
      disable: {
        file: 'apps/server/src/modules/access/consents/past-consents-store.ts',
        find: "    .where('sandbox_id', '=', sandboxId)\n    .where('customer_id', 'in', [...customerIds]);\n",
        replace: "    .where('sandbox_id', '=', sandboxId)\n    .where('customer_id', '<>', String(customerIds.length));\n",
      },
    },
    {
      rule: 'only the second signatory of a company gives the second signature, and one person never gives both',
      test: {
        file: 'apps/server/test/journeys/second-signature.test.ts',
        name: 'returns to the first signatory and to another company’s co-signer the 404 of an unknown payment',
      },
      disable: {
        file: 'apps/server/src/modules/second-signature/co-signer.ts',
        find: '  if (payment.stateOf(customer.customerId) === undefined || payment.isSignedFirstBy(customer)) return false;\n  return companies.some(({ customerId }) => customerId === payment.customerId);',
        replace: '  return companies.length >= 0 && customer !== undefined && payment !== undefined;',
      },
    },
    {
      rule: 'who represented a company before signs nothing for it any more',
      test: { file: changedSignatories, name: 'is the person who signed in: a change ends or refuses the signature, and the receipt keeps the name' },
      disable: {
        file: 'apps/server/src/modules/sign-in/create-sign-in.ts',
        find: 'person === undefined || person === digestPerson(platform.config.keys, customer)',
        replace: 'person === undefined || digestPerson(platform.config.keys, customer) !== undefined',
      },
    },
    {
      rule: 'a sign-in confirms nothing for the successor of the person who signed in',
      test: {
        file: 'apps/server/src/modules/signing/sign-in-confirms.test.ts',
        name: 'is not confirmed when the bank names another person within the transaction of the confirmation',
      },
      disable: {
        file: 'apps/server/src/modules/signing/sign/confirm-by-sign-in.ts',
        find: "deps.bank.movesMoney === 'withTheSignature' ? await requireSamePerson(deps, attempt, context.tx) : asked",
        replace: 'asked',
      },
    },
    {
      rule: 'what one person approved is not recorded as the signature of the successor',
      test: { file: replacedWhileSigning, name: 'that one person approves does not become that of the successor, and is not had by asking again' },
      disable: {
        file: 'apps/server/src/modules/signing/sign/require-same-person.ts',
        find: 'customer === undefined || !signIn.isByPerson(bankSession, customer)',
        replace: 'customer === undefined',
      },
    },
    ...FALLBACK_PERSONS,
    {
      rule: 'a person signs only for customers they represent, in any order of acts',
      test: {
        file: 'apps/server/test/threats/combined-acts.test.ts',
        name: '(seed %i) leave no signature without a right to sign, no wrong page and no wrong balance',
      },
      disable: {
        file: 'apps/server/src/modules/signing/sign/require-same-person.ts',
        find: 'customer === undefined || !signIn.isByPerson(bankSession, customer)',
        replace: 'customer === undefined',
      },
    },
    {
      rule: 'who represented a company before neither reads nor refuses what is open for it',
      test: { file: replacedWhileSigning, name: 'is neither read nor refused by who signed for the company before, and is not begun' },
      disable: {
        file: 'apps/server/src/modules/signing/entry/authority.ts',
        find: "  if (options.asksBank !== false && customer === undefined) throw terminated(told, 'signedOut');\n",
        replace: '',
      },
    },
    {
      rule: 'a request is not bound to the bank session of who represented the company before',
      test: {
        file: replacedWhileSigning,
        name: 'leads a browser of who signed for the company before to the sign-in, and leaves the request to the successor',
      },
      disable: {
        file: 'apps/server/src/modules/signing/entry/enter.ts',
        find: ' && (await findSignatory(deps, bankSession)) !== undefined',
        replace: ' && findSignatory !== undefined',
      },
    },
    {
      rule: 'the second signature takes the approval of the person who gives it',
      test: { file: replacedWhileSigning, name: 'is not given with the approval of who was in that place before, and is with an own one' },
      disable: {
        file: 'apps/server/src/modules/second-signature/examine.ts',
        find: 'session.person ?? null',
        replace: "session.person === '' ? '' : null",
      },
    },
    {
      rule: 'one person does not give both signatures, whatever customer id the bank gives that person',
      test: { file: changedSignatories, name: 'cannot be given by the first signatory under another customer id' },
      disable: { file: 'apps/server/src/modules/second-signature/co-signer.ts', find: ' || payment.isSignedFirstBy(customer)', replace: '' },
    },
    {
      rule: 'whoever signs second is named as the bank names that person then',
      test: {
        file: changedSignatories,
        name: 'has the name of the person who gives it if the bank replaced the second signatory',
      },
      disable: {
        file: 'apps/server/src/modules/payments/authorisation/record-decision.ts',
        find: 'name: evidence?.signatory ?? made.name',
        replace: 'name: made.name',
      },
    },
    {
      rule: 'a consent or statement of a company names the person who signs it',
      test: {
        file: changedSignatories,
        name: 'is the person who signed in: a change ends or refuses the signature, and the receipt keeps the name',
      },
      disable: {
        file: 'apps/server/src/modules/access/grant/present-representative.ts',
        find: 'if (grant.representative === undefined) return grant;',
        replace: "if (grant.representative !== '') return grant;",
      },
    },
    {
      rule: 'nobody of all roles gets an object of another, and nobody can tell it from one that does not exist',
      test: {
        file: 'apps/server/test/threats/matrix.test.ts',
        name: 'gets for all others the refusal of an unknown one, and is not changed',
      },
      disable: {
        file: 'apps/server/src/modules/request-log/request-log-store.ts',
        find: "    .where('app_id', '=', appId)\n    .where('request_log_id', '=', id)\n",
        replace: "    .where('app_id', '<>', appId)\n    .where('request_log_id', '=', id)\n",
      },
    },
    {
      rule: 'nobody of all roles finds what is not his in a list',
      test: { file: 'apps/server/test/threats/matrix.test.ts', name: 'is not in the responses to others on routes without an id' },
      disable: {
        file: 'apps/server/src/modules/request-log/request-log-store.ts',
        find: "selectFrom('request_log').selectAll().where('app_id', '=', appId);",
        replace: "selectFrom('request_log').selectAll().where('app_id', '<>', '');\n  if (appId === '') return [];",
      },
    },
    {
      rule: 'a payment is found with its customer only',
      test: {
        file: 'apps/server/src/modules/payments/routes.test.ts',
        name: 'returns the same for a foreign payment, a wrong product and an unknown id',
      },
      disable: {
        file: 'apps/server/src/modules/payments/store/payment-store.ts',
        find: "    .where('customer_id', '=', owner.customerId)\n    .where('product', '=', product)",
        replace: "    .where('product', '=', product)",
      },
    },
    {
      rule: 'a forged Tpp-Id is refused',
      test: {
        file: 'apps/server/src/modules/developers/developer-session.test.ts',
        name: 'refuses the Tpp-Id %j with 403 and keeps the session',
      },
      disable: {
        file: 'apps/server/src/modules/developers/developer-session.ts',
        find: 'if (given === developerId || SIGNED_OUT',
        replace: 'if (given !== developerId || SIGNED_OUT',
      },
    },
    {
      rule: 'a forged Tpp-Id ends no session',
      test: {
        file: 'apps/server/src/modules/developers/developer-session.test.ts',
        name: 'refuses the Tpp-Id %j with 403 and keeps the session',
      },
      disable: {
        file: 'apps/server/src/modules/developers/create-developers.ts',
        find: '    requireSameSubject(request, developer);\n',
        replace:
          "      const other = request.headers['tpp-id'] ?? developer.developerId;\n      if (other !== developer.developerId) await db.deleteFrom('developer_session' as never).execute();\n      requireSameSubject(request, developer);\n",
      },
    },
    {
      rule: 'a session is found by its own cookie only',
      test: {
        file: 'apps/server/src/modules/developers/developer-session.test.ts',
        name: 'refuses a Tpp-Id without a session, and invalid session cookies',
      },
      disable: {
        file: 'apps/server/src/modules/developers/developer-session.ts',
        find: 'if (sessionHash === undefined || session === undefined) return undefined;',
        replace: "if (sessionHash === undefined || session === undefined) return { developerId: String(request.headers['tpp-id']), email: '' };",
      },
    },
    {
      rule: 'an application finds no consent that its customer gave to another application',
      test: {
        file: 'apps/server/test/threats/matrix.test.ts',
        name: 'gets for all others the refusal of an unknown one, and is not changed',
      },
      disable: {
        file: 'apps/server/src/modules/access/consents/consent-store.ts',
        find: "    .where('app_id', '=', given.appId)\n    .where('customer_id', '=', given.customerId)\n    .select(tenantNow(",
        replace: "    .where('app_id', '<>', '')\n    .where('customer_id', '=', given.customerId)\n    .select(tenantNow(",
      },
    },
    {
      rule: 'a caller without a session gets nothing from a route that is not for everyone',
      test: {
        file: 'apps/server/test/threats/no-session.test.ts',
        name: 'gets nothing from any route of the closed list that is not for everyone, and changes nothing',
      },
      disable: {
        file: 'apps/server/src/modules/developers/create-developers.ts',
        find: '    const developer = requireSignedIn(await currentDeveloper(request));\n',
        replace: "    const developer = (await currentDeveloper(request)) ?? { developerId: '', email: '' };\n",
      },
    },
    {
      rule: 'a list of payments to sign does not tell the position of a payment of another company',
      test: { file: 'apps/server/test/journeys/second-signature.test.ts', name: 'reads long lists in pages, the oldest payment first' },
      disable: {
        file: 'apps/server/src/modules/payments/store/signatory-store.ts',
        find: 'place.customer_id in (${sql.join(customerIds)}) and ',
        replace: '',
      },
    },
  ],
};
