/** Returns whether a line opens a quoted value that it does not close, or closes one of an earlier line. */
export function hasOddQuotes(line: string): boolean {
  return (line.match(/\\.|"/g) ?? []).filter((mark) => mark === '"').length % 2 === 1
}
