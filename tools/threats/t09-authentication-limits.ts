import type { Threat } from './threat.ts';

const file = 'apps/server/test/threats/authentication-limits.test.ts';
const consents = 'apps/server/src/modules/signing/consent.test.ts';
const confirms = 'apps/server/src/modules/signing/sign-in-confirms.test.ts';
const old = 'apps/server/test/threats/old-approvals.test.ts';
const sca = 'apps/server/src/modules/sca/sca.test.ts';
const once = 'apps/server/test/threats/asked-once.test.ts';
const states = 'apps/server/src/modules/sca/challenge/challenge-state.ts';
const block = 'apps/server/src/modules/sca/methods/method-block.ts';

export const T9: Threat = {
  id: 'T9',
  title: 'Trying confirmations until one is given, or using one that lies around',
  defence: 'Five failures in a row block the method for 15 minutes, a confirmation is used once, five idle minutes end everything.',
  proofs: [
    {
      rule: 'a request whose place another browser took asks the device nothing',
      test: { file: 'apps/server/src/modules/sign-in/sign-in-races.test.ts', name: 'before it asked the device of %s asks nothing' },
      disable: {
        file: 'apps/server/src/modules/sign-in/open-request-store.ts',
        find: 'where identity_digest = ${identityDigest} and sign_in_id = ${signInId} returning',
        replace: 'where identity_digest = ${identityDigest} and (true or sign_in_id = ${signInId}) returning',
      },
    },
    {
      rule: 'a device shows one sign-in of an application at a time',
      test: { file: once, name: 'shows one sign-in at a time: another method ends the earlier one, which then opens no session' },
      disable: {
        file: 'apps/server/src/modules/fallback/sign-in.ts',
        find: 'if (isRunning) await sca.abandon(running.challengeId);',
        replace: '',
      },
    },
    {
      rule: 'an operator who signs a customer out ends what the device was asked',
      test: { file: once, name: 'an approval that was given before opens no session' },
      disable: {
        file: 'apps/server/src/app/operators/sign-out-person.ts',
        find: 'await endChallengesOfCustomer(context, customerId);',
        replace: '',
      },
    },
    {
      rule: 'an operator who signs a customer out ends sign-ins whose browser has not come back',
      test: { file: once, name: 'a sign-in that was completed before gives no code (%s)' },
      disable: {
        file: 'apps/server/src/app/operators/sign-out-person.ts',
        find: 'await deleteCompletedInteractions(context.tx, customerId);',
        replace: '',
      },
    },
    {
      rule: 'a customer who signs out ends what the device was asked',
      test: { file: once, name: 'the device approves no signature that waited for it, and the payment stays unsigned' },
      disable: {
        file: 'apps/server/src/modules/sign-in/bank-session.ts',
        find: "    if (event === 'bank-session.ended') await endWaitingChallenges(context, { sandboxId, customerId, deviceKeyHash });\n",
        replace: '',
      },
    },
    {
      rule: 'five failures block, not six',
      test: { file, name: 'blocks the method: no sixth challenge begins, in this browser or in a new one' },
      disable: { file: block, find: 'failures < AUTHENTICATION_FAILURES_MAX', replace: 'failures <= AUTHENTICATION_FAILURES_MAX' },
    },
    {
      rule: 'failures are counted for the person, not for each role',
      test: { file: sca, name: 'block the method in every role, in the sign-in and in a signature' },
      disable: {
        file: 'apps/server/src/modules/sca/challenge/start-challenge.ts',
        find: 'person: digestPerson(platform.config.keys, customer),',
        replace: 'person: customerId,',
      },
    },
    {
      rule: 'a blocked method asks nobody',
      test: { file, name: 'blocks the method: no sixth challenge begins, in this browser or in a new one' },
      disable: {
        file: 'apps/server/src/modules/sca/challenge/challenge-store.ts',
        find: 'case when ${given.isKnownBrowser}::boolean then',
        replace: "now() < blocked_until - interval '9 years' and case when ${given.isKnownBrowser}::boolean then",
      },
    },
    {
      rule: 'the right answer to a sixth question is refused',
      test: { file: 'apps/server/src/modules/sca/sca.test.ts', name: 'refuse the correct answer of a sixth challenge that was already running' },
      disable: {
        file: 'apps/server/src/modules/sca/challenge/conclude-challenge.ts',
        find: "happened === 'approve' && isBlocked(attempts, now) ? 'refuse' : happened",
        replace: 'happened',
      },
    },
    {
      rule: 'the block lasts fifteen minutes',
      test: { file, name: 'blocks the method for fifteen minutes' },
      disable: { file: block, find: 'METHOD_BLOCK_SECONDS * 1000', replace: 'METHOD_BLOCK_SECONDS * 100' },
    },
    {
      rule: 'a success forgets earlier failures',
      test: { file, name: 'is not reached by four, and an approval resets the count' },
      disable: { file: block, find: "if (outcome === 'approved') return NO_ATTEMPTS;", replace: '' },
    },
    {
      rule: 'a refusal does not say what was wrong',
      test: { file, name: 'gets one refusal, equal to the byte, for every kind of invalid code' },
      disable: {
        file: 'apps/server/src/modules/sign-in/sign-in-refusals.ts',
        find: "return new UiRefusal(400, 'CUSTOMER_UNKNOWN', text, ",
        replace: "return new UiRefusal(400, 'CUSTOMER_UNKNOWN', text + performance.now(), ",
      },
    },
    {
      rule: 'the phone number must be the customer’s own',
      test: {
        file: 'apps/server/src/modules/sign-in/sign-in-methods.test.ts',
        name: 'does not reveal whether the phone number or the personal code is wrong, or whether the customer exists',
      },
      disable: {
        file: 'apps/server/src/modules/sign-in/find-by-identity.ts',
        find: 'customer?.phoneNumber === normalizePhoneNumber(phoneNumber, bankCountry) ? customer : undefined',
        replace: 'customer',
      },
    },
    {
      rule: 'a wrong response ends the challenge of a calculator',
      test: {
        file: 'apps/server/src/modules/sign-in/sign-in-methods.test.ts',
        name: 'has one attempt: a correct one after a wrong one changes nothing',
      },
      disable: {
        file: 'apps/server/src/modules/sca/challenge/answer-response.ts',
        find: "const settled = await concludeChallenge(platform, challengeId, isRight ? 'approve' : 'wrongCode');",
        replace: "const settled = isRight ? await concludeChallenge(platform, challengeId, 'approve') : challenge;",
      },
    },
    {
      rule: 'a response fits one challenge',
      test: { file: 'apps/server/src/modules/sca/sca.test.ts', name: 'is wrong for a second challenge, also with the same content' },
      disable: {
        file: 'apps/server/src/modules/test-device/calculator.ts',
        find: 'onceDigits(contentHash, nonce) }',
        replace: "onceDigits(contentHash, 'once') }",
      },
    },
    {
      rule: 'a confirmation signs in one browser once',
      test: { file, name: 'of a sign-in opens one bank session, although its completion is repeated' },
      disable: {
        file: 'apps/server/src/modules/sign-in/complete-sign-in.ts',
        find: "  if (signIn.state === 'done') return { ...authentication, sessionSecret: undefined, completedAt };",
        replace: "  if (signIn.state === 'done') return { ...authentication, sessionSecret: 'A'.repeat(43), completedAt };",
      },
    },
    {
      rule: 'a payment is confirmed and booked once',
      test: { file, name: 'of a payment is used once by concurrent signatures' },
      disable: {
        file: 'apps/server/src/modules/signing/sign/answer-repeat.ts',
        find: "return session.state === 'signed' ? {",
        replace: 'return session.signedAt === null ? {',
      },
    },
    {
      rule: 'five idle minutes end a signing page',
      test: { file, name: 'end an idle page although its customer is active on another page' },
      disable: {
        file: 'apps/server/src/modules/signing/session/signing-time.ts',
        find: '(idleSeconds < 0 && !times.isHeld)',
        replace: '(idleSeconds < -60 && !times.isHeld)',
      },
    },
    {
      rule: 'reading the challenge is no activity',
      test: { file, name: 'do not start again with the requests that the page polls' },
      disable: {
        file: 'apps/server/src/modules/signing/routes/session-routes.ts',
        find: "tellEnd(engine, async () =>\n      readChallenge(engine, await requireAuthority(engine, request, request.headers['signing-id'], { touch: false, asksBank: false })),\n    ),",
        replace:
          "tellEnd(engine, async () => {\n    const authority = await requireAuthority(engine, request, request.headers['signing-id'], { touch: true });\n    await recordActivity(engine, authority);\n    return readChallenge(engine, authority);\n  }),",
      },
    },
    {
      rule: 'a sign-in confirms one consent',
      test: { file: consents, name: 'asks the phone for the second consent of a sign-in, also before the first is signed' },
      disable: { file: 'apps/server/src/modules/signing/entry/sign-in-use-store.ts', find: 'return row !== undefined;', replace: 'return true;' },
    },
    {
      rule: 'a sign-in confirms nothing of another provider than the one it was made for',
      test: { file: consents, name: 'asks the phone when the sign-in was made for another application' },
      disable: {
        file: 'apps/server/src/modules/signing/entry/enter.ts',
        find: 'return signedInFor.appId === appId && ',
        replace: 'return appId !== undefined && ',
      },
    },
    {
      rule: 'a sign-in that was made to sign one thing confirms nothing else',
      test: { file: confirms, name: 'asks the phone after a sign-in that was made to sign a %s which the customer never opened' },
      disable: {
        file: 'apps/server/src/modules/signing/entry/enter.ts',
        find: '(signedInFor.signingSessionId ?? authorisationId) === authorisationId',
        replace: 'authorisationId !== signedInFor.appId',
      },
    },
    {
      rule: 'a payment, a cancellation and a statement take the sign-in of an authorization request, too',
      test: { file: confirms, name: 'asks the phone when an authorization request has led to a %s first' },
      disable: {
        file: 'apps/server/src/modules/signing/entry/enter.ts',
        find: 'if (!locked.isBound && isSignedInFor(locked, bankSession)) await',
        replace: 'if (!locked.isBound && deps.kindOf(locked.kind).canSignInConfirm(locked.bankCountry) && isSignedInFor(locked, bankSession)) await',
      },
    },
    {
      rule: 'an approval of five minutes ago is timed out, wherever it is waited for',
      test: { file: old, name: 'gives no second signature, and the co-signer is asked again' },
      disable: { file: states, find: 'return now.getTime() - createdAt.getTime() >=', replace: 'return createdAt.getTime() - now.getTime() >=' },
    },
    {
      rule: 'an approval that is first read after five minutes is timed out',
      test: { file: old, name: 'opens no session of the fallback interface (the application saw it in time: %s)' },
      disable: { file: states, find: "if (dueAnswer === 'approve' && hasLapsed(challenge, now)) return 'timeOut';", replace: '' },
    },
    {
      rule: 'the statement that uses an approval reads its age',
      test: { file: 'apps/server/src/modules/sca/sca.test.ts', name: '%s' },
      disable: {
        file: 'apps/server/src/modules/sca/challenge/use-challenge-store.ts',
        find: 'now() - ${APPROVAL_SECONDS}::integer',
        replace: 'now() - 100 * ${APPROVAL_SECONDS}::integer',
      },
    },
    {
      rule: 'a sign-in of more than five minutes ago confirms nothing',
      test: { file: consents, name: 'asks the phone when the sign-in is more than five minutes old' },
      disable: {
        file: 'apps/server/src/modules/signing/sign/confirm-by-sign-in.ts',
        find: 'SIGN_IN_CONFIRMS_SECONDS, session.now) < 0',
        replace: 'SIGN_IN_CONFIRMS_SECONDS * 2, session.now) < 0',
      },
    },
    {
      rule: 'five idle minutes end the bank session',
      test: { file, name: 'end the bank session too: the next signing page needs a new sign-in' },
      disable: {
        file: 'apps/server/src/modules/sign-in/bank-session-lifetime.ts',
        find: 'BANK_SESSION_IDLE_SECONDS * 1000',
        replace: 'BANK_SESSION_IDLE_SECONDS * 2000',
      },
    },
    {
      rule: 'exactly five minutes are not yet over',
      test: {
        file: 'apps/server/src/modules/signing/session/signing-time.test.ts',
        name: 'one second after five idle minutes, and not at five minutes',
      },
      disable: { file: 'apps/server/src/modules/signing/session/signing-time.ts', find: '(idleSeconds < 0 && ', replace: '(idleSeconds <= 0 && ' },
    },
  ],
};
