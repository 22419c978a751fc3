import { ellipsis } from '../../../../shared/messages/shorten-text.ts'

/** Returns a text of at most `max` bytes in UTF-8; a longer one ends with an ellipsis. */
export function shortenToBytes(text: string, max: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= max) return text
  let end = max - Buffer.byteLength(ellipsis)
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1 // not within a character
  return bytes.subarray(0, end).toString() + ellipsis
}

/**
 * Returns the longest beginning of `lines` that `fits`, with a last line that states how many are left out. It contains at
 * least one line.
 */
export function limitLines(
  lines: readonly string[],
  fits: (shown: readonly string[]) => boolean,
  writeRest: (count: number) => string,
): string[] {
  if (lines.length <= 1 || fits(lines)) return [...lines]
  const shorten = (count: number) => [...lines.slice(0, count), writeRest(lines.length - count)]
  let [fitting, tooMany] = [1, lines.length]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fits(shorten(middle))) fitting = middle
    else tooMany = middle
  }
  return shorten(fitting)
}
