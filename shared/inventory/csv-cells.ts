/** The columns of an inventory as a table, in their order. */
export const csvColumns = [
  'name',
  'hostname',
  'platform',
  'transport',
  'site',
  'schedule',
  'credential',
  'agents',
  'tags',
  'paths',
  'excludes',
  'vdom',
  'vsys',
] as const

/** What a spreadsheet runs instead of showing it (OWASP, "CSV Injection"), in full width too. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/** A cell that no spreadsheet takes for a formula, quoted where it has to be (RFC 4180). `readCell` gives the text back. */
export function writeCell(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^ | $/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The text of a cell: without the apostrophe that keeps it from being a formula. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/**
 * Several texts in one cell, by semicolons. A semicolon inside one has a backslash before it, and backslashes before a
 * semicolon or at an end are doubled; all others stand for themselves.
 */
export function writeList(items: readonly string[]): string {
  return items.map((item) => item.replace(/(\\*);/g, '$1$1\\;').replace(/\\+$/, '$&$&')).join(';')
}

/** The texts of such a cell, without blanks around them; empty ones are none. */
export function readList(cell: string): string[] {
  const items: string[] = []
  let item = ''
  for (const [part, slashes, end] of cell.matchAll(/(\\*)(;|$)|[^\\;]+|\\+/g)) {
    if (slashes === undefined) item += part
    else if (end === ';' && slashes.length % 2 === 1) item += `${slashes.slice(0, slashes.length / 2)};`
    else {
      items.push(item + slashes.slice(0, Math.ceil(slashes.length / 2)))
      item = ''
    }
  }
  return items.map((one) => one.trim()).filter((one) => one !== '')
}
