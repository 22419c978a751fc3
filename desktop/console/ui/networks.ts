/** Returns the non-empty lines of a field, also split at commas. */
export function parseNetworks(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
