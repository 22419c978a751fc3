import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { coloured } from '../content.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Device, findDevice } from '../find-device.ts'
import { findLineage, findVersion } from '../find-version.ts'
import { shortInstant, sinceOf } from '../instant.ts'
import { dataOf, limitOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { at, lineageOptions, nameOf } from './versions.ts'

type Change = components['schemas']['Change']

export const changes = command({
  name: 'changes',
  summary: 'What changed, on all devices, the latest first',
  words: [],
  options: {
    unreviewed: { type: 'boolean', tells: 'only those that nobody has looked at' },
    suspicious: { type: 'boolean', tells: 'only those that looked suspicious' },
    device: { type: 'string', value: 'DEVICE', tells: 'of this device' },
    since: { type: 'string', value: 'WHEN', tells: 'from then on: a date, a time, or 24h ago' },
    key: { type: 'string', short: 'k', value: 'KEY', tells: 'of this artifact, as running-config' },
    platform: { type: 'string', value: 'PLATFORM', tells: 'on devices of this platform' },
    site: { type: 'string', value: 'SITE', tells: 'on devices at this site' },
    tag: { type: 'string', value: 'TAG', tells: 'on devices with this tag' },
    limit: { type: 'string', value: 'N', tells: 'how many at most, 50 unless told, or all' },
  },
  examples: [['coffer changes --unreviewed --since 24h', 'what nobody has looked at since yesterday']],
  async run({ values, connect, out, now }) {
    const { unreviewed, suspicious, device: named, since, limit, platform, ...others } = values
    const connection = connect()
    const device = named === undefined ? undefined : await findDevice(connection, named)
    const query = {
      ...others,
      tenant: device?.tenant_id ?? (await connection.tenantId()),
      device_id: device?.id,
      platform: platform as Device['platform'] | undefined,
      reviewed: unreviewed ? false : undefined,
      suspicious,
      since: sinceOf(since, now()),
    }
    const found = rowsOf<Change>(
      (page) => connection.api.GET('/api/changes', { params: { query: { ...query, ...page } } }),
      limitOf(limit, 50),
    )
    await out.list(found, changeColumns, 'there is no such change')
  },
})

const changeColumns = [
  { title: 'WHEN', of: ({ version }: Change) => shortInstant(version.captured_at) },
  { title: 'DEVICE', of: ({ device }: Change) => device.name },
  { title: 'KEY', of: ({ version }: Change) => version.key },
  { title: 'ADDED', of: ({ version }: Change) => version.added ?? '?', isNumber: true },
  { title: 'REMOVED', of: ({ version }: Change) => version.removed ?? '?', isNumber: true },
  { title: 'SAID TO BE BY', of: ({ version }: Change) => version.reported_author },
  { title: 'REVIEWED BY', of: ({ version }: Change) => version.reviewed_by },
  { title: 'VERSION', of: ({ version }: Change) => version.id },
  { title: 'REMARKS', of: ({ version }: Change) => version.suspicious.join(' ') },
]

export const review = command({
  name: 'changes review',
  summary: 'Say that a version was looked at',
  details: 'The latest one unless --at says which. A note or a ticket takes the place of what was said before.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {
    ...lineageOptions,
    at,
    note: { type: 'string', value: 'TEXT', tells: 'in words; it is kept encrypted' },
    ticket: { type: 'string', value: 'TICKET', tells: 'where the change was asked for' },
  },
  examples: [['coffer changes review edge1 --ticket CHG-4711', 'the last change of a device was planned']],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const { id } = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    const params = { path: { version_id: id }, query: { tenant: device.tenant_id } }
    const body = { note: values.note, ticket: values.ticket }
    const reviewed = dataOf(await connection.api.POST('/api/artifacts/versions/{version_id}/review', { params, body }))
    await out.thing(reviewed, () => {
      const by = `reviewed by ${reviewed.reviewed_by ?? 'nobody'}`
      return `${printableLine(`${nameOf(reviewed)} of ${device.name} is ${by}`)}\n`
    })
  },
})

export const withdrawReview = command({
  name: 'changes withdraw',
  summary: 'Withdraw the review of a version, with its note and ticket',
  details: 'The latest version unless --at says which. A suspicious version is an exception of the daily report again.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: { ...lineageOptions, at },
  examples: [['coffer changes withdraw edge1 --at ~1', 'the review of the version before the latest']],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const version = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    const params = { path: { version_id: version.id }, query: { tenant: device.tenant_id } }
    await connection.api.DELETE('/api/artifacts/versions/{version_id}/review', { params })
    out.tell(printableLine(`${nameOf(version)} of ${device.name} is not reviewed`))
  },
})

export const pin = command({
  name: 'pin',
  summary: 'Say what a device should say: a version that later ones are compared with',
  details: 'It takes the place of the one that was pinned before; retention keeps it.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: { ...lineageOptions, at },
  examples: [['coffer pin edge1 --at 2026-11-21', 'as it was at the end of that day']],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const version = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    const params = { path: { artifact_id: lineage.id }, query: { tenant: device.tenant_id } }
    const body = { version_id: version.id }
    const pinned = dataOf(await connection.api.PUT('/api/artifacts/{artifact_id}/pin', { params, body }))
    await out.thing(pinned, () => {
      const what = `${nameOf(version)} of ${device.name} is pinned`
      return `${printableLine(`${what}${pinned.drifted ? '; the latest says something else' : ''}`)}\n`
    })
  },
})

export const unpin = command({
  name: 'unpin',
  summary: 'Let a device go on without a pinned version',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: lineageOptions,
  examples: [['coffer unpin edge1', 'nothing is compared with it any more']],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const { id, key, transport } = await findLineage(connection, device, values)
    const params = { path: { artifact_id: id }, query: { tenant: device.tenant_id } }
    await connection.api.DELETE('/api/artifacts/{artifact_id}/pin', { params })
    out.tell(printableLine(`${key} over ${transport} of ${device.name} has no pinned version`))
  },
})

export const drift = command({
  name: 'drift',
  summary: 'How a device differs from its pinned version; ends with 8 when it does',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: lineageOptions,
  examples: [['coffer drift edge1', 'what somebody changed since']],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const { id } = await findLineage(connection, device, values)
    const params = { path: { artifact_id: id }, query: { tenant: device.tenant_id } }
    const found = dataOf(await connection.api.GET('/api/artifacts/{artifact_id}/drift', { params }))
    await out.thing(found, () => coloured(found.unified ?? '', out))
    const size = `${counted(found.added ?? 0, 'line')} more, ${found.removed ?? 0} less than what is pinned`
    out.tell(found.drifted ? size : 'as it is pinned')
    if (found.truncated) out.tell('warning: the difference is longer than what is shown; the counts are of all of it')
    return found.drifted ? exitCodes.notGood : exitCodes.done
  },
})
