import { maskedSecret } from './mask-secrets.ts'
import { saltedPseudonym } from './pseudonym.ts'
import { saltedValues } from './salted-values.ts'

const salted = [...saltedValues, saltedPseudonym]

/** Returns a line with salted hashes and encrypted values replaced. Secrets in clear text remain. */
export function maskSalted(line: string): string {
  return salted.reduce((masked, pattern) => masked.replaceAll(pattern, maskedSecret), line)
}
