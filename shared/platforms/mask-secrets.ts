import { patternLike } from '../search/linear-pattern.ts'
import type { Platform } from './platform.ts'

/** Replaces a secret. */
export const maskedSecret = '<secret>'

/** Beginning and end of keys in PEM, whose lines between are secrets on every platform. */
const pemKey = /-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}/
const pemEnd = /-{4,5} ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-{4,5}/
/** A key within one line, as in JSON; without its end, the rest of the line is a secret. */
const pemWithin = /(-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----).+?(?=-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g

/** Returns a text with the secrets that the platform knows replaced, and with the lines of private keys. */
export function maskSecrets(platform: Platform, text: string): string {
  const mask = createLineMask(platform)
  const lines = text.split('\n')
  const isInKey = markKeyLines(lines)
  return lines.map((line, at) => (isInKey[at] ? maskedSecret : mask(line))).join('\n')
}

/** Returns a function that masks the secrets within a line. Lines of private keys need `markKeyLines`. */
function createLineMask({ secrets = [] }: Platform): (line: string) => string {
  const patterns = secrets.map((pattern) =>
    patternLike(pattern, pattern.source, `${pattern.flags.replace(/[dg]/g, '')}dg`),
  )
  return (line) => patterns.reduce(maskGroups, line.replace(pemWithin, `$1${maskedSecret}`))
}

/** Returns 1 for each line between the first and the last line of a private key. */
export function markKeyLines(lines: readonly string[]): Uint8Array {
  const marks = new Uint8Array(lines.length)
  let isInKey = false
  for (const [at, line] of lines.entries()) {
    if (isInKey) {
      isInKey = !pemEnd.test(line)
      if (isInKey) marks[at] = 1
    } else isInKey = pemKey.test(line) && !pemEnd.test(line)
  }
  return marks
}

function maskGroups(line: string, pattern: RegExp): string {
  let masked = ''
  let from = 0
  for (const { indices } of line.matchAll(pattern)) {
    for (const place of indices?.slice(1) ?? []) {
      if (!place || place[0] < from) continue
      masked += line.slice(from, place[0]) + maskedSecret
      from = place[1]
    }
  }
  return masked + line.slice(from)
}
