/** Whether a line opens a value in quotation marks that it does not close, or closes one of an earlier line. */
export function hasOddQuotes(line: string): boolean {
  return (line.match(/\\.|"/g) ?? []).filter((mark) => mark === '"').length % 2 === 1
}
