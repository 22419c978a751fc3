/** Between the values of a filter that has several: no value has it in it, and no field for one line shows it. */
const between = '\n'

/** The values of a filter; none where it does not filter. */
export function valuesOf(filter: string): string[] {
  return filter === '' ? [] : filter.split(between)
}

/** A filter that finds what has one of these values. */
export function filterBy(values: readonly string[]): string {
  return [...new Set(values.filter((value) => value !== ''))].join(between)
}

/** As the API takes a filter: one value, or several. */
export function oneOrMore<Value extends string>(filter: string): Value | Value[] {
  const values = valuesOf(filter) as Value[]
  return values.length === 1 ? values[0]! : values
}
