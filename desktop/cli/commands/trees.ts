import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { findLineage, findVersion } from '../find-version.ts'
import { shortInstant } from '../instant.ts'
import { rowsOf } from '../pages.ts'
import { lineageOptions } from './versions.ts'

type TreeEntry = components['schemas']['TreeEntry']
type Snapshot = components['schemas']['Snapshot']

export const browse = command({
  name: 'browse',
  summary: 'List a folder of a tree or an archive',
  words: [
    { name: 'DEVICE', isDevice: true },
    { name: 'PATH', optional: true },
  ],
  options: {
    ...lineageOptions,
    at: { type: 'string', value: 'VERSION', description: 'latest, ~1, an id, or a time: 2026-11-21, 7d' },
  },
  examples: [['coffer browse server1 /etc', 'the latest snapshot']],
  async run({ words: [name = '', path = '/'], values, connect, out, now }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const version = await findVersion(connection, device, lineage, values.at ?? 'latest', now())
    if (!version.snapshot_id) {
      throw new CommandError(
        exitCodes.unusable,
        message('version_not_browsable', { artifact: version.key, device: name }),
        message('run_command', { command: `coffer show ${name}` }),
      )
    }
    const snapshot = { snapshot_id: version.snapshot_id }
    const query = { path, tenant: device.tenant_id }
    await out.list(
      rowsOf<TreeEntry>((page) =>
        connection.api.GET('/api/snapshots/{snapshot_id}/browse', {
          params: { path: snapshot, query: { ...query, ...page } },
        }),
      ),
      [
        { title: 'MODE', of: ({ mode }) => mode },
        { title: 'OWNER', of: ({ uid, gid, user, group }) => `${user ?? uid}:${group ?? gid}` },
        { title: 'SIZE', of: ({ size }) => size, isNumber: true },
        { title: 'CHANGED', of: ({ mtime }) => shortInstant(mtime) },
        { title: 'NAME', of: nameOf },
      ],
      `${path} is empty`,
    )
  },
})

export const snapshots = command({
  name: 'snapshots',
  summary: 'List the snapshots of a device, latest first',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {},
  examples: [['coffer snapshots server1', 'trees and archives with their dates']],
  async run({ words: [name = ''], connect, out }) {
    const connection = connect()
    const { id, tenant_id: tenant } = await findDevice(connection, name)
    const path = { device_id: id }
    await out.list(
      rowsOf<Snapshot>((page) =>
        connection.api.GET('/api/devices/{device_id}/snapshots', { params: { path, query: { tenant, ...page } } }),
      ),
      [
        { title: 'KEY', of: ({ key }) => key },
        { title: 'CAPTURED', of: ({ captured_at: at }) => shortInstant(at) },
        { title: 'LAST SEEN', of: ({ last_seen_at: at }) => shortInstant(at) },
        { title: 'FILES', of: ({ files }) => files, isNumber: true },
        { title: 'BYTES', of: ({ size_bytes: size }) => size, isNumber: true },
        { title: 'PROBLEMS', of: ({ problems }) => problems, isNumber: true },
        { title: 'ID', of: ({ id }) => id },
      ],
      `no snapshots of ${name}`,
    )
  },
})

function nameOf({ name, type, target, problem }: TreeEntry): string {
  const suffix = type === 'directory' ? '/' : target ? ` -> ${target}` : ''
  return `${name}${suffix}${problem ? ` (${problem})` : ''}`
}
