import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, limitOf, rowsOf } from '../pages.ts'
import { parseObject } from '../parse-object.ts'
import { printableLine } from '../printable.ts'
import { readGivenFile } from '../settings.ts'

type Schemas = components['schemas']
type Schedule = Schemas['ReportSchedule']
type Sent = Schemas['SentReport']

const nameWord = { name: 'NAME|ID' } as const

export const reportSchedules = command({
  name: 'reports schedules',
  summary: 'List the schedules of reports by mail',
  words: [],
  options: {},
  examples: [['coffer reports schedules --tenant acme', 'with the time of the next report']],
  async run({ connect, out }) {
    const connection = connect()
    const [all, slugs] = [await schedulesOf(connection), await slugsByTenantId(connection.api)]
    await out.list(
      all,
      [
        { title: 'NAME', of: ({ name }: Schedule) => name },
        { title: 'CUSTOMER', of: ({ tenant_id: id }) => (id === null ? 'all' : (slugs.get(id) ?? id)) },
        { title: 'PERIOD', of: ({ period }) => period },
        { title: 'RECIPIENTS', of: ({ recipients }) => recipients.join(', ') },
        { title: 'NEXT', of: ({ next_at: at }) => (at === null ? 'disabled' : shortInstant(at)) },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no report schedules',
    )
  },
})

export const addReportSchedule = command({
  name: 'reports add',
  summary: 'Send the report of each day, week or month by mail',
  details: `Reads a JSON object with the fields of the API: period, recipients, time, weekday, day_of_month, time_zone, language,
sections and attach_pdf. Without --tenant, a platform role schedules the report of all customers.`,
  words: [{ name: 'NAME' }, { name: 'FILE' }],
  options: {},
  examples: [['coffer reports add monthly monthly.json --tenant acme', 'the file contains period and recipients']],
  async run({ words: [name = '', file = ''], connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    const given = parseObject(file, readGivenFile(file)) as unknown as Schemas['NewReportSchedule']
    const body = { ...given, name }
    const made = dataOf(await connection.api.POST('/api/report-schedules', { params: { query }, body }))
    await out.thing(made, () => line(`${made.name} added. Next report: ${shortInstant(made.next_at) ?? 'disabled'}`))
  },
})

export const editReportSchedule = command({
  name: 'reports edit',
  summary: 'Change a report schedule',
  details: 'The fields of the file replace those of the schedule; others are unchanged.',
  words: [nameWord],
  options: {
    file: { type: 'string', value: 'FILE', description: 'JSON object with the fields to change' },
    name: { type: 'string', value: 'NAME', description: 'another name' },
    enable: { type: 'boolean', description: 'send reports again' },
    disable: { type: 'boolean', description: 'send no reports' },
  },
  examples: [['coffer reports edit monthly --disable', 'until you enable it again']],
  async run({ words: [named = ''], values, connect, out }) {
    if (values.enable && values.disable)
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--enable', '--disable'] }))
    const body: Schemas['ReportSchedulePatch'] = {
      ...(values.file === undefined ? {} : parseObject(values.file, readGivenFile(values.file))),
      ...(values.name !== undefined && { name: values.name }),
      ...((values.enable || values.disable) && { enabled: values.enable === true }),
    }
    if (Object.keys(body).length === 0) {
      const help = message('run_command', { command: 'coffer reports edit --help' })
      throw new CommandError(exitCodes.unusable, message('change_missing'), help)
    }
    const connection = connect()
    const params = paramsOf(await findSchedule(connection, named))
    const changed = dataOf(await connection.api.PATCH('/api/report-schedules/{report_schedule_id}', { params, body }))
    await out.thing(changed, () => line(`${changed.name} changed`))
  },
})

export const removeReportSchedule = command({
  name: 'reports remove',
  summary: 'Remove a report schedule; sent reports stay',
  words: [nameWord],
  options: {},
  examples: [['coffer reports remove monthly', 'pending mails are still sent']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const schedule = await findSchedule(connection, named)
    const params = paramsOf(schedule)
    await connection.api.DELETE('/api/report-schedules/{report_schedule_id}', { params })
    out.notice(printableLine(`${schedule.name} removed`))
  },
})

export const sendReport = command({
  name: 'reports send',
  summary: 'Send the latest report of a schedule now',
  words: [nameWord],
  options: {},
  examples: [['coffer reports send monthly', 'to all recipients of the schedule']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = paramsOf(await findSchedule(connection, named))
    const sent = dataOf(await connection.api.POST('/api/report-schedules/{report_schedule_id}/send', { params }))
    await out.thing(sent, () => line(`report up to ${sent.to} queued for ${sent.deliveries.map(({ recipient }) => recipient).join(', ')}`)) // prettier-ignore
  },
})

export const sentReports = command({
  name: 'reports sent',
  summary: 'List sent reports with the state of each delivery',
  words: [],
  options: {
    schedule: { type: 'string', value: 'NAME|ID', description: 'only reports of this schedule' },
    limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 50' },
  },
  examples: [['coffer reports sent --schedule monthly', 'latest first']],
  async run({ values, connect, out }) {
    const connection = connect()
    const id = values.schedule === undefined ? undefined : (await findSchedule(connection, values.schedule)).id
    const tenant = await connection.tenantId()
    const found = rowsOf<Sent>(
      (page) => connection.api.GET('/api/sent-reports', { params: { query: { tenant, schedule_id: id, ...page } } }),
      limitOf(values.limit, 50),
    )
    await out.list(
      found,
      [
        { title: 'WHEN', of: ({ created_at: at }: Sent) => shortInstant(at) },
        { title: 'SCHEDULE', of: ({ name }) => name },
        { title: 'PERIOD', of: ({ from, to }) => (from === to ? to : `${from} to ${to}`) },
        { title: 'ID', of: ({ id: own }) => own },
        { title: 'DELIVERIES', of: ({ deliveries }) => deliveries.map(describeDelivery).join(', ') },
      ],
      'no reports were sent',
    )
  },
})

function describeDelivery({ recipient, status, attempts }: Sent['deliveries'][number]): string {
  const error = status === 'delivered' ? null : attempts.at(-1)?.error
  return `${recipient} ${status}${error ? ` (${error})` : ''}`
}

async function schedulesOf(connection: Connection): Promise<Schedule[]> {
  const tenant = await connection.tenantId()
  return dataOf(await connection.api.GET('/api/report-schedules', { params: { query: { tenant } } }))
}

/** @throws CommandError if none or several have the name */
async function findSchedule(connection: Connection, named: string): Promise<Schedule> {
  const [one, another] = (await schedulesOf(connection)).filter(({ id, name }) => id === named || name === named)
  const words = { kind: 'report_schedule', name: named }
  if (!one) {
    const list = message('run_command', { command: 'coffer reports schedules' })
    throw new CommandError(exitCodes.notFound, message('name_not_found', words), list)
  }
  if (another) throw new CommandError(exitCodes.notFound, message('name_not_unique', words), message('give_id'))
  return one
}

/** The schedule of all customers has no tenant. */
function paramsOf({ id, tenant_id: tenant }: Schedule) {
  return { path: { report_schedule_id: id }, query: { tenant: tenant ?? undefined } }
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
