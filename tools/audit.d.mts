export function auditPackages(): Promise<string>;
export function describeAudit(text: string): string;
