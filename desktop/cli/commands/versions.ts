import { message } from '../../../shared/messages/message.ts'
import { command } from '../command.ts'
import { findDevice } from '../find-device.ts'
import { good, listGoodVersions, selectVersion } from '../find-good.ts'
import { type Version, findLineage, lineagesOf, versionsOf } from '../find-version.ts'
import { chunksOf } from '../chunks.ts'
import { writeContent } from '../content.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { shortInstant } from '../instant.ts'
import { limitOf } from '../pages.ts'
import { saveFile } from '../save-file.ts'
import { portableName } from '../../../shared/windows-names.ts'
import { ApiProblem } from '../../console/client/api.ts'
import type { Connection } from '../connection.ts'
import type { Output } from '../output.ts'

/** Options that select a lineage of a device; help and pages for users call it a version history. */
export const lineageOptions = {
  key: {
    type: 'string',
    short: 'k',
    value: 'KEY',
    description: 'artifact, such as running-config; default: the first of the platform',
  },
  transport: {
    type: 'string',
    value: 'METHOD',
    oneOf: ['ssh', 'api'],
    description: 'connection method of the version history',
  },
} as const

/** The option that selects a version of the lineage. */
export const at = {
  type: 'string',
  value: 'VERSION',
  description: 'latest, ~1 for the one before, an id, or a time: 2026-11-21, 7d',
} as const
const path = {
  type: 'string',
  short: 'p',
  value: 'PATH',
  description: 'of a tree or an archive: a file or folder in it',
} as const

export const versions = command({
  name: 'versions',
  summary: 'List the versions of a device, latest first',
  details: 'Lists all lineages unless --key selects one.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {
    ...lineageOptions,
    limit: { type: 'string', value: 'N', description: 'maximum number for each lineage, or all; default 20' },
    good: {
      type: 'boolean',
      description: 'only the last known good version of each lineage, and why it is not known to be good',
    },
  },
  examples: [
    ['coffer versions edge1 --key running-config', 'times and sizes of its changes'],
    ['coffer versions edge1 --good', 'the last known good version of each configuration'],
  ],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const { key, transport } = values
    if (values.good) return printGood(connection, device, { key, transport }, out)
    const isOne = key !== undefined || transport !== undefined
    const lineages = isOne
      ? [await findLineage(connection, device, { key, transport })]
      : await lineagesOf(connection, device)
    const wanted = limitOf(values.limit, 20)
    async function* all(): AsyncGenerator<Version> {
      for (const lineage of lineages) yield* versionsOf(connection, device.tenant_id, lineage, wanted)
    }
    await out.list(
      all(),
      [
        { title: 'KEY', of: ({ key }) => key },
        { title: 'OVER', of: ({ transport }) => transport },
        { title: 'CAPTURED', of: ({ captured_at: at }) => shortInstant(at) },
        { title: 'LAST SEEN', of: ({ last_seen_at: at }) => shortInstant(at) },
        { title: 'ADDED', of: ({ added }) => added ?? '?', isNumber: true },
        { title: 'REMOVED', of: ({ removed }) => removed ?? '?', isNumber: true },
        { title: 'SUMMARY', of: ({ summary }) => summary },
        { title: 'BYTES', of: ({ size_bytes: size }) => size, isNumber: true },
        { title: 'CHECKED', of: ({ restore_check: check }) => (check ? shortInstant(check.checked_at) : '') },
        { title: 'ID', of: ({ id }) => id },
        { title: 'REMARKS', of: remarksOf },
      ],
      `${device.name} has no backups yet`,
    )
  },
})

export const show = command({
  name: 'show',
  summary: 'Print a configuration as collected, or a file of a tree',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: { ...lineageOptions, at, good, path },
  examples: [
    ['coffer show edge1', 'the latest text'],
    ['coffer show edge1 --at 2026-11-21', 'as it was at the end of that day'],
    ['coffer show edge1 --good', 'the last known good text'],
    ['coffer show server1 --path /etc/motd', 'a file of a Linux server'],
  ],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const { api } = connection
    const device = await findDevice(connection, name)
    const version = await findRequestedVersion(connection, device, values, { out, now: now() })
    const tenant = device.tenant_id
    if (out.isTerminal) out.notice(`${nameOf(version)} of ${device.name}`)
    if (version.snapshot_id) {
      if (!values.path) {
        throw new CommandError(
          exitCodes.unusable,
          message('version_is_tree', { artifact: version.key }),
          message('run_command', { command: `coffer browse ${name}` }),
        )
      }
      const params = { path: { snapshot_id: version.snapshot_id }, query: { path: values.path, tenant } }
      return writeContent((await api.GET('/api/snapshots/{snapshot_id}/file', { params, parseAs: 'stream' })).data, out)
    }
    if (values.path) throw new CommandError(exitCodes.unusable, message('version_is_text', { artifact: version.key }))
    const params = { path: { version_id: version.id }, query: { tenant } }
    await writeContent(
      (await api.GET('/api/artifacts/versions/{version_id}/content', { params, parseAs: 'stream' })).data,
      out,
    )
  },
})

export const download = command({
  name: 'download',
  summary: 'Save a configuration, an archive, or a folder of a tree as tar.gz',
  details: 'Requires the permission config:download. Only you can read the file. Existing files are not overwritten.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {
    ...lineageOptions,
    at,
    good,
    path,
    output: { type: 'string', short: 'o', value: 'FILE', description: 'output file; - for standard output' },
    force: { type: 'boolean', description: 'replace an existing file' },
  },
  examples: [
    ['coffer download edge1 --output edge1.cfg', 'the latest text'],
    ['coffer download server1 --path /etc --output etc.tar.gz', 'a folder of a Linux server'],
  ],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const version = await findRequestedVersion(connection, device, values, { out, now: now() })
    const { data, response } = await downloadOf(connection, version, device.tenant_id, values.path)
    const target = values.output ?? nameGivenBy(response)
    if (target !== '-') {
      const size = await saveFile(target, chunksOf(data), values.force === true)
      await out.thing({ file: target, size_bytes: size, version_id: version.id }, () => {
        return `${target}: ${size} bytes, ${nameOf(version)} of ${device.name}\n`
      })
      return
    }
    if (out.isTerminal && version.kind === 'blob') {
      throw new CommandError(exitCodes.unusable, message('archive_to_terminal'))
    }
    await writeContent(data, out)
  },
})

async function findRequestedVersion(
  connection: Connection,
  device: Parameters<typeof findLineage>[1],
  { key, transport, ...choice }: { key?: string; transport?: 'ssh' | 'api'; at?: string; good?: boolean },
  context: { out: Output; now: Date },
): Promise<Version> {
  const lineage = await findLineage(connection, device, { key, transport })
  return selectVersion(connection, device, lineage, choice, context)
}

async function printGood(
  connection: Connection,
  device: Parameters<typeof findLineage>[1],
  { key, transport }: { key?: string; transport?: 'ssh' | 'api' },
  out: Output,
): Promise<void> {
  const found = await listGoodVersions(connection, device)
  const chosen = found.filter((one) => (!key || one.key === key) && (!transport || one.transport === transport))
  await out.list(
    chosen,
    [
      { title: 'KEY', of: ({ key }) => key },
      { title: 'OVER', of: ({ transport }) => transport },
      { title: 'GOOD', of: ({ good }) => (good ? 'yes' : 'no') },
      { title: 'CAPTURED', of: ({ version }) => (version ? shortInstant(version.captured_at) : '') },
      { title: 'LAST SEEN', of: ({ version }) => (version ? shortInstant(version.last_seen_at) : '') },
      { title: 'ID', of: ({ version }) => version?.id ?? '' },
      { title: 'REASONS', of: ({ reasons }) => reasons.join(' ') },
    ],
    `${device.name} has no backups yet`,
  )
}

/** Returns the collected bytes of a blob if there are any, otherwise its folder as an archive. */
async function downloadOf({ api }: Connection, version: Version, tenant: string, within: string | undefined) {
  const { snapshot_id: snapshot } = version
  if (within && !snapshot)
    throw new CommandError(exitCodes.unusable, message('version_is_text', { artifact: version.key }))
  try {
    if (snapshot && within) return await archive(within)
    const params = { path: { version_id: version.id }, query: { download: true, tenant } }
    return await api.GET('/api/artifacts/versions/{version_id}/content', { params, parseAs: 'stream' })
  } catch (error) {
    const isOtherKind = error instanceof ApiProblem && error.problem.code === (within ? 'not_a_folder' : 'is_tree')
    if (!snapshot || !isOtherKind) throw error
    return within ? file(within) : archive('/')
  }
  function archive(path: string) {
    const params = { path: { snapshot_id: snapshot! }, query: { path, tenant } }
    return api.GET('/api/snapshots/{snapshot_id}/archive', { params, parseAs: 'stream' })
  }
  function file(path: string) {
    const params = { path: { snapshot_id: snapshot! }, query: { path, download: true, tenant } }
    return api.GET('/api/snapshots/{snapshot_id}/file', { params, parseAs: 'stream' })
  }
}

/**
 * Returns the file name of a response (RFC 6266, a token or a quoted string). Only its last path component is used: a
 * service must not choose the folder.
 */
function nameGivenBy(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? []
  const [, quoted, token] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(header) ?? []
  const given = extended ? decodeURIComponent(extended) : (quoted?.replace(/\\(.)/g, '$1') ?? token ?? '')
  const name = given.split(/[/\\]/).at(-1) ?? ''
  if (name && !/^\.+$/.test(name)) return portableName(name)
  throw new CommandError(exitCodes.unusable, message('file_name_missing'))
}

/** Returns a one-line description of a version. */
export function nameOf({ key, transport, captured_at: captured }: Version): string {
  return `${key} over ${transport} of ${shortInstant(captured)}`
}

function remarksOf(version: Version): string {
  const remarks = [
    ...version.suspicious.map((what) => `suspicious: ${what}${version.reviewed_at ? ' (reviewed)' : ''}`),
    ...(version.damaged ? ['damaged'] : []),
    ...(version.restore_check?.outcome === 'incomplete' ? [`incomplete: ${version.restore_check.reason}`] : []),
    ...(version.lab_mode ? ['LAB MODE'] : []),
    ...(version.host_not_compared ? ['host not compared'] : []),
  ]
  return remarks.join(', ')
}
