/**
 * Returns a name of a device or a user as part of one line: control and format characters, which could add lines or
 * reorder the text around them, become spaces.
 */
export function plainText(value: unknown): string {
  return String(value)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
