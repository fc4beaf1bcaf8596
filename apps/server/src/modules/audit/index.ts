export { type Audit, createAudit } from './audit.ts';
export { type ExportedAuditEntry, exportAudit } from './export-audit.ts';
export { defineSealJob } from './seal-audit.ts';
