/** The contract's names of the fields of a change, for an audit record. */
export function fieldNames(change: object): string[] {
  return Object.keys(change).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}
