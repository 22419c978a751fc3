import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { instantOf, shortInstant, sinceOf } from '../instant.ts'
import type { Output } from '../output.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'

type Schemas = components['schemas']
type Blackout = Schemas['Blackout']

const levelOptions = {
  device: { type: 'string', value: 'DEVICE', description: 'of this device' },
  site: { type: 'string', value: 'SITE', description: 'level: the devices at this site' },
  everywhere: { type: 'boolean', description: 'level: all customers; default: the customer' },
} as const

const timeOptions = {
  days: { type: 'string', value: 'DAYS', description: 'start days of a weekly blackout, such as mon,tue' },
  from: {
    type: 'string',
    value: 'TIME',
    description: 'start time of a weekly blackout in the service’s time zone, such as 08:00',
  },
  to: { type: 'string', value: 'TIME', description: 'end time; if not after --from, on the next day' },
  starts: {
    type: 'string',
    value: 'WHEN',
    description:
      'start of a single blackout: a date or a time, in UTC unless it has an offset (2026-12-20T00:00+01:00)',
  },
  ends: {
    type: 'string',
    value: 'WHEN',
    description: 'end of a single blackout: a time, or a date (the end of that day)',
  },
} as const

export const blackouts = command({
  name: 'blackouts',
  summary: 'List the times at which no scheduled backup starts',
  details:
    '--device lists all blackouts of the device, from every level. --site, --everywhere or --tenant lists one level. ' +
    'Without these options, all blackouts are listed.',
  words: [],
  options: levelOptions,
  examples: [
    ['coffer blackouts', 'all blackouts of every level'],
    ['coffer blackouts --tenant acme', 'the blackouts of one customer'],
    ['coffer blackouts --device edge1', 'all blackouts that apply to a device'],
  ],
  async run({ values, connect, out }) {
    const connection = connect()
    const { device, site, everywhere } = values
    if (!device && !site && !everywhere && (await connection.tenantId()) === undefined) return listAll(connection, out)
    const level = await levelOf(connection, values)
    const params = { query: { device_id: level.query.device_id ?? '', tenant: level.query.tenant } }
    const shown =
      level.name === 'device'
        ? dataOf(await connection.api.GET('/api/blackouts/effective', { params })).blackouts
        : (await readLevel(connection, level)).blackouts
    await out.list(shown, blackoutColumns, 'no blackouts')
  },
})

/** Lists blackouts of every level. The tenant is shown if the user sees several. */
async function listAll({ api }: Connection, out: Output): Promise<void> {
  const rows: Schemas['ListedBlackout'][] = []
  for await (const row of rowsOf<Schemas['ListedBlackout']>((page) =>
    api.GET('/api/blackouts', { params: { query: page } }),
  )) {
    rows.push(row)
  }
  const isOfSeveral = new Set(rows.flatMap(({ tenant_id: id }) => id ?? [])).size > 1
  const slugs = isOfSeveral ? await slugsByTenantId(api) : new Map<string, string>()
  const customer = {
    title: 'CUSTOMER',
    of: ({ tenant_id: id }: Schemas['ListedBlackout']) => slugs.get(id ?? '') ?? null,
  }
  const device = { title: 'DEVICE', of: ({ device: name }: Schemas['ListedBlackout']) => name }
  const columns = [...(isOfSeveral ? [customer] : []), ...blackoutColumns, device]
  await out.list(rows, columns, 'no blackouts')
}

const blackoutColumns = [
  { title: 'NAME', of: ({ name }: Blackout) => name },
  { title: 'OF', of: ({ level, site }: Blackout) => (site === null ? level : `${level} ${site}`) },
  {
    title: 'BEGINS',
    of: ({ days, from, starts_at: at }: Blackout) => shortInstant(at) ?? `${days?.join(',')} ${from}`,
  },
  { title: 'ENDS', of: ({ to, ends_at: at }: Blackout) => shortInstant(at) ?? to },
]

export const addBlackout = command({
  name: 'blackouts add',
  summary: 'Add a time at which no scheduled backup starts, weekly or once',
  words: [{ name: 'NAME' }],
  options: { ...levelOptions, ...timeOptions },
  examples: [
    ['coffer blackouts add "office hours" --days mon,tue,wed,thu,fri --from 08:00 --to 18:00 --tenant acme', 'weekly'],
    ['coffer blackouts add migration --starts 2026-12-20 --ends 2027-01-04 --site lyon --tenant acme', 'once'],
  ],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const level = await levelOf(connection, values)
    const { blackouts: existing, digest } = await readLevel(connection, level)
    if (existing.some((one) => one.name === name)) {
      throw new CommandError(
        exitCodes.refused,
        message('blackout_exists', { name }),
        message('run_command', { command: `coffer blackouts edit "${name}"` }),
      )
    }
    const wanted = [...existing.map(saidOf), { name, ...timesIn(values, now()) }]
    await write(connection, level, { blackouts: wanted, in_place_of: digest }, out, `${name} added`)
  },
})

export const editBlackout = command({
  name: 'blackouts edit',
  summary: 'Change a blackout',
  details: 'A new time replaces the old one completely.',
  words: [{ name: 'NAME' }],
  options: { ...levelOptions, ...timeOptions, name: { type: 'string', value: 'NAME', description: 'another name' } },
  examples: [
    [
      'coffer blackouts edit migration --starts 2026-12-20 --ends 2027-01-08 --site lyon --tenant acme',
      'a longer blackout',
    ],
  ],
  async run({ words: [named = ''], values, connect, out, now }) {
    const { name = named, device: _1, site: _2, everywhere: _3, ...times } = values
    const isTimed = Object.keys(times).length > 0
    if (name === named && !isTimed) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer blackouts edit --help' }),
      )
    }
    const connection = connect()
    const level = await levelOf(connection, values)
    const { blackouts: existing, digest } = await readLevel(connection, level)
    const found = oneNamed(existing, named)
    const changed = isTimed ? { name, ...timesIn(times, now()) } : { ...saidOf(found), name }
    const wanted = existing.map((one) => (one === found ? changed : saidOf(one)))
    await write(connection, level, { blackouts: wanted, in_place_of: digest }, out, `${name} changed`)
  },
})

export const removeBlackout = command({
  name: 'blackouts remove',
  summary: 'Remove a blackout; backups that only it delayed start immediately',
  words: [{ name: 'NAME' }],
  options: levelOptions,
  examples: [['coffer blackouts remove migration --site lyon --tenant acme', 'ended early']],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const level = await levelOf(connection, values)
    const { blackouts: existing, digest } = await readLevel(connection, level)
    const found = oneNamed(existing, named)
    const left = existing.filter((one) => one !== found).map(saidOf)
    await write(connection, level, { blackouts: left, in_place_of: digest }, out, `${named} removed`)
  },
})

interface Level {
  name: Blackout['level']
  query: { tenant?: string; device_id?: string; site?: string }
}

/** @throws CommandError if several levels are specified */
async function levelOf(
  connection: Connection,
  { device: named, site, everywhere }: { device?: string; site?: string; everywhere?: boolean },
): Promise<Level> {
  const given = [named, site, everywhere].filter((value) => value !== undefined)
  if (given.length > 1)
    throw new CommandError(
      exitCodes.unusable,
      message('options_exclusive', { options: ['--device', '--site', '--everywhere'] }),
    )
  if (everywhere) return { name: 'platform', query: {} }
  if (named !== undefined) {
    const { id, tenant_id: tenant } = await findDevice(connection, named)
    return { name: 'device', query: { tenant, device_id: id } }
  }
  const tenant = await connection.tenantId()
  return site === undefined ? { name: 'customer', query: { tenant } } : { name: 'site', query: { tenant, site } }
}

async function readLevel({ api }: Connection, { name, query }: Level): Promise<Schemas['LevelBlackouts']> {
  const params = { path: { level: name }, query }
  return dataOf(await api.GET('/api/blackouts/{level}', { params }))
}

/** Replaces all blackouts of a level. Fails if they changed since they were read. */
async function write(
  { api }: Connection,
  { name, query }: Level,
  body: Schemas['NewBlackouts'],
  out: Output,
  words: string,
): Promise<void> {
  const params = { path: { level: name }, query }
  const written = dataOf(await api.PUT('/api/blackouts/{level}', { params, body }))
  await out.thing(written, () => `${printableLine(words)}\n`)
}

/** @throws CommandError if none or several have the name */
function oneNamed(existing: Blackout[], named: string): Blackout {
  const [one, another] = existing.filter(({ name }) => name === named)
  if (!one)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_found', { kind: 'blackout', name: named }),
      message('run_command', { command: 'coffer blackouts' }),
    )
  if (another)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_unique', { kind: 'blackout', name: named }),
      message('run_command', { command: 'coffer api PUT /api/blackouts/…' }),
    )
  return one
}

function saidOf({ name, days, from, to, starts_at: startsAt, ends_at: endsAt }: Blackout): Schemas['NewBlackout'] {
  if (startsAt !== null && endsAt !== null) return { name, starts_at: startsAt, ends_at: endsAt }
  return { name, days: days ?? undefined, from: from ?? undefined, to: to ?? undefined }
}

type Times = { [name in keyof typeof timeOptions]?: string }

function timesIn({ days, from, to, starts, ends }: Times, now: Date): Omit<Schemas['NewBlackout'], 'name'> {
  return {
    days: days?.split(',').map((day) => day.trim()) as Schemas['BlackoutDay'][] | undefined,
    from,
    to,
    starts_at: sinceOf(notAgo(starts), now),
    ends_at: ends === undefined ? undefined : instantOf(notAgo(ends), now).toISOString(),
  }
}

/**
 * Rejects `2h`, which means two hours ago for other options and would be misleading when planning.
 * @throws CommandError
 */
function notAgo<Given extends string | undefined>(given: Given): Given {
  if (given === undefined || !/^\d+[mhdw]$/.test(given)) return given
  throw new CommandError(exitCodes.unusable, message('time_is_age', { given }))
}
