/**
 * Prepares a device's output for a log or message: one line, with control characters made visible so that it cannot
 * forge lines; of a long text the last 300 characters.
 */
export function quoteOutput(text: string): string {
  const shown = text
    .trim()
    .replace(/\s*\r*\n\s*/g, ' ⏎ ')
    .replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return shown.length > 300 ? `…${shown.slice(-300)}` : shown
}
