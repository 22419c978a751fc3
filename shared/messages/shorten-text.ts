export const ellipsis = '…'

/** Returns a text of at most `max` UTF-16 units, without half a character; a longer one ends with an ellipsis. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text
  return text.slice(0, max - ellipsis.length).replace(/[\uD800-\uDBFF]$/, '') + ellipsis
}
