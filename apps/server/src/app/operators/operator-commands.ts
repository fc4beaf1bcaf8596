/**
 * Operators' commands about an installation. They run in the running server, or on a database that was opened for the command. Each command is
 * recorded in the audit log with its operator before it does anything.
 */
import { exportAudit, readSealNote } from '#modules/audit/index.ts';
import { MaintenanceMistake } from '#modules/maintenance/index.ts';
import { verifyReceipt } from '#modules/receipts/index.ts';
import { IncidentMistake, IncidentRefusal } from '#modules/status/index.ts';
import { OtherBankKind } from '#platform/db/bank-kind-store.ts';
import { databaseName } from '#platform/db/database-name.ts';
import { printableText } from '#platform/printable-text.ts';
import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import { APPLICATION_PLAYS } from './application-orders.ts';
import { ConfirmationNeeded } from './confirmation-needed.ts';
import { CORE_PLAYS } from './core-orders.ts';
import { exportCustomer, exportDeveloper } from './export-person.ts';
import { listIncidents, openIncident, updateIncident } from './incident-commands.ts';
import { MAINTENANCE_PLAYS } from './maintenance-orders.ts';
import { NOTIFICATION_PLAYS } from './notification-orders.ts';
import type { OperatorEvent, OperatorOrder, SentOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { printTrail } from './print-trail.ts';
import { PROVIDER_PLAYS } from './provider-orders.ts';
import { recordOrder } from './record-order.ts';
import { signOutBankCustomer, signOutDeveloper, switchOffSecondFactor } from './sign-out-person.ts';
import { STATISTICS_PLAYS } from './statistics-orders.ts';

/** Yields the lines to print. @throws OperatorRefusal, ConfirmationNeeded. */
type Play = (portico: Portico, order: OperatorOrder) => AsyncIterable<string>;

/** By the names of `command-texts.ts`. */
export const PLAYS: ReadonlyMap<string, Play> = new Map<string, Play>([
  ['find', printTrail],
  ...APPLICATION_PLAYS,
  ...PROVIDER_PLAYS,
  ...CORE_PLAYS,
  ['developer erase', eraseDeveloper],
  ['developer sign-out', signOutDeveloper],
  ['developer factor-off', switchOffSecondFactor],
  ['developer export', exportDeveloper],
  ['customer sign-out', signOutBankCustomer],
  ['customer export', exportCustomer],
  ['audit verify', verifyAuditLog],
  ['audit export', exportAuditLog],
  ['receipt verify', verifyReceiptFile],
  ...NOTIFICATION_PLAYS,
  ...MAINTENANCE_PLAYS,
  ['incident open', openIncident],
  ['incident update', updateIncident],
  ['incident resolve', (portico, order) => updateIncident(portico, order, 'resolved')],
  ['incident list', listIncidents],
  ...STATISTICS_PLAYS,
]);

/** The last event has an exit code or asks for a confirmation; no other event does. Texts of strangers cannot steer the operator's terminal. */
export async function* playOrder(portico: Portico, order: OperatorOrder): AsyncGenerator<OperatorEvent> {
  for await (const event of play(portico, order)) {
    if ('line' in event) yield { line: printableText(event.line) };
    else if ('confirm' in event) yield { confirm: printableText(event.confirm) };
    else yield event.text === undefined ? event : { ...event, text: printableText(event.text) };
  }
}

async function* play(portico: Portico, order: OperatorOrder): AsyncGenerator<OperatorEvent> {
  const playCommand = PLAYS.get(order.command);
  if (playCommand === undefined) {
    yield { exitCode: EXIT.usage, text: `This server knows no command "${order.command}". Use the commands of its own version.` };
    return;
  }
  try {
    for await (const line of playCommand(portico, order)) yield { line };
    yield { exitCode: EXIT.ok };
  } catch (error) {
    if (error instanceof ConfirmationNeeded) yield { confirm: error.message };
    else if (error instanceof OperatorRefusal) yield { exitCode: error.exitCode, text: error.message };
    else if (error instanceof IncidentMistake) yield { exitCode: EXIT.usage, text: error.message };
    else if (error instanceof IncidentRefusal) yield { exitCode: EXIT.failure, text: error.message };
    else if (error instanceof MaintenanceMistake) yield { exitCode: EXIT.usage, text: `${error.message} Nothing was changed.` };
    else {
      portico.platform.log.error({ err: error, command: order.command }, 'An operator’s command failed for a reason we did not foresee.');
      yield { exitCode: EXIT.failure, text: 'The command failed for a reason we did not foresee; the server’s log says more.' };
    }
  }
}

/**
 * Runs a command of another process, whose settings may belong to another installation. The kind of bank is therefore compared, as for a command that
 * opens the database.
 */
export async function* playSentOrder(portico: Portico, { bank, ...order }: SentOrder): AsyncGenerator<OperatorEvent> {
  const { config } = portico.platform;
  if (bank === config.bank) yield* playOrder(portico, order);
  else yield { exitCode: EXIT.configuration, text: new OtherBankKind(config.bank, bank, databaseName(config)).message };
}

async function* eraseDeveloper({ modules, platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const email = order.about.trim().toLowerCase();
  const developer = await modules.developers.findDeveloper({ email });
  if (developer === undefined) throw new OperatorRefusal(`There is no developer ${email}. Nothing was changed.`);
  const { developerId } = developer;
  if (!order.isConfirmed) {
    const apps = await modules.tppApps.listOfDeveloper(platform.db, developerId);
    const named = apps.map(({ clientId, clientName }) => `the application ${clientId} “${clientName}”`);
    const what =
      named.length === 0
        ? 'no application yet'
        : `${named.join(', ')} with ${named.length === 1 ? 'its' : 'their'} test customers, tokens and payments`;
    throw new ConfirmationNeeded(`This erases ${email}, ${developerId}: the account and ${what}. It cannot be undone.`);
  }
  await recordOrder(platform, order, { developerId });
  if (!(await modules.developers.deleteDeveloper(developerId))) throw new OperatorRefusal(`${email} is gone already. Nothing was changed.`);
  yield `${developerId} is erased.`;
}

async function* verifyAuditLog({ modules, platform }: Portico, { options }: OperatorOrder): AsyncGenerator<string> {
  const given = options.since;
  const since = given === undefined ? undefined : readSealNote(given);
  if (given !== undefined && since === undefined) {
    const accepted =
      'number:hash, such as 12:0f3a… with 64 hexadecimal digits, as a server logs it (`audit sealed`) and `audit verify` prints it (topSeal)';
    throw new OperatorRefusal(`--since: given "${given}"; accepted: ${accepted}. Nothing was verified.`, EXIT.usage);
  }
  const { findings, ...counts } = await modules.audit.verify(platform.db, since);
  for (const finding of findings) yield JSON.stringify(finding);
  yield JSON.stringify({ ...counts, findings: findings.length });
  if (findings.length > 0) throw new OperatorRefusal('The audit log does not verify.');
}

/** The entry of the export is part of it. */
async function* exportAuditLog({ platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  await recordOrder(platform, order, {});
  for await (const entry of exportAudit(platform.db)) yield JSON.stringify(entry);
}

async function* verifyReceiptFile({ modules, platform }: Portico, { file }: OperatorOrder): AsyncGenerator<string> {
  const { outcome, lines } = await verifyReceipt(platform.db, modules.audit, Buffer.from(file, 'base64'));
  yield* lines;
  if (outcome === 'erased') throw new OperatorRefusal('The receipt can no longer be compared: its personal content was erased.', EXIT.receiptErased);
  if (outcome === 'refuted') throw new OperatorRefusal('The receipt is not proven.');
}
