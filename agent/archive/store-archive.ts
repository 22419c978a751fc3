import { createSecretKey } from 'node:crypto'
import { createArchiveNames } from '../../shared/agent-protocol/archive-names.ts'
import { message } from '../../shared/messages/message.ts'
import type { NotBrowsable } from '../../shared/platforms/not-browsable.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import { chunkIdOf, type ChunkId } from '../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { writeContent, type Content } from '../../shared/repository/content.ts'
import { createTreeWriter } from '../../shared/repository/tree-writer.ts'
import type { ArchiveNames, CapturedArchive, RunLog } from '../collect/captured.ts'
import type { CollectDependencies, FoundArchive } from '../collect/device-collector.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { CheckedArtifact } from '../job-link.ts'
import type { LeasedJob } from '../leased-job.ts'
import { createTextNames } from '../text-fingerprints.ts'
import { ArchiveDamaged, MembersUnreadable } from './archive-fault.ts'
import { archiveLimits, readMembers, type ArchiveLimits, type Members } from './read-members.ts'

/** Dependencies of storing, beside the job. */
export interface StoreArchiveDependencies {
  /** Stores the chunks. */
  writer: ChunkWriter
  /** Whether the service lacks this content. */
  isNeeded: (named: CheckedArtifact) => Promise<boolean>
  log: RunLog
  now: () => Date
  limits?: ArchiveLimits
}

/**
 * Returns `CollectDependencies.storeArchive` for one job. An archive that can be opened twice is read once to compute
 * its fingerprints, and a second time only if the service needs it. Memory use does not depend on its size.
 */
export function createArchiveKeeper(
  job: LeasedJob,
  dependencies: StoreArchiveDependencies,
): CollectDependencies['storeArchive'] {
  const chunkIdKey = createSecretKey(job.target.chunkIdKey)
  const naming: ChunkWriter = {
    put: (content) => Promise.resolve(chunkIdOf(chunkIdKey, content)),
    flush: () => Promise.resolve(),
  }

  return async (found) => {
    const capturedAt = dependencies.now()
    const first = await readThrough(job, found, found.isRepeatable ? naming : dependencies.writer, dependencies)
    const names = nameArchive(job, found, first)
    const captured = captureOf(found, first, names, capturedAt)
    if (!found.isRepeatable) return { ...captured, stored: first.stored }
    const named = namedArchive(captured)
    if (!(await dependencies.isNeeded(named))) return captured
    const second = await readThrough(job, found, dependencies.writer, dependencies)
    if (nameArchive(job, found, second).fingerprint !== names.fingerprint) throw changedMeanwhile(found)
    return { ...captured, stored: second.stored }
  }
}

/** Returns an archive's names as the service compares them. */
export function namedArchive(archive: CapturedArchive): CheckedArtifact {
  const { key, transport, fingerprint, normalisedFingerprint, normaliserRevision } = archive
  return {
    key,
    transport,
    fingerprint,
    normalised_fingerprint: normalisedFingerprint,
    normaliser_revision: normaliserRevision,
  }
}

interface ReadArchive {
  stored: { content: Content; root?: ChunkId }
  identity: string | undefined
  notBrowsable: NotBrowsable | undefined
}

async function readThrough(
  job: LeasedJob,
  found: FoundArchive,
  writer: ChunkWriter,
  { log, limits = archiveLimits }: StoreArchiveDependencies,
): Promise<ReadArchive> {
  const { platform, archive } = describedIn(job, found.key)
  const { chunkIdKey } = job.target
  const content = writeContent(writer)
  const pieces = pushingOn(found.open(), content)
  let members: Members | undefined
  let notBrowsable: NotBrowsable | undefined
  try {
    members = await readMembers(unclosed(pieces), { platform, archive, chunkIdKey, writer, limits })
  } catch (error) {
    if (error instanceof ArchiveDamaged) throw damaged(found, error.message)
    if (!(error instanceof MembersUnreadable)) throw error
    const { reason, message: detail } = error
    log('warn', message('log_members_unreadable', { archive: found.key, reason, detail }))
    notBrowsable = error.reason
  }
  while (!(await pieces.next()).done) continue
  const whole = await content.end()
  if (whole.size === 0) throw damaged(found, 'there is nothing in it')
  if (!members) return { stored: { content: whole }, identity: undefined, notBrowsable }
  const tree = createTreeWriter(writer)
  for (const { path, entry } of members.entries) await tree.add(path, entry)
  const { root } = await tree.end()
  return { stored: { content: whole, root }, identity: members.identity, notBrowsable }
}

function describedIn({ order }: LeasedJob, key: string) {
  const platform = platformById(order.device.platform)
  const archive = platform?.artifacts[key]?.archive
  if (!platform || !archive) throw new Error(`${key} of ${order.device.platform} is no archive`)
  return { platform, archive }
}

async function* pushingOn(
  pieces: AsyncIterable<Uint8Array>,
  content: { push(data: Uint8Array): Promise<void> },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    await content.push(piece)
    yield piece
  }
}

/**
 * Returns an iterable that stays open if a reader stops early: the rest of an archive is stored even if its members
 * cannot be read.
 */
function unclosed(pieces: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) }
}

function nameArchive(job: LeasedJob, found: FoundArchive, { stored, identity }: ReadArchive): ArchiveNames {
  const names = createArchiveNames(job.target.chunkIdKey)
  const { platform } = describedIn(job, found.key)
  const fingerprint = names.ofBytes(stored.content)
  const companion = companionName(job, found)
  const normalisedFingerprint =
    identity !== undefined
      ? names.ofMembers(identity)
      : companion !== undefined
        ? names.ofCompanion(companion)
        : fingerprint
  return { fingerprint, normalisedFingerprint, normaliserRevision: platform.normalise?.revision ?? 0 }
}

function companionName(job: LeasedJob, { companion }: FoundArchive): string | undefined {
  if (!companion) return undefined
  if (companion.kind === 'long-text') return companion.normalisedFingerprint
  const names = createTextNames(job, companion.key)
  names.push(companion.raw)
  return names.end().normalised_fingerprint
}

function captureOf(
  { key, transport, metadata }: FoundArchive,
  { stored, notBrowsable }: ReadArchive,
  names: ArchiveNames,
  capturedAt: Date,
): CapturedArchive {
  return {
    kind: 'archive',
    key,
    transport,
    ...names,
    stored: undefined,
    metadata: {
      ...metadata,
      size_bytes: stored.content.size,
      ...(notBrowsable === undefined ? {} : { not_browsable: notBrowsable }),
    },
    capturedAt,
  }
}

function damaged({ key }: FoundArchive, seen: string): DeviceFailure {
  return new DeviceFailure('archive_damaged', {
    step: message('step_reading', { artifact: key }),
    expected: message('expected_whole_archive'),
    seen,
  })
}

function changedMeanwhile({ key }: FoundArchive): DeviceFailure {
  const seen = 'it was another file when it was read for the second time'
  return new DeviceFailure('archive_damaged', {
    step: message('step_reading', { artifact: key }),
    expected: message('expected_one_archive'),
    seen,
  })
}
