export { type Audit, createAudit } from './audit.ts';
export { type ExportedAuditEntry, exportAudit } from './export-audit.ts';
export { defineSealJob, startSealing } from './seal-audit.ts';
