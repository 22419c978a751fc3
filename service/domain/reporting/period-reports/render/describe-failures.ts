import { isKnownCode } from '../../../../../shared/messages/create-renderer.ts'
import type { FailureSection } from '../period-report.ts'
import { buildTable } from './build-table.ts'
import type { ReportSection } from '../../../../../shared/reports/report-document.ts'
import type { ReportFormats } from './report-formats.ts'
import type { SectionContext } from './section-context.ts'

export function describeFailures(failures: FailureSection, context: SectionContext): ReportSection {
  const { text } = context.formats
  return {
    name: 'failures',
    title: text('failures'),
    sentences: [writeSummary(failures, context.formats)],
    chart: null,
    tables: failures.causes.length > 0 ? [listCauses(failures, context)] : [],
  }
}

function writeSummary({ runs, failedRuns }: FailureSection, { text }: ReportFormats): string {
  if (runs === 0) return text('failures_no_runs')
  return failedRuns === 0 ? text('failures_none', { runs }) : text('failures_some', { failed: failedRuns, runs })
}

function listCauses({ causes }: FailureSection, context: SectionContext) {
  const { text, number, name, list } = context.formats
  const most = Math.max(...causes.map(({ runs }) => runs))
  return buildTable(
    causes,
    [
      {
        title: text('failure_cause'),
        role: 'main',
        width: 4,
        cell: ({ cause }) => writeCause(cause, context.formats).replace(/\.$/, ''),
      },
      {
        title: text('failure_runs'),
        role: 'figure',
        width: 2,
        align: 'end',
        cell: ({ runs }) => ({ text: number(runs), tone: 'bad', share: runs / most }),
      },
      {
        title: text('failure_devices'),
        role: 'figure',
        width: 1.4,
        align: 'end',
        cell: ({ devices }) => number(devices),
      },
      {
        title: text('failure_examples'),
        role: 'detail',
        width: 4,
        cell: ({ examples, devices }) => {
          const names = examples.map((example) => name(example, maxExample))
          const others = devices - names.length
          return list(others > 0 ? [...names, text('and_more', { n: others })] : names)
        },
      },
    ],
    context,
  )
}

const maxExample = 60

/** Returns the sentence of a cause; one of another version unchanged. */
export function writeCause(cause: string, { message }: ReportFormats): string {
  const code = `failure_${cause}`
  return isKnownCode(code) ? message(code) : cause
}
