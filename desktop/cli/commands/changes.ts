import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { coloured } from '../content.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { type Device, findDevice } from '../find-device.ts'
import { findLineage, findVersion } from '../find-version.ts'
import { shortInstant, sinceOf } from '../instant.ts'
import type { Output } from '../output.ts'
import { dataOf, limitOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { at, lineageOptions, nameOf } from './versions.ts'

type Change = components['schemas']['Change']
type ChangeGroup = components['schemas']['ChangeGroup']

export const changes = command({
  name: 'changes',
  summary: 'List changes of all devices, latest first',
  words: [],
  options: {
    unreviewed: { type: 'boolean', description: 'only unreviewed changes' },
    suspicious: { type: 'boolean', description: 'only suspicious versions' },
    device: { type: 'string', value: 'DEVICE', description: 'of this device' },
    since: { type: 'string', value: 'WHEN', description: 'only changes since then: a date, a time, or 24h (ago)' },
    key: { type: 'string', short: 'k', value: 'KEY', description: 'only this artifact, such as running-config' },
    platform: { type: 'string', value: 'PLATFORM', description: 'only devices of this platform' },
    site: { type: 'string', value: 'SITE', description: 'only devices at this site' },
    tag: { type: 'string', value: 'TAG', description: 'only devices with this tag' },
    grouped: { type: 'boolean', description: 'list equal changes of several devices once' },
    limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 50' },
  },
  examples: [
    ['coffer changes --unreviewed --since 24h', 'unreviewed changes since yesterday'],
    ['coffer changes --unreviewed --grouped', 'what changed, and on how many devices'],
  ],
  async run({ values, connect, out, now }) {
    const { unreviewed, suspicious, device: named, since, grouped, limit, platform, ...others } = values
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
    if (grouped) {
      const groups = rowsOf<ChangeGroup>(
        (page) => connection.api.GET('/api/changes/groups', { params: { query: { ...query, ...page } } }),
        limitOf(limit, 50),
      )
      await out.list(groups, groupColumns, 'no changes match')
      return
    }
    const found = rowsOf<Change>(
      (page) => connection.api.GET('/api/changes', { params: { query: { ...query, ...page } } }),
      limitOf(limit, 50),
    )
    await out.list(found, changeColumns, 'no changes match')
  },
})

const changeColumns = [
  { title: 'WHEN', of: ({ version }: Change) => shortInstant(version.captured_at) },
  { title: 'DEVICE', of: ({ device }: Change) => device.name },
  { title: 'KEY', of: ({ version }: Change) => version.key },
  { title: 'ADDED', of: ({ version }: Change) => version.added ?? '?', isNumber: true },
  { title: 'REMOVED', of: ({ version }: Change) => version.removed ?? '?', isNumber: true },
  { title: 'SUMMARY', of: ({ version }: Change) => version.summary },
  { title: 'REPORTED AUTHOR', of: ({ version }: Change) => version.reported_author },
  { title: 'REVIEWED BY', of: ({ version }: Change) => version.reviewed_by },
  { title: 'VERSION', of: ({ version }: Change) => version.id },
  { title: 'REMARKS', of: ({ version }: Change) => version.suspicious.join(' ') },
]

const groupColumns = [
  { title: 'LATEST', of: ({ latest }: ChangeGroup) => shortInstant(latest.version.captured_at) },
  { title: 'CHANGES', of: ({ changes: count }: ChangeGroup) => count, isNumber: true },
  { title: 'DEVICES', of: ({ devices }: ChangeGroup) => devices, isNumber: true },
  { title: 'NAMES', of: namesOf },
  { title: 'KEY', of: ({ latest }: ChangeGroup) => latest.version.key },
  { title: 'ADDED', of: ({ latest }: ChangeGroup) => latest.version.added ?? '?', isNumber: true },
  { title: 'REMOVED', of: ({ latest }: ChangeGroup) => latest.version.removed ?? '?', isNumber: true },
  { title: 'SUMMARY', of: ({ latest }: ChangeGroup) => latest.version.summary },
]

function namesOf({ devices, device_names: names }: ChangeGroup): string {
  return [...names, ...(devices > names.length ? ['…'] : [])].join(', ')
}

export const review = command({
  name: 'changes review',
  summary: 'Mark a version as reviewed',
  details: 'Applies to the latest version unless --at names another. A note or ticket replaces the former one.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {
    ...lineageOptions,
    at,
    note: { type: 'string', value: 'TEXT', description: 'note; stored encrypted' },
    ticket: { type: 'string', value: 'TICKET', description: 'ticket of the change' },
    equal: { type: 'boolean', description: 'also review equal changes of other devices that are not reviewed yet' },
  },
  examples: [
    ['coffer changes review edge1 --ticket CHG-4711', 'the last change was planned'],
    ['coffer changes review edge1 --equal --ticket CHG-4711', 'so was the same change of other devices'],
  ],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const { id, change_group: group } = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    const params = { path: { version_id: id }, query: { tenant: device.tenant_id } }
    const body = { note: values.note, ticket: values.ticket }
    if (values.equal) await reviewEqual(connection, device, group, body, out)
    const reviewed = dataOf(await connection.api.POST('/api/artifacts/versions/{version_id}/review', { params, body }))
    await out.thing(reviewed, () => {
      const by = `reviewed by ${reviewed.reviewed_by ?? '-'}`
      return `${printableLine(`${nameOf(reviewed)} of ${device.name} is ${by}`)}\n`
    })
  },
})

/** The maximum number of versions of a request. */
const maxReviewed = 500

/** @throws CommandError for a change that is equal to no other */
async function reviewEqual(
  connection: Connection,
  { tenant_id: tenant }: Device,
  group: string | null,
  words: { note?: string; ticket?: string },
  out: Output,
): Promise<void> {
  if (group === null) throw new CommandError(exitCodes.unusable, message('change_without_group'))
  const query = { tenant, group, reviewed: false }
  const found = await Array.fromAsync(
    rowsOf<Change>((page) => connection.api.GET('/api/changes', { params: { query: { ...query, ...page } } })),
  )
  for (let at = 0; at < found.length; at += maxReviewed) {
    const version_ids = found.slice(at, at + maxReviewed).map(({ version }) => version.id)
    await connection.api.POST('/api/changes/review', {
      params: { query: { tenant } },
      body: { version_ids, ...words },
    })
  }
  const devices = new Set(found.map(({ device }) => device.id)).size
  out.notice(`${counted(found.length, 'equal change')} of ${counted(devices, 'device')} reviewed`)
}

export const withdrawReview = command({
  name: 'changes withdraw',
  summary: 'Withdraw the review of a version, with its note and ticket',
  details:
    'Applies to the latest version unless --at names another. A suspicious version becomes an exception in the daily report again.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: { ...lineageOptions, at },
  examples: [['coffer changes withdraw edge1 --at ~1', 'withdraws the review of the version before the latest']],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const version = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    const params = { path: { version_id: version.id }, query: { tenant: device.tenant_id } }
    await connection.api.DELETE('/api/artifacts/versions/{version_id}/review', { params })
    out.notice(printableLine(`${nameOf(version)} of ${device.name} is no longer reviewed`))
  },
})

export const pin = command({
  name: 'pin',
  summary: 'Pin a version as the baseline that later versions are compared with',
  details: 'Replaces the former pin. Retention keeps a pinned version.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: { ...lineageOptions, at },
  examples: [['coffer pin edge1 --at 2026-11-21', 'the version at the end of that day']],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const version = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    const params = { path: { artifact_id: lineage.id }, query: { tenant: device.tenant_id } }
    const body = { version_id: version.id }
    const pinned = dataOf(await connection.api.PUT('/api/artifacts/{artifact_id}/pin', { params, body }))
    await out.thing(pinned, () => {
      const what = `${nameOf(version)} of ${device.name} pinned`
      return `${printableLine(`${what}${pinned.drifted ? '; the latest version differs from it' : ''}`)}\n`
    })
  },
})

export const unpin = command({
  name: 'unpin',
  summary: 'Remove the pin of a device',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: lineageOptions,
  examples: [['coffer unpin edge1', 'ends the comparison with a baseline']],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const { id, key, transport } = await findLineage(connection, device, values)
    const params = { path: { artifact_id: id }, query: { tenant: device.tenant_id } }
    await connection.api.DELETE('/api/artifacts/{artifact_id}/pin', { params })
    out.notice(printableLine(`${key} over ${transport} of ${device.name} has no pinned version`))
  },
})

export const drift = command({
  name: 'drift',
  summary: 'Show how a device differs from its pinned version; exits with 8 if it does',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: lineageOptions,
  examples: [['coffer drift edge1', 'changes since the version was pinned']],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const { id } = await findLineage(connection, device, values)
    const params = { path: { artifact_id: id }, query: { tenant: device.tenant_id } }
    const found = dataOf(await connection.api.GET('/api/artifacts/{artifact_id}/drift', { params }))
    await out.thing(found, () => coloured(found.unified ?? '', out))
    const size = `${counted(found.added ?? 0, 'line')} added, ${found.removed ?? 0} removed since the pinned version`
    out.notice(found.drifted ? size : 'no drift')
    if (found.truncated) out.notice('warning: only part of the difference is shown; the counts include all of it')
    return found.drifted ? exitCodes.notGood : exitCodes.done
  },
})
