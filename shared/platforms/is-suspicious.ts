import { findShrinkage } from './find-shrinkage.ts'
import { isTruncated } from './is-truncated.ts'

/**
 * Returns whether a complete text needs a review: it shrank by more than 40 %, it ends in the middle of the previous
 * one, or the previously last section is missing, as after a cut that the device terminated cleanly. A section is a
 * group of lines with the same first word in the first column, except comments and closing lines.
 */
export function isSuspicious(previousRaw: Uint8Array, raw: Uint8Array): boolean {
  if (findShrinkage(previousRaw.length, raw.length)) return true
  if (isXml(raw)) return false // complete by its tags; its first column contains lines of values
  if (isTruncated(latin1(previousRaw), latin1(raw))) return true
  const last = lastSection(latin1(previousRaw))
  return last !== undefined && !hasSection(latin1(raw), last)
}

function isXml(bytes: Uint8Array): boolean {
  return /^\s*</.test(latin1(bytes.subarray(0, 100)))
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Returns the first word of the last line in the first column that is not a comment, a closing bracket or `end`. */
function lastSection(text: string): string | undefined {
  for (let end = text.length; end >= 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(start, end)
    if (/^[^\s!#})\]<]/.test(line) && line.trim() !== 'end') return /^\S+/.exec(line)?.[0]
    end = start - 1
  }
  return undefined
}

function hasSection(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const opens = at === 0 || text[at - 1] === '\n'
    if (opens && /^\s?$/.test(text.charAt(at + word.length))) return true
  }
  return false
}
