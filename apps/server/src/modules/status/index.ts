export { createStatus, type Status } from './create-status.ts';
export { forgetOldHours } from './status-store.ts';
export { IncidentMistake, IncidentRefusal } from './tell-incident.ts';
