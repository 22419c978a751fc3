/** Returns the value of a rule, in JSON, as lines without the escapes of JSON: one for each key or item. */
export function valueLines(value: string): string[] {
  const parsed: unknown = JSON.parse(value)
  if (typeof parsed !== 'object' || parsed === null) return [String(parsed)]
  if (Array.isArray(parsed)) return parsed.map(textOf)
  return Object.entries(parsed).map(([key, inner]) => `${key}: ${textOf(inner)}`)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return JSON.stringify(value)
}
