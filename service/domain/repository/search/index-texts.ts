import { createNormaliser } from '../../../../shared/platforms/normalise.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../../../shared/repository/content.ts'
import type { SearchedPart } from '../../../../shared/search/find-lines.ts'
import { createPartCutter } from '../../../../shared/search/part-cutter.ts'
import { inScope } from '../../../store/scope.ts'
import { isDamage } from '../chunks/backup-damaged.ts'
import { type SearchDependencies, latestTexts, ruleRevision, ruleValues } from './search-dependencies.ts'
import { createSegmentWriter } from './segment-writer.ts'
import { acquireSegmentLease } from './segment-lease.ts'

/** Dependencies of the indexer. */
export interface IndexDependencies extends SearchDependencies {
  chunkReader: (tenantId: string) => ChunkReader
  signal?: AbortSignal
}

/** Number of indexed texts; `unreadable` texts are skipped and retried the next time. */
export interface Indexed {
  texts: number
  segments: number
  unreadable: number
}

/** Texts per query. */
const pageSize = 200

/** Limits of texts that are read concurrently. */
const together = { texts: 16, bytes: 1024 * 1024 }

/**
 * Writes a tenant's current texts that are in no segment to new ones, normalised by the rules of their platforms. It
 * can be interrupted, and run twice at once: until a text is in a segment, searches read it from its version.
 * @param since only versions with a larger id: it avoids a scan of a large tenant
 * @returns null if another replica holds the lease
 */
export async function indexTexts(
  dependencies: IndexDependencies,
  tenantId: string,
  since?: string,
): Promise<Indexed | null> {
  const turn = await acquireSegmentLease(dependencies, tenantId)
  if (!turn) return null
  const writer = createSegmentWriter(dependencies, tenantId)
  const reader = dependencies.chunkReader(tenantId)
  let unreadable = 0

  async function add(text: UnindexedText, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const part of cutParts(text, pieces)) await writer.add(part)
      writer.endText(text)
    } catch (error) {
      if (!isDamage(error)) throw error
      writer.dropText()
      unreadable++
    }
  }

  try {
    let after = '00000000-0000-0000-0000-000000000000'
    for (let left = true; left;) {
      const page = await findUnindexed(dependencies, tenantId, after, since)
      for (const group of groupsOf(page)) {
        dependencies.signal?.throwIfAborted()
        if (group.length === 1) await add(group[0]!, readContent(reader, group[0]!.content))
        else {
          const read = await Promise.all(group.map(async (text) => ({ text, pieces: await readAll(reader, text) })))
          for (const { text, pieces } of read) await add(text, pieces ?? readContent(reader, text.content))
        }
        await turn.keep()
      }
      left = page.length === pageSize
      after = page.at(-1)?.artifactId ?? after
    }
    return { ...(await writer.end()), unreadable }
  } finally {
    await turn.end()
  }
}

interface UnindexedText {
  artifactId: string
  versionId: string
  platform: string
  key: string
  revision: number
  content: Content
}

async function findUnindexed(
  { knex }: IndexDependencies,
  tenantId: string,
  after: string,
  since: string | undefined,
): Promise<UnindexedText[]> {
  const isNew = since === undefined ? '' : 'and v.id > :since and a.id = v.artifact_id'
  const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw(
      `select a.id as "artifactId", v.id as "versionId", d.platform, a.key, ${ruleRevision} as revision, v.content
       from ${latestTexts} and s.version_id is null and a.id > :after ${isNew}
       order by a.id limit :pageSize`,
      { ...ruleValues, tenantId, after, pageSize, ...(since !== undefined && { since }) },
    ),
  )
  return rows
}

/** Groups small texts; each larger one is its own group. */
function groupsOf(page: UnindexedText[]): UnindexedText[][] {
  const isSmall = ({ content }: UnindexedText) => content.size <= together.bytes
  const small = page.filter(isSmall)
  const groups = page.filter((text) => !isSmall(text)).map((text) => [text])
  for (let at = 0; at < small.length; at += together.texts) groups.push(small.slice(at, at + together.texts))
  return groups
}

/** Returns null for a damaged text; its readers report the damage. */
async function readAll(reader: ChunkReader, { content }: UnindexedText): Promise<Buffer[] | null> {
  try {
    return await Array.fromAsync(readContent(reader, content))
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** A line stream copies its input, so it gets small blocks. */
const pieceBytes = 256 * 1024

/** Yields a normalised text in parts, without holding it completely in memory. */
export async function* cutParts(
  { platform, key }: { platform: string; key: string },
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<SearchedPart> {
  const known = platformById(platform)
  const normaliser = known && createNormaliser(known, key)
  const cutter = createPartCutter()
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += pieceBytes) {
      const raw = piece.subarray(at, at + pieceBytes)
      yield* cutter.push(normaliser ? normaliser.push(raw) : raw)
    }
  }
  if (normaliser) yield* cutter.push(normaliser.end())
  yield* cutter.end()
}
