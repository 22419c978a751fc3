/** Returns the contract's names of the changed fields, for an audit record. */
export function fieldNames(change: object): string[] {
  return Object.keys(change).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}
