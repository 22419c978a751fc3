import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { exitCodes } from '../exit-codes.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'
import { tableOf } from '../table.ts'

type Report = components['schemas']['DailyReport']

export const report = command({
  name: 'report',
  summary: 'Show the daily report: coverage and exceptions',
  words: [],
  options: {
    day: { type: 'string', value: 'DAY', description: 'date, such as 2026-11-21; default today' },
    live: { type: 'boolean', description: 'compute today’s report again, even if it was frozen' },
    check: { type: 'boolean', description: 'exit with 8 for exceptions, unscheduled devices or an agent in lab mode' },
  },
  examples: [
    ['coffer report', 'today’s report'],
    ['coffer report --check > /dev/null || echo "look at the backups"', 'for monitoring'],
  ],
  async run({ values, connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId(), day: values.day, live: values.live }
    const found = dataOf(await connection.api.GET('/api/reports/daily', { params: { query } }))
    await out.thing(found, () => textOf(found))
    const { exceptions, unscheduled } = found.summary
    const isGood = exceptions === 0 && unscheduled === 0 && found.agents.every(({ lab_mode: isLab }) => !isLab)
    return values.check && !isGood ? exitCodes.notGood : exitCodes.done
  },
})

function textOf(found: Report): string {
  const { summary, agents, exceptions, unscheduled } = found
  const states = Object.entries(summary.states).filter(([, count]) => count > 0)
  const covered = `${summary.coverage_pct} % covered: ${summary.covered} of ${counted(summary.devices, 'device')}`
  const coverage = summary.coverage_pct === null ? 'nothing to cover yet' : covered
  const labs = agents.filter(({ lab_mode: isLab }) => isLab)
  const parts = [
    `${found.day}, as of ${shortInstant(found.computed_at)}${found.frozen ? ', frozen' : ''}\n`,
    `${coverage}, ${counted(summary.exceptions, 'exception')}\n`,
    `${states.map(([state, count]) => `${count} ${state}`).join(', ') || 'no devices'}\n`,
    ...labs.map(({ name }) => `ALARM: agent ${name} is in lab mode: its backups match no real device\n`),
    ...(exceptions.length > 0 ? [`\n${tableOf(exceptions, exceptionColumns, null)}`] : []),
    ...(found.exceptions_truncated ? ['(there are more: coffer report --tenant CUSTOMER)\n'] : []),
    ...(summary.unscheduled > 0
      ? [`\n${unscheduledIn(summary.unscheduled)}`, tableOf(unscheduled, idleColumns, null)]
      : []),
    ...(agents.length > 0 ? [`\n${tableOf(agents, agentColumns, null)}`] : []),
  ]
  return parts.join('')
}

const exceptionColumns = [
  { title: 'CUSTOMER', of: ({ customer }: Report['exceptions'][number]) => customer },
  { title: 'DEVICE', of: ({ name }: Report['exceptions'][number]) => name },
  { title: 'WHY', of: ({ reasons }: Report['exceptions'][number]) => reasons.join(', ') },
  { title: 'LAST SUCCESS', of: (one: Report['exceptions'][number]) => one.last_success_age_label },
  { title: 'LAST ERROR', of: ({ last_error: error }: Report['exceptions'][number]) => error },
]

function unscheduledIn(count: number): string {
  return `${counted(count, 'device')} without a schedule, never backed up and not counted above:\n`
}

const idleColumns = [
  { title: 'CUSTOMER', of: ({ customer }: Report['unscheduled'][number]) => customer },
  { title: 'DEVICE', of: ({ name }: Report['unscheduled'][number]) => name },
  { title: 'SITE', of: ({ site }: Report['unscheduled'][number]) => site },
]

const agentColumns = [
  { title: 'CUSTOMER', of: ({ customer }: Report['agents'][number]) => customer },
  { title: 'AGENT', of: ({ name }: Report['agents'][number]) => name },
  {
    title: 'STATUS',
    of: ({ status, lab_mode: isLab }: Report['agents'][number]) => (isLab ? `${status}, LAB MODE` : status),
  },
  { title: 'LAST SEEN', of: ({ last_seen_at: at }: Report['agents'][number]) => shortInstant(at) },
]
