export { type Audit, createAudit } from './audit.ts';
export type { AuditFinding } from './audit-finding.ts';
export { chainBegun, type FirstRow, readTold, type ToldEntry } from './audit-store.ts';
export { type ExportedAuditEntry, exportAudit } from './export-audit.ts';
export { listOperators, type NewestEntry, readActsOn, readNewest } from './operators-store.ts';
export { defineSealJob } from './seal-audit.ts';
export { readSealNote } from './seal-note.ts';
