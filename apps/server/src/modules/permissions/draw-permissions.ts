/** The permissions as a PDF (tagged, in the language of the page): each permission with its facts and with what was read. */
import { setImmediate } from 'node:timers/promises';
import type { Locale } from '@portico/contract';
import { PERMISSION_VIEWS, READINGS_KEPT_DAYS } from '@portico/contract/values';
import { openSheet, type Sheet } from '#platform/pdf/pdf-sheet.ts';
import { formatDay, formatIban, formatMoment } from '../receipts/index.ts';
import { describePermission, readingKeyOf } from './describe-permission.ts';
import { textsIn } from './permission-texts.ts';
import { DOCUMENT_MAX, type DocumentedPermission, type PermissionsDocument } from './read-document.ts';

/** Points. */
const WIDTH = 483;
const LABEL_WIDTH = 150;
const READING_WIDTHS = [96, 139, 56, 60, 66, 66];
const TITLE = { face: 'bold', size: 20 } as const;
const VIEW = { face: 'bold', size: 14 } as const;
const PROVIDER = { face: 'bold', size: 11 } as const;
const HEADING = { face: 'bold', size: 9 } as const;
const TEXT = { face: 'regular', size: 9 } as const;
const LABEL = { face: 'regular', size: 8.5, color: 'quiet' } as const;
const COLUMN = { face: 'regular', size: 7.5, color: 'quiet' } as const;
const CELL = { face: 'regular', size: 7.5 } as const;

export type DrawPermissions = (document: PermissionsDocument, language: Locale) => Promise<Buffer>;

export async function drawPermissions(document: PermissionsDocument, language: Locale): Promise<Buffer> {
  const { bankName, bankCountry, names, madeAt, views } = document;
  const text = textsIn(language);
  const title = text('permission.title');
  const made = formatMoment(madeAt, language, bankCountry);
  const summary = text('permission.summary', { names: new Intl.ListFormat(language).format(names), bankName, madeAt: made });
  const sheet = await openSheet({ language, title, author: bankName, madeAt: new Date(madeAt), width: WIDTH });
  sheet.paragraph('P', bankName, PROVIDER);
  sheet.gap(14);
  sheet.paragraph('H1', title, TITLE);
  sheet.gap(4);
  sheet.paragraph('P', summary, TEXT);
  for (const view of PERMISSION_VIEWS) {
    const { permissions, isCut } = views[view];
    sheet.gap(20);
    sheet.keepTogether(120);
    sheet.paragraph('H2', text(`permission.view.${view}`), VIEW);
    if (permissions.length === 0) sheet.paragraph('P', text(`permission.empty.${view}`), TEXT);
    for (const permission of permissions) {
      // Hundreds take a while: other orders of the thread are answered in between.
      await setImmediate();
      await drawPermission(sheet, permission, { language, document });
    }
    if (!isCut) continue;
    sheet.gap(8);
    sheet.paragraph('P', text('permission.cut', { count: DOCUMENT_MAX }), TEXT);
  }
  sheet.gap(16);
  for (const note of [text('permission.withYou'), text('permission.kept', { days: READINGS_KEPT_DAYS })]) sheet.paragraph('P', note, COLUMN);
  // The names of many companies would cut off the rest of the line.
  const whose = [bankName, title, ...names.slice(0, 1), made].join(' · ');
  return sheet.end((page, pages) => [whose, `${page} / ${pages}`]);
}

interface Drawing {
  readonly language: Locale;
  readonly document: PermissionsDocument;
}

async function drawPermission(sheet: Sheet, { permission, readings }: DocumentedPermission, { language, document }: Drawing): Promise<void> {
  const { tppName, tppApplicationName, kind, state, givenAt } = permission;
  const text = textsIn(language);
  sheet.gap(14);
  sheet.keepTogether(140);
  sheet.paragraph('H3', tppName, PROVIDER);
  if (tppApplicationName !== tppName) sheet.paragraph('P', text('permission.application', { name: tppApplicationName }), LABEL);
  if (state === 'asked') sheet.paragraph('P', text('permission.state.asked'), TEXT);
  sheet.gap(3);
  await sheet.table([LABEL_WIDTH, WIDTH - LABEL_WIDTH], (row) => {
    for (const [label, lines] of describePermission(permission, language, document.bankCountry)) {
      for (const [index, line] of lines.entries())
        row([index === 0 ? { text: text(label), style: LABEL, headingOf: 'Row' } : { text: '', style: LABEL }, { text: line, style: TEXT }], {
          isContinued: index < lines.length - 1,
        });
    }
  });
  // Nothing is stored about the reading of a statement, and nothing is read with what was not signed.
  if (kind === 'statement' || givenAt === undefined) return;
  sheet.gap(8);
  sheet.keepTogether(60);
  sheet.paragraph('P', text('permission.readings.title'), HEADING);
  if (readings.length === 0) sheet.paragraph('P', text('permission.nothingRead'), TEXT);
  else await drawReadings(sheet, readings, language);
}

const COLUMNS = ['csv.what', 'csv.account', 'csv.withCustomer', 'csv.withoutCustomer', 'first', 'csv.last'] as const;

async function drawReadings(sheet: Sheet, readings: DocumentedPermission['readings'], language: Locale): Promise<void> {
  const text = textsIn(language);
  await sheet.table(READING_WIDTHS, (row) => {
    row(
      COLUMNS.map((key, index) => ({ text: text(`permission.${key}`), style: COLUMN, headingOf: 'Column' as const, isFlushRight: index > 1 })),
      { isRepeated: true },
    );
    for (const { what, account, withCustomer, withoutCustomer, firstOn, lastOn } of readings) {
      const accountText = account === undefined ? text('permission.closedAccount') : `${account.name} · ${formatIban(account.iban)}`;
      const cells = [
        text(readingKeyOf(what)),
        what === 'accounts' ? '' : accountText,
        String(withCustomer),
        String(withoutCustomer),
        formatDay(firstOn, language),
        formatDay(lastOn, language),
      ];
      row(cells.map((cell, index) => ({ text: cell, style: CELL, isFlushRight: index > 1 })));
    }
  });
}
