/** `app …`: operators find applications, admit them, decide on their owners' later changes, suspend them and end a suspension. */
import { AdmissionMistake, fingerprintOf, readAdmission } from '#modules/tpp-apps/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import { ConfirmationNeeded } from './confirmation-needed.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { recordOrder } from './record-order.ts';

type House = Pick<Portico, 'modules' | 'platform' | 'edition'>;
type Play = (portico: House, order: OperatorOrder) => AsyncIterable<string>;

export const APPLICATION_PLAYS: readonly (readonly [command: string, play: Play])[] = [
  ['app find', findApps],
  ['app admit', admit],
  ['app changes', listChanges],
  ['app approve', (portico, order) => decide(portico, order, 'approve')],
  ['app reject', (portico, order) => decide(portico, order, 'reject')],
  ['app imitations', listImitations],
  ['app rename', rename],
  ['app suspend', (portico, order) => setSuspended(portico, order, true)],
  ['app lift', lift],
];

async function* findApps({ modules, platform }: House, order: OperatorOrder): AsyncGenerator<string> {
  const found = await modules.tppApps.search(platform.db, order.about);
  await recordOrder(platform, order, { found: found.map(({ clientId }) => clientId).join(' ') });
  if (found.length === 0) throw new OperatorRefusal('No application was found.');
  for (const app of found) yield JSON.stringify({ ...app, fingerprint: fingerprintOf(app) });
}

async function* admit({ modules, platform }: House, order: OperatorOrder): AsyncGenerator<string> {
  const { about: clientId, options } = order;
  const { name = '', number = '', roles = '', fingerprint = '' } = options;
  await recordOrder(platform, order, { clientId });
  const entry = await orRefuse(async () => readAdmission({ name, number, roles }));
  if (modules.tppApps.isNameOfBank(entry.registeredName) && !order.isConfirmed) {
    throw new ConfirmationNeeded(
      `Customers read “${entry.registeredName}” above what they sign and would take it for the bank. Admit it only if the public register has exactly this name, such as for a company of the bank’s group.`,
    );
  }
  const admitted = await orRefuse(() => platform.write((context) => modules.tppApps.admit(context, clientId, entry, fingerprint)));
  if (admitted === undefined) throw unknown(clientId);
  const { registeredName, admission, clientName, redirectUris, contacts } = admitted;
  yield JSON.stringify({ clientId, registeredName, ...admission, clientName, redirectUris, contacts });
  yield `${clientId} is admitted.`;
}

async function* listChanges({ modules, platform }: House, order: OperatorOrder): AsyncGenerator<string> {
  const waiting = await modules.tppApps.listPendingChanges(platform.db);
  await recordOrder(platform, order, { found: waiting.map(({ clientId }) => clientId).join(' ') });
  if (waiting.length === 0) yield 'No change waits for approval.';
  for (const { clientId, registeredName, clientName, redirectUris, contacts, pendingChange } of waiting) {
    const { changeId, requestedAt, ...to } = pendingChange ?? {};
    yield JSON.stringify({ changeId, clientId, registeredName, requestedAt, from: { clientName, redirectUris, contacts }, to });
  }
}

async function* decide({ modules, platform }: House, order: OperatorOrder, decision: 'approve' | 'reject'): AsyncGenerator<string> {
  const changeId = order.about;
  await recordOrder(platform, order, { changeId });
  const decided = await platform.write((context) => modules.tppApps.decideChange(context, changeId, decision));
  if (decided === undefined) {
    throw new OperatorRefusal(`No change ${changeId} waits for approval. Nothing was changed. List them with: app changes`);
  }
  const { clientId, clientName, redirectUris, contacts } = decided;
  yield JSON.stringify({ clientId, clientName, redirectUris, contacts });
  yield decision === 'approve' ? `${changeId} is approved: these values are in force.` : `${changeId} is rejected: these values stay in force.`;
}

async function* listImitations({ modules, platform }: House, order: OperatorOrder): AsyncGenerator<string> {
  const found = await modules.tppApps.listImitations(platform.db);
  await recordOrder(platform, order, { found: found.map(({ clientId }) => clientId).join(' ') });
  if (found.length === 0) yield 'No application has a name that passes for the bank’s.';
  for (const app of found) yield JSON.stringify(app);
}

async function* rename({ modules, platform }: House, order: OperatorOrder): AsyncGenerator<string> {
  const { about: clientId, options } = order;
  await recordOrder(platform, order, { clientId });
  const renamed = await orRefuse(() => platform.write((context) => modules.tppApps.rename(context, clientId, options.name ?? '')));
  if (renamed === undefined) throw unknown(clientId);
  yield `${clientId} has the name ${renamed.clientName}.`;
}

async function* lift(portico: House, order: OperatorOrder): AsyncGenerator<string> {
  const { modules, platform } = portico;
  const found = await modules.tppApps.search(platform.db, order.about);
  const app = found.find(({ clientId }) => clientId === order.about);
  if (app !== undefined && !modules.onboarding.mayLift(app)) {
    await recordOrder(platform, order, { clientId: app.clientId });
    throw new OperatorRefusal(
      `${app.clientId} has not been admitted, so customers would not learn who asks. Nothing was changed. Use: app admit ${app.clientId}`,
    );
  }
  yield* setSuspended(portico, order, false);
}

async function* setSuspended({ modules, platform }: House, order: OperatorOrder, isSuspended: boolean): AsyncGenerator<string> {
  const clientId = order.about;
  await recordOrder(platform, order, { clientId });
  if (!(await modules.onboarding.setSuspended(clientId, isSuspended))) throw unknown(clientId);
  yield isSuspended ? `${clientId} is suspended.` : `${clientId} may work again.`;
}

async function orRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // The text of a refused name already says that nothing was changed.
    if (error instanceof UiRefusal) throw new OperatorRefusal(error.message, EXIT.usage);
    if (error instanceof AdmissionMistake) throw new OperatorRefusal(`${error.message} Nothing was changed.`, EXIT.usage);
    throw error;
  }
}

function unknown(clientId: string): OperatorRefusal {
  return new OperatorRefusal(`There is no application ${clientId}. Nothing was changed. Find it with: app find <text>`);
}
