import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { coloured } from '../content.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Connection } from '../connection.ts'
import { type Device, findDevice } from '../find-device.ts'
import { type Lineage, type LineageChoice, findLineage, findVersion } from '../find-version.ts'
import type { Output } from '../output.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { numberOf } from '../whole-number.ts'
import { lineageOptions, nameOf } from './versions.ts'

type Schemas = components['schemas']
type TreeDiff = Schemas['FolderDiff'] | Schemas['FileDiff']

export const diff = command({
  name: 'diff',
  summary: 'Compare two versions of a device, or the configurations of two devices',
  details: `Compares normalised texts, without volatile lines. VERSION is latest, ~1 for the one before it, an id, or
a time: 2026-11-21, 7d. With OTHER, compares the latest version of DEVICE with the latest one of OTHER: --from is a
version of DEVICE, --to one of OTHER.`,
  words: [
    { name: 'DEVICE', isDevice: true },
    { name: 'OTHER', isDevice: true, optional: true },
  ],
  options: {
    ...lineageOptions,
    from: { type: 'string', value: 'VERSION', description: 'older version; default ~1, with OTHER latest' },
    to: { type: 'string', value: 'VERSION', description: 'newer version; default latest' },
    'other-key': {
      type: 'string',
      value: 'KEY',
      description: 'artifact of OTHER; default: the value of --key, or the first artifact of its platform',
    },
    path: { type: 'string', short: 'p', value: 'PATH', description: 'file or folder in a tree or an archive' },
    context: { type: 'string', short: 'C', value: 'LINES', description: 'unchanged lines around a change, 0 to 20' },
    raw: { type: 'boolean', description: 'compare raw texts, including volatile lines' },
    'ignore-whitespace': { type: 'boolean', description: 'treat lines that differ only in whitespace as equal' },
    'exit-code': { type: 'boolean', description: 'exit with 8 if the versions differ' },
  },
  examples: [
    ['coffer diff edge1', 'the last change'],
    ['coffer diff edge1 --from 7d', 'all changes of a week'],
    ['coffer diff server1 --path /etc/motd', 'a file of a Linux server'],
    ['coffer diff edge1 edge2', 'the latest configurations of two devices'],
  ],
  async run({ words: [name = '', other], values, connect, out, now }) {
    const context = numberOf('context', values.context)
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const second = other === undefined ? { device, lineage } : await findOther(connection, other, values)
    const to = await findVersion(connection, second.device, second.lineage, values.to ?? 'latest', now())
    const earlier = values.from ?? (other === undefined ? '~1' : 'latest')
    const from = await findVersion(connection, device, lineage, earlier, now())
    const tenant = device.tenant_id
    const ignore_whitespace = values['ignore-whitespace']
    const text = values.raw ? ('raw' as const) : undefined
    if (other === undefined && from.snapshot_id && to.snapshot_id) {
      if (out.isTerminal) out.notice(`--- ${nameOf(from)}\n+++ ${nameOf(to)}`)
      const query = { other: to.snapshot_id, path: values.path, context, tenant, ignore_whitespace }
      const params = { path: { snapshot_id: from.snapshot_id }, query }
      const found = dataOf(await connection.api.GET('/api/snapshots/{snapshot_id}/diff', { params }))
      await out.thing(found, () => treeDiffText(found, out))
      return endOf(isDifferent(found), values['exit-code'])
    }
    const query = { from: from.id, to: to.id, context, tenant, text, ignore_whitespace }
    const path = { artifact_id: lineage.id }
    const found = dataOf(
      lineage.id === second.lineage.id
        ? await connection.api.GET('/api/artifacts/{artifact_id}/diff', { params: { path, query } })
        : await connection.api.GET('/api/compare', { params: { query } }),
    )
    await out.thing(found, () => coloured(found.unified, out))
    const isLastChange = other === undefined && values.from === undefined && values.to === undefined
    if (isLastChange && to.summary && out.isTerminal) out.notice(printableLine(to.summary))
    printSize(found, out)
    return endOf(found.added + found.removed > 0, values['exit-code'])
  },
})

/**
 * Finds the second device of a comparison and the artifact to compare.
 * @throws CommandError if the device or its artifact does not exist
 */
async function findOther(
  connection: Connection,
  name: string,
  choice: LineageChoice & { 'other-key'?: string },
): Promise<{ device: Device; lineage: Lineage }> {
  const device = await findDevice(connection, name)
  const key = choice['other-key'] ?? choice.key
  return { device, lineage: await findLineage(connection, device, { key, transport: choice.transport }) }
}

function endOf(differs: boolean, matters: boolean | undefined): ExitCode {
  return differs && matters ? exitCodes.notGood : exitCodes.done
}

function printSize(
  { added, removed, truncated }: { added: number; removed: number; truncated: boolean },
  out: Output,
): void {
  if (out.isTerminal)
    out.notice(added + removed > 0 ? `${counted(added, 'line')} added, ${removed} removed` : 'no difference')
  if (truncated) out.notice('warning: only part of the difference is shown; the counts include all of it')
}

function isDifferent(found: TreeDiff): boolean {
  if (!isFolder(found)) return found.added + found.removed > 0 || (found.changes ?? []).length > 0
  return found.counts.added + found.counts.removed + found.counts.modified > 0
}

/** Returns the entries of a folder as `A`, `D` and `M` with paths, or a file's diff. */
function treeDiffText(found: TreeDiff, out: Output): string {
  if (found.truncated) out.notice('warning: only part of the difference is shown; the counts include all of it')
  if (!isFolder(found)) {
    const changes = found.changes?.length ? `changed: ${found.changes.join(', ')}\n` : ''
    return `${changes}${found.binary ? 'the file is not text\n' : coloured(found.unified, out)}`
  }
  const lines = [
    ...found.removed.map(({ path }) => `D ${path}`),
    ...found.added.map(({ path }) => `A ${path}`),
    ...found.modified.map(({ path, changes = [] }) => `M ${path} (${changes.join(', ')})`),
  ]
  return lines.map((line) => `${printableLine(line)}\n`).join('')
}

function isFolder(found: TreeDiff): found is Schemas['FolderDiff'] {
  return 'counts' in found
}
