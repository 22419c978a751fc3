/** Columns of an inventory table, in order. */
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

/** Prefixes that spreadsheets execute (OWASP, "CSV Injection"), also in full width. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Writes a cell that no spreadsheet executes, quoted if necessary (RFC 4180). `readCell` reverses it. */
export function writeCell(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^ | $/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Returns the text of a cell without the apostrophe that protects it from execution. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}

/**
 * Writes several texts in one cell, separated by semicolons. A semicolon in a text is preceded by a backslash;
 * backslashes before a semicolon or at the end are doubled. Other backslashes are unchanged.
 */
export function writeList(items: readonly string[]): string {
  return items.map((item) => item.replace(/(\\*);/g, '$1$1\\;').replace(/\\+$/, '$&$&')).join(';')
}

/** Returns the texts of such a cell, trimmed and without empty ones. */
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
