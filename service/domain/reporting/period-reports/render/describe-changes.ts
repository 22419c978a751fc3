import type { ChangeSection } from '../period-report.ts'
import { buildTable } from './build-table.ts'
import type { ReportCell, ReportSection } from '../../../../../shared/reports/report-document.ts'
import type { ReportFormats } from './report-formats.ts'
import type { SectionContext } from './section-context.ts'

type Change = ChangeSection['changes'][number]

export function describeChanges(changes: ChangeSection, context: SectionContext): ReportSection {
  const { text } = context.formats
  return {
    name: 'changes',
    title: text('changes'),
    sentences: [writeSummary(changes, context.formats)],
    chart: null,
    tables: changes.changes.length > 0 ? [listChanges(changes, context)] : [],
  }
}

function writeSummary({ total, unreviewed }: ChangeSection, { text }: ReportFormats): string {
  if (total === 0) return text('changes_none')
  return unreviewed === 0 ? text('changes_reviewed', { n: total }) : text('changes_some', { n: total, unreviewed })
}

function listChanges({ changes, total }: ChangeSection, context: SectionContext) {
  const { formats, hasCustomers } = context
  const { text, time, name } = formats
  return buildTable(
    changes,
    [
      { title: text('change_at'), role: 'detail', width: 3.1, cell: ({ at }) => time(at) },
      hasCustomers
        ? { title: text('customer'), role: 'detail', width: 2, cell: ({ customer }) => name(customer) }
        : null,
      { title: text('device'), role: 'main', width: 2.8, cell: ({ device }) => name(device) },
      {
        title: text('change_configuration'),
        role: 'main',
        width: 2.3,
        cell: ({ configuration }) => name(configuration),
      },
      { title: text('change_size'), role: 'figure', width: 1.9, align: 'end', cell: (one) => writeSize(one, formats) },
      { title: text('change_author'), role: 'detail', width: 2.1, cell: (one) => writeAuthor(one, formats) },
      { title: text('change_review'), role: 'detail', width: 2.1, cell: (one) => writeReview(one, formats) },
    ],
    context,
    { total },
  )
}

function writeSize({ added, removed }: Change, { text, number }: ReportFormats): string {
  if (added === null || removed === null) return text('change_size_unknown')
  return `+${number(added)} −${number(removed)}`
}

function writeAuthor({ author, authorSource }: Change, { text, name }: ReportFormats): string {
  if (author === null) return ''
  return authorSource === 'message' ? text('change_author_message', { author: name(author) }) : name(author)
}

function writeReview({ review }: Change, { text, name }: ReportFormats): Omit<ReportCell, 'labelled'> {
  if (review) return { text: text('change_reviewed', { by: name(review.by) }) }
  return { text: text('change_unreviewed'), tone: 'warning' }
}
