import { type Static, Type } from 'typebox';
import { closed, literals } from '../entities/common.ts';
import { LOCALES, MAINTENANCE_STATES } from '../enumerations.ts';

/** A plain text of the bank by language; empty lines separate paragraphs. */
export const MaintenanceTexts = Type.Partial(
  Type.Object({ en: Type.String(), et: Type.String(), lt: Type.String(), lv: Type.String(), ru: Type.String() }, closed),
  closed,
);
export type MaintenanceTexts = Static<typeof MaintenanceTexts>;

/** One maintenance window. Instants are ISO 8601 in UTC. */
export const MaintenanceWindow = Type.Object(
  {
    maintenanceId: Type.String(),
    state: literals(MAINTENANCE_STATES),
    startsAt: Type.String(),
    /** The actual or planned end; absent until the bank sets it. */
    endsAt: Type.Optional(Type.String()),
    texts: MaintenanceTexts,
  },
  closed,
);
export type MaintenanceWindow = Static<typeof MaintenanceWindow>;

/** `GET {api}/maintenance`: current and planned maintenance, the next first. Also available during maintenance. */
export const MaintenanceAnswer = Type.Object(
  { running: Type.Union([MaintenanceWindow, Type.Null()]), planned: Type.Array(MaintenanceWindow) },
  closed,
);
export type MaintenanceAnswer = Static<typeof MaintenanceAnswer>;

/** `GET {content}/ob-maintenance?api={apiBase}&lang={code}`: an unknown `api` or `lang` gets the default text in English. */
export const MaintenancePageQuery = Type.Object({ api: Type.Optional(Type.String()), lang: Type.Optional(Type.String()) });

export const MaintenancePage = Type.Object(
  {
    title: Type.String(),
    /** HTML with inline formatting. */
    body: Type.String(),
    lang: literals(LOCALES),
  },
  closed,
);
export type MaintenancePage = Static<typeof MaintenancePage>;
