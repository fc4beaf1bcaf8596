/** What a verification of the audit log found to be wrong, and where. */

export type AuditFindingKind = 'edited' | 'moved' | 'removed' | 'contentEdited' | 'contentRemoved' | 'headEdited' | 'sealEdited' | 'sealRemoved';

export interface AuditFinding {
  readonly kind: AuditFindingKind;
  readonly chain: string;
  readonly position: number;
  /** One sentence for the operator. */
  readonly text: string;
}
