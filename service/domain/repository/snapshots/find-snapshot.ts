import { parseApiPath } from '../../../../shared/repository/api-path.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { findEntry } from '../../../../shared/repository/tree.ts'
import { Device } from '../../../store/models/device.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/** A snapshot with its device. */
export interface FoundSnapshot {
  snapshot: Snapshot
  device: Device
}

/** @throws DomainError not_found */
export async function findSnapshot({ trx }: ActionContext, snapshotId: string): Promise<FoundSnapshot> {
  const snapshot = await Snapshot.query(trx).findById(snapshotId)
  if (!snapshot) throw notFound()
  const device = await Device.query(trx).findById(snapshot.deviceId).throwIfNotFound()
  return { snapshot, device }
}

/** Returns the name used in messages and the log. */
export function nameSnapshot({ id, versionId }: Pick<Snapshot, 'id' | 'versionId'>): string {
  return `snapshot ${id} (version ${versionId})`
}

/**
 * Returns the root of its tree.
 * @throws DomainError not_browsable for an archive whose members could not be read, with the reason
 */
export function rootOf({ root, notBrowsable }: Pick<Snapshot, 'root' | 'notBrowsable'>): ChunkId {
  if (root) return root.toString('hex') as ChunkId
  throw new DomainError('not_browsable', { reason: notBrowsable ?? 'not_read' })
}

/**
 * Parses the path of a request, without leading and trailing slashes; the empty path is the root.
 * @throws DomainError validation_failed for invalid text
 */
export function parseTreePath(text: string): Buffer {
  try {
    const bytes = parseApiPath(text).toString('latin1')
    return Buffer.from(
      bytes
        .split('/')
        .filter((name) => name !== '')
        .join('/'),
      'latin1',
    )
  } catch (error) {
    if (error instanceof RangeError) throw invalidField('path', 'invalid_percent_escape')
    throw error
  }
}

/**
 * Returns the entry at a path of a snapshot.
 * @throws DomainError not_found
 */
export async function findInSnapshot(reader: ChunkReader, snapshot: Snapshot, path: Buffer): Promise<TreeEntry> {
  const entry = await findEntry(reader, rootOf(snapshot), path)
  if (!entry) throw notFound()
  return entry
}
