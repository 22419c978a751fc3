/** Separator of a filter's values: it occurs in no value and in no single-line field. */
const between = '\n'

/** Returns the values of a filter; empty if it does not filter. */
export function valuesOf(filter: string): string[] {
  return filter === '' ? [] : filter.split(between)
}

/** Returns a filter for any of these values. */
export function filterBy(values: readonly string[]): string {
  return [...new Set(values.filter((value) => value !== ''))].join(between)
}

/** Returns a filter in the API's format: one value, or several. */
export function oneOrMore<Value extends string>(filter: string): Value | Value[] {
  const values = valuesOf(filter) as Value[]
  return values.length === 1 ? values[0]! : values
}
