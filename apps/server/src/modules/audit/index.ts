export { type Audit, createAudit } from './audit.ts';
export type { EraseAudit } from './erase-audit.ts';
export { type ExportedAuditEntry, exportAudit } from './export-audit.ts';
export { defineSealJob, type SealJobDeps, startSealing } from './seal-audit.ts';
export { type AuditFinding, type AuditFindingKind, type AuditVerification, verifyAudit } from './verify-audit.ts';
