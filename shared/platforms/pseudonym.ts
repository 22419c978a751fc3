import { createHmac, hkdfSync } from 'node:crypto'

/** Hexadecimal digits of a pseudonym: two secrets of a tenant share one with a probability of 1 to 2^40. */
const digits = 10

/** A pseudonym as it stands in a masked text. It contains no blank and none of the marks by which texts are divided. */
const pseudonym = new RegExp(`<(?:secret|salted):[0-9a-f]{${digits}}>`, 'g')

/** Pseudonyms of hashes that a device may write differently although the secret is the same. */
export const saltedPseudonym = new RegExp(`<salted:[0-9a-f]{${digits}}>`, 'g')

/** Derives the key of a tenant's pseudonyms from its data key. It is of no use for anything else. */
export function pseudonymKey(dataKey: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', dataKey, '', 'coffer pseudonyms of secrets 1', 32))
}

/**
 * Returns what stands for a secret: the same for the same secret under a key. Without the key it cannot be computed, so
 * that a short secret cannot be guessed from it.
 * @param secret as latin1
 */
export function pseudonymOf(key: Uint8Array, secret: string, isSalted: boolean): string {
  const hash = createHmac('sha256', key).update(secret, 'latin1').digest('hex').slice(0, digits)
  return `<${isSalted ? 'salted' : 'secret'}:${hash}>`
}

/** Returns where pseudonyms stand in a line, in order. */
export function findPseudonyms(line: string): [from: number, to: number][] {
  if (!line.includes('<s')) return []
  return Array.from(line.matchAll(pseudonym), ({ index, 0: text }) => [index, index + text.length])
}
