/** `maintenance …`: parses the operator's input into times and texts. Invalid input is refused before anything is changed. */
import type { MaintenanceTexts, MaintenanceWindow } from '@portico/contract';
import { LOCALES } from '@portico/contract/values';
import { MaintenanceMistake } from '#modules/maintenance/index.ts';
import { isPrintable } from '#platform/printable-text.ts';
import { BANK_TIME_FORM, readBankTime, sayBankTime } from '../composition/bank-wall-clock.ts';
import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';

type Options = OperatorOrder['options'];
type Play = (portico: Portico, order: OperatorOrder) => AsyncIterable<string>;

const TEXT_LENGTH_MAX = 2_000;

export const MAINTENANCE_PLAYS: readonly (readonly [command: string, play: Play])[] = [
  [
    'maintenance on',
    ({ modules }, { operator, options }) => say(modules.maintenance.begin(operator, { ...until(options), texts: readTexts(options) })),
  ],
  [
    'maintenance plan',
    ({ modules }, { operator, options }) =>
      say(
        modules.maintenance.plan(operator, {
          from: readTime('from', options.from ?? ''),
          until: readTime('until', options.until ?? ''),
          texts: readTexts(options),
        }),
      ),
  ],
  ['maintenance off', ({ modules }, { operator }) => say(modules.maintenance.end(operator))],
  ['maintenance cancel', ({ modules }, { operator, about }) => say(modules.maintenance.cancel(operator, about))],
  ['maintenance show', show],
];

async function* say(changed: Promise<MaintenanceWindow>): AsyncGenerator<string> {
  const { maintenanceId, state, startsAt, endsAt } = await changed;
  const [from, end] = [sayBankTime(new Date(startsAt)), endsAt === undefined ? undefined : sayBankTime(new Date(endsAt))];
  const said = {
    planned: `is planned from ${from} until ${end}`,
    running: end === undefined ? 'runs. It has no planned end: maintenance off ends it' : `runs until ${end}`,
    over: 'has ended. The service is open',
    cancelled: `is taken back. It would have begun at ${from}`,
  };
  yield `Maintenance ${maintenanceId} ${said[state]}.`;
}

async function* show({ modules, platform }: Portico): AsyncGenerator<string> {
  const windows = await modules.maintenance.list(await platform.clock.realNow(platform.db));
  const open = windows.filter(({ state }) => state === 'running' || state === 'planned');
  if (open.length === 0) throw new OperatorRefusal('No maintenance runs and none is planned.', EXIT.ok);
  for (const window of open) yield JSON.stringify(window);
}

const until = ({ until: typed }: Options) => (typed === undefined ? {} : { until: readTime('until', typed) });

function readTime(option: string, typed: string): Date {
  const instant = readBankTime(typed);
  if (instant === undefined) throw new MaintenanceMistake(`--${option} "${typed}" is no time. Accepted: ${BANK_TIME_FORM}.`);
  return instant;
}

/** `--message` is English, `--message-et` Estonian, and so on. */
function readTexts(options: Options): MaintenanceTexts {
  const texts: MaintenanceTexts = {};
  for (const locale of LOCALES) {
    const option = locale === 'en' ? 'message' : `message-${locale}`;
    const text = options[option]?.trim();
    if (text === undefined) continue;
    if (text === '' || text.length > TEXT_LENGTH_MAX) throw new MaintenanceMistake(`--${option} has 1 to ${TEXT_LENGTH_MAX} characters.`);
    if (!isPrintable(text.replaceAll('\n', ''))) throw new MaintenanceMistake(`--${option} holds a character that shows nothing. Leave it out.`);
    texts[locale] = text;
  }
  return texts;
}
