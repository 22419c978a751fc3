import type { AccessSection } from '../period-report.ts'
import { buildTable } from './build-table.ts'
import type { ReportSection } from '../../../../../shared/reports/report-document.ts'
import type { SectionContext } from './section-context.ts'

export function describeAccess(access: AccessSection, context: SectionContext): ReportSection {
  const { text } = context.formats
  const { users, totalUsers } = access
  return {
    name: 'access',
    title: text('access'),
    sentences: [totalUsers === 0 ? text('access_none') : text('access_some', { n: totalUsers })],
    chart: null,
    tables: users.length > 0 ? [listUsers(access, context)] : [],
  }
}

const counts = ['views', 'comparisons', 'searches', 'downloads', 'devices'] as const

function listUsers({ users, totalUsers }: AccessSection, context: SectionContext) {
  const { text, number, time, name } = context.formats
  return buildTable(
    users,
    [
      { title: text('access_user'), role: 'main', width: 3, cell: ({ user }) => name(user) },
      ...counts.map((count) => ({
        title: text(`access_${count}`),
        role: count === 'views' ? ('figure' as const) : ('labelled' as const),
        width: 1.7,
        align: 'end' as const,
        cell: (user: AccessSection['users'][number]) => number(user[count]),
      })),
      { title: text('access_last'), role: 'labelled', width: 2.6, cell: ({ lastAt }) => time(lastAt) },
    ],
    context,
    { total: totalUsers },
  )
}
