/** Patterns of secrets: the formats of well-known services' keys, and private key files. */
const FORMS: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]{2,12} )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bgithub_pat_[A-Za-z0-9_]{40}/,
  /\bglpat-[A-Za-z0-9_-]{20}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{10}/,
  /\bsk_live_[A-Za-z0-9]{16}/,
  /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/,
  /\bsk-(?:ant|proj)-[A-Za-z0-9_-]{40}/,
  /aws_secret_access_key["']?\s{0,8}[:=]\s{0,8}["']?[A-Za-z0-9/+]{40}\b/i,
  /\bAIza[A-Za-z0-9_-]{35}\b/,
  // The service's tokens are short-lived, but a whole one must not be in a file.
  /\beyJ[A-Za-z0-9_-]{16,400}\.eyJ[A-Za-z0-9_-]{16,4000}\.[A-Za-z0-9_-]{16}/,
];

/** Returns the lines of a text with a secret, as `name:line`. */
export function findSecrets(name: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => (FORMS.some((form) => form.test(line)) ? [`${name}:${index + 1}`] : []));
}
