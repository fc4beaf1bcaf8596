import { type Static, Type } from 'typebox';
import { closed, literals } from '../entities/common.ts';
import { LOCALES, MAINTENANCE_STATES } from '../enumerations.ts';

/** A text of the bank's in the languages it was written in; plain text, an empty line parts paragraphs. */
export const MaintenanceTexts = Type.Partial(
  Type.Object({ en: Type.String(), et: Type.String(), lt: Type.String(), lv: Type.String(), ru: Type.String() }, closed),
  closed,
);
export type MaintenanceTexts = Static<typeof MaintenanceTexts>;

/** One stretch of work. Instants are ISO 8601 in UTC. */
export const MaintenanceWindow = Type.Object(
  {
    maintenanceId: Type.String(),
    state: literals(MAINTENANCE_STATES),
    startsAt: Type.String(),
    /** When it ended or is planned to end; absent: when the bank says so. */
    endsAt: Type.Optional(Type.String()),
    texts: MaintenanceTexts,
  },
  closed,
);
export type MaintenanceWindow = Static<typeof MaintenanceWindow>;

/** `GET {api}/maintenance`: what is running and what is planned, the next first. Answered during maintenance too. */
export const MaintenanceAnswer = Type.Object(
  { running: Type.Union([MaintenanceWindow, Type.Null()]), planned: Type.Array(MaintenanceWindow) },
  closed,
);
export type MaintenanceAnswer = Static<typeof MaintenanceAnswer>;

/** `GET {content}/ob-maintenance?api={apiBase}&lang={code}`: whatever is not known gets the default, which is the text in English. */
export const MaintenancePageQuery = Type.Object({ api: Type.Optional(Type.String()), lang: Type.Optional(Type.String()) });

export const MaintenancePage = Type.Object(
  {
    title: Type.String(),
    /** HTML of running text. */
    body: Type.String(),
    lang: literals(LOCALES),
  },
  closed,
);
export type MaintenancePage = Static<typeof MaintenancePage>;
