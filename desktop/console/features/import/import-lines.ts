import type { components } from '../../../../shared/contract/api-types.ts'
import { writeCell } from '../../../../shared/inventory/csv-cells.ts'
import { messageText } from '../../language/service-messages.ts'

export type ImportReport = components['schemas']['ImportReport']
type Rejected = ImportReport['rejected'][number]

export const lineKinds = ['create', 'update', 'unchanged', 'error'] as const
export type LineKind = (typeof lineKinds)[number]

/** Result of one line; `fields` are columns of the file. */
export interface ImportLine {
  id: string
  row: number
  name: string
  kind: LineKind
  /** The changed or faulty fields. */
  fields: string[]
  /** Why it is rejected. */
  reason: string
  warnings: string[]
}

/** Returns remarks on the whole file, or on lines without a device such as a table's header. */
export function remarksOf({ created, updated, rejected, warnings }: ImportReport): string[] {
  const rows = new Set([created, updated, rejected].flatMap((lines) => lines.map(({ row }) => row)))
  return warnings.filter(({ row }) => row === null || !rows.has(row)).map(warningText)
}

/** Returns every line of the import in order, with its result. */
export function linesOf({ created, updated, rejected, warnings }: ImportReport): ImportLine[] {
  const warned = Map.groupBy(warnings, ({ row }) => row)
  const line = (row: number, name: string | null, kind: LineKind, at: number): ImportLine => ({
    id: `${kind} ${at}`,
    row,
    name: name ?? '',
    kind,
    fields: [],
    reason: '',
    warnings: warned.get(row)?.map(warningText) ?? [],
  })
  return [
    ...created.map(({ row, name }, at) => line(row, name, 'create', at)),
    ...updated.map(({ row, name, changed }, at) => {
      const kind = changed.length > 0 ? 'update' : 'unchanged'
      return { ...line(row, name, kind, at), fields: changed.map(columnOf) }
    }),
    ...rejected.map(({ row, name, errors }, at) => {
      return { ...line(row, name, 'error', at), ...describeErrors(errors), warnings: [] }
    }),
  ].sort((one, other) => one.row - other.row)
}

/** Returns the table's column for a field of the API. */
function columnOf(field: string): string {
  const [first = '', ...rest] = field.split('.')
  if (first === 'options' && rest.length > 0) return rest[0] ?? field
  return columns[first] ?? first
}

const columns: Record<string, string> = {
  credential_id: 'credential',
  credential_api_id: 'credential_api',
  credential_ssh_id: 'credential_ssh',
  agent_ids: 'agents',
  transport_pref: 'transport',
}

function describeErrors(errors: Rejected['errors']): Pick<ImportLine, 'fields' | 'reason'> {
  const told = errors.map((error) => ({ path: error.path, text: messageText(error) ?? error.message }))
  const fields = [...new Set(told.map(({ path }) => columnOf(path)).filter((column) => column !== 'file'))]
  const texts = new Set(told.map(({ text }) => text))
  const [only = ''] = texts
  return { fields, reason: texts.size <= 1 ? only : told.map(({ path, text }) => `${path}: ${text}`).join('; ') }
}

function warningText({ code, params, message }: ImportReport['warnings'][number]): string {
  return messageText({ code: `import_${code}`, params }) ?? message
}

export interface LineFilters {
  /** '' means all; `warned` those with a warning. */
  kind: LineKind | 'warned' | ''
  q: string
}

export function foundLines(lines: readonly ImportLine[], { kind, q }: LineFilters): ImportLine[] {
  const wanted = q.trim().toLowerCase()
  return lines.filter((line) => {
    if (kind === 'warned' ? line.warnings.length === 0 : kind !== '' && line.kind !== kind) return false
    return wanted === '' || `${line.row}\n${line.name}\n${line.reason}`.toLowerCase().includes(wanted)
  })
}

export type LineCounts = Record<LineKind | 'warned', number>

export function countsOf(lines: readonly ImportLine[]): LineCounts {
  const counts: LineCounts = { create: 0, update: 0, unchanged: 0, error: 0, warned: 0 }
  for (const { kind, warnings } of lines) {
    counts[kind] += 1
    if (warnings.length > 0) counts.warned += 1
  }
  return counts
}

/** Returns errors and warnings as a table without executable formulas. */
export function troubleTable(lines: readonly ImportLine[], remarks: readonly string[]): string {
  const rows = [
    ['row', 'name', 'kind', 'fields', 'words'],
    ...remarks.map((words) => ['', '', 'warning', '', words]),
    ...lines.flatMap((line) => [
      ...(line.kind === 'error' ? [[String(line.row), line.name, 'error', line.fields.join('; '), line.reason]] : []),
      ...line.warnings.map((words) => [String(line.row), line.name, 'warning', '', words]),
    ]),
  ]
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}
