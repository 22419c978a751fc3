/** Returns a value for a filter: what would end it, or match more, is escaped (RFC 4515, section 3). */
export function escapeFilterValue(text: string): string {
  return text.replace(/[\\*()\0]/g, (one) => `\\${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Returns a filter with its placeholders, such as `{login}`, replaced by escaped values. */
export function fillFilter(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : escapeFilterValue(value)
  })
}
