import { createStoredTextProof } from '../../../../shared/platforms/stored-text-proof.ts'
import type { Platform, Transport } from '../../../../shared/platforms/platform.ts'
import type { DeviceOptions } from '../../../../shared/platforms/requests.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../../../shared/repository/content.ts'
import { ContentDamaged } from '../../../../shared/repository/damaged.ts'
import type { VersionContent } from '../../../store/models/version.ts'
import type { RestoreCheckOutcome } from '../../../store/models/restore-check.ts'
import { damageDetail, isDamage } from '../chunks/backup-damaged.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { contentRefs } from '../content/content-refs.ts'
import { writeArchive } from '../snapshots/write-archive.ts'
import { verifyTar } from './verify-tar.ts'

/** A version to check, with what its checks need. */
export interface CheckedVersion {
  content: VersionContent
  key: string
  transport: Transport
  /** Undefined: the text is only read back, because its platform or the device changed since it was collected. */
  platform: Platform | undefined
  options: DeviceOptions
}

/** `failure` is null for a restorable version. It never quotes the content. */
export interface RestoreCheckResult {
  outcome: RestoreCheckOutcome
  failure: Message | null
}

/**
 * Reads a version back as a restore would, without writing it anywhere: a text passes the platform's check for complete
 * texts, and a tree is streamed as the archive that users download. Every chunk is compared with its id.
 * @throws StoreUnreachable; the reason of `signal` when it aborts
 */
export async function checkVersion(
  reader: ChunkReader,
  version: CheckedVersion,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<RestoreCheckResult> {
  try {
    const { bytes, root } = contentRefs(version.content)
    const lacks = bytes && (await checkBytes(reader, bytes, version, signal))
    if (root) await checkTree(reader, root, now, signal)
    if (!lacks) return { outcome: 'restorable', failure: null }
    return { outcome: 'incomplete', failure: message('failure_expected', { expected: lacks }) }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { outcome: 'damaged', failure: damageDetail(error) }
  }
}

async function checkBytes(reader: ChunkReader, content: Content, version: CheckedVersion, signal: AbortSignal) {
  const { platform, key, transport, options } = version
  const proof = platform && createStoredTextProof(platform, key, transport, options)
  let size = 0
  for await (const piece of readContent(reader, content)) {
    signal.throwIfAborted()
    size += piece.length
    proof?.push(piece)
  }
  if (size !== content.size) throw new ContentDamaged(`${size} bytes instead of ${content.size}`)
  return proof?.end() ?? null
}

async function checkTree(reader: ChunkReader, root: ChunkId, now: Date, signal: AbortSignal): Promise<void> {
  const pace = createEventLoopYielder(signal)
  const archive = writeArchive(reader, root, Buffer.alloc(0), { limitBytes: Number.MAX_SAFE_INTEGER, pace, now })
  await verifyTar(archive)
}
