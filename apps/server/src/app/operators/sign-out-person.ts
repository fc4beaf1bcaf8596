/**
 * Ends every session of one person (ASVS 5.0, 7.4.5), and switches off the second factor of a developer who has lost it (6.4.4). The command is
 * recorded in the audit log before anything changes.
 */
import { deleteCompletedInteractions } from '#modules/oauth/index.ts';
import { endChallengesOfCustomer } from '#modules/sca/index.ts';
import { signOutCustomer } from '#modules/sign-in/index.ts';
import type { Portico } from '../composition/build-app.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { readCustomerId } from './read-customer-id.ts';
import { readReason } from './read-reason.ts';
import { recordOrder } from './record-order.ts';

export async function* signOutDeveloper({ modules, platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const { developerId } = await requireDeveloper(modules, order);
  await recordOrder(platform, order, { developerId });
  yield said(developerId, await modules.developers.signOut(developerId));
}

/** The password stays, and the developer gets a mail. */
export async function* switchOffSecondFactor({ modules, platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const reason = readReason(order.options.reason ?? '');
  const developer = await requireDeveloper(modules, order);
  const { developerId } = developer;
  await recordOrder(platform, order, { developerId }, { reason });
  if (!(await modules.developers.switchOffSecondFactor(developer))) {
    throw new OperatorRefusal(`${developerId} has no second factor. Nothing was changed.`);
  }
  yield `The second factor of ${developerId} is off: the password is enough to log in, and the recovery codes are void. The developer gets a mail.`;
}

async function requireDeveloper({ developers }: Portico['modules'], order: OperatorOrder) {
  const email = order.about.trim().toLowerCase();
  const developer = await developers.findDeveloper({ email });
  if (developer === undefined) throw new OperatorRefusal(`There is no developer ${email}. Nothing was changed.`);
  return developer;
}

/** Ends the customer's sessions at the bank and in the edition's modules, and first what the customer's device was asked from them and what it approved. */
export async function* signOutBankCustomer({ platform, edition }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const customerId = readCustomerId(order, 'Nothing was changed.');
  await recordOrder(platform, order, { customerId });
  const ended = await platform.write(async (context) => {
    await endChallengesOfCustomer(context, customerId);
    await deleteCompletedInteractions(context.tx, customerId);
    return (await signOutCustomer(context, customerId)) + ((await edition.signOutCustomer?.(context, customerId)) ?? 0);
  });
  yield said(customerId, ended);
}

function said(whose: string, ended: number): string {
  if (ended === 0) throw new OperatorRefusal(`${whose} is signed in nowhere.`);
  return `${whose} is signed out: ${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`;
}
