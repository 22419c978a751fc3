import type { RestoreSection } from '../period-report.ts'
import { buildTable } from './build-table.ts'
import type { ReportSection } from '../../../../../shared/reports/report-document.ts'
import type { ReportFormats } from './report-formats.ts'
import type { SectionContext } from './section-context.ts'

export function describeRestores(restores: RestoreSection, context: SectionContext): ReportSection {
  const { text } = context.formats
  return {
    name: 'restores',
    title: text('restores'),
    sentences: [writeSummary(restores, context.formats)],
    chart: null,
    tables: restores.proofs.length > 0 ? [listProofs(restores, context)] : [],
  }
}

function writeSummary({ total, failed }: RestoreSection, { text }: ReportFormats): string {
  if (total === 0) return text('restores_none')
  return failed === 0 ? text('restores_succeeded', { n: total }) : text('restores_some', { n: total, failed })
}

function listProofs({ proofs, total }: RestoreSection, context: SectionContext) {
  const { text, time, name, bytes } = context.formats
  return buildTable(
    proofs,
    [
      { title: text('restore_at'), role: 'detail', width: 2.6, cell: ({ at }) => time(at) },
      { title: text('restore_kind'), role: 'main', width: 2.4, cell: ({ kind }) => text(`restore_kind_${kind}`) },
      context.hasCustomers
        ? { title: text('customer'), role: 'detail', width: 2.4, cell: ({ customer }) => name(customer ?? '') }
        : null,
      { title: text('device'), role: 'main', width: 2.6, cell: ({ device }) => name(device ?? '') },
      { title: text('restore_by'), role: 'detail', width: 2, cell: ({ by }) => name(by ?? '') },
      {
        title: text('restore_bytes'),
        role: 'labelled',
        width: 1.8,
        align: 'end',
        cell: (proof) => (proof.bytes === null ? '' : bytes(proof.bytes)),
      },
      {
        title: text('restore_outcome'),
        role: 'figure',
        width: 2,
        cell: ({ outcome }) => ({ text: text(`restore_${outcome}`), tone: outcome === 'failed' ? 'bad' : 'good' }),
      },
    ],
    context,
    { total },
  )
}
