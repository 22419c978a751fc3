import type { ReportCell, ReportColumn, ReportTable } from '../../../../../shared/reports/report-document.ts'
import type { ReportFormats } from './report-formats.ts'
import type { SectionContext } from './section-context.ts'

/** A column and how it shows an entry. */
export interface TableColumn<Entry> extends Omit<ReportColumn, 'align'> {
  align?: ReportColumn['align']
  cell: (entry: Entry) => string | Omit<ReportCell, 'labelled'>
}

/**
 * Returns a table of `entries` with at most the rows that the context allows.
 * @param total number of entries of which `entries` are the first
 */
export function buildTable<Entry>(
  entries: readonly Entry[],
  columns: (TableColumn<Entry> | null)[],
  { formats, maxRows }: SectionContext,
  { total = entries.length, title, sentence }: { total?: number; title?: string; sentence?: string } = {},
): ReportTable {
  const shownColumns = columns.filter((column) => column !== null)
  const shown = entries.slice(0, maxRows)
  return {
    title: title ?? null,
    sentence: sentence ?? null,
    columns: shownColumns.map(({ title, role, width, align = 'start' }) => ({ title, role, width, align })),
    rows: shown.map((entry) => shownColumns.map(({ title, cell }) => toCell(cell(entry), title, formats))),
    rest: shown.length < total ? formats.text('shown_rows', { shown: shown.length, total }) : null,
  }
}

function toCell(cell: string | Omit<ReportCell, 'labelled'>, title: string, { labelled }: ReportFormats): ReportCell {
  const content = typeof cell === 'string' ? { text: cell } : cell
  return { ...content, labelled: labelled(title, content.text) }
}
