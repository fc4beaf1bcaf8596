/** The developer's applications, and which of them commands are about. */
import { WrongUse } from './failures.ts';
import { type Given, type Result, signedIn } from './given.ts';
import { listApplications } from './portal.ts';
import { saveSession } from './session-file.ts';

export async function showApplications(given: Given): Promise<Result> {
  const session = signedIn(given);
  const all = await listApplications(session);
  const chosen = session.application ?? all[0]?.clientId;
  const document = all.map((one) => ({ ...one, isChosen: one.clientId === chosen }));
  const lines = document.map(
    ({ clientId, clientName, isSuspended, isChosen }) => `${isChosen ? '*' : ' '} ${clientId}  ${clientName}${isSuspended ? '  suspended' : ''}`,
  );
  return { document, lines };
}

/** Keeps the choice beside the session. */
export async function chooseApplication(given: Given): Promise<Result> {
  const { argument, session, terminal } = given;
  const all = await listApplications(signedIn(given));
  const found = all.find(({ clientId }) => clientId === argument);
  if (found === undefined || session === undefined)
    throw new WrongUse(`You have no application “${argument}”. “portico-tpp applications” lists yours.`);
  await saveSession(terminal.env, { ...session, application: found.clientId });
  const other = terminal.env.PORTICO_TPP_APPLICATION;
  if (other && other !== found.clientId) terminal.say('PORTICO_TPP_APPLICATION is set. Commands are about that application until you unset it.');
  const { clientId, clientName } = found;
  return { document: { clientId, clientName }, lines: [`Commands are about ${clientName} (${clientId}) now.`] };
}
