/** Returns the values of a parameter that may be given once or several times; undefined where it is absent. */
export function listOf<T extends string>(value: T | T[] | undefined): T[] | undefined {
  return typeof value === 'string' ? [value] : value
}
