import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { shareOfLimit } from '../../share-of-limit.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { ReceivedFailure } from '../../../shared/messages/failure.ts'
import { findSuspicions } from '../../../shared/platforms/suspicion-rules.ts'
import { artifactFacts, mergeArtifactFacts } from '../../../shared/platforms/extract-facts.ts'
import { extraCommandRules, isExtraKey } from '../../../shared/platforms/extra-commands.ts'
import type { Platform, PlatformArtifact } from '../../../shared/platforms/platform.ts'
import { platformSource } from '../../../shared/platforms/stored-platform.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { type Content, chunksOf } from '../../../shared/repository/content.ts'
import { convertFailure } from '../../store/legacy-sentences/failures.ts'
import type { Version } from '../../store/models/version.ts'
import { DomainError, invalidField, tooLarge } from '../kernel/domain-error.ts'
import { isDamage } from '../repository/chunks/backup-damaged.ts'
import { createByteBudget } from '../repository/chunks/byte-budget.ts'
import { contentRefs } from '../repository/content/content-refs.ts'
import { openMetadata } from '../repository/versions/version-metadata.ts'
import { knownFailure } from './retry-policy.ts'
import { type NamedContent, compareWithLatest } from './compare-with-latest.ts'
import { examineArchive, examineTree } from './examine-blobs.ts'
import {
  type Examined,
  type ExaminationContext,
  type ResultArtifact,
  commonPart,
  reportMissingChunks,
  unchanged,
} from './examination-context.ts'
import { type Lineage, lineageName } from './read-lineages.ts'
import { markTruncated } from './mark-truncated.ts'
import { readWhole } from '../repository/versions/renormalise.ts'
import type { ReadArtifact } from './read-job-report.ts'

/** The largest text that becomes a version. */
const textBytes = 256 * 1024 * 1024

/**
 * Reads back the captured content and decides for each artifact, in order, whether it is a new version. Statements of
 * the agent about content are not trusted: fingerprints, sizes and counts are computed from what is stored.
 * @throws DomainError 422 for an artifact that the platform does not have; 409 `not_unchanged`; 412 with the ids of
 *   missing chunks
 */
export async function examineArtifacts(
  examining: ExaminationContext,
  artifacts: ResultArtifact[],
): Promise<Examined[]> {
  rejectUnknownArtifacts(examining.platform, artifacts)
  const examined = new Map<ResultArtifact, Examined>()
  // archives last: a text of the run may represent an archive's members
  const texts = artifacts.filter((artifact) => !isArchive(examining.platform, artifact))
  const archives = artifacts.filter((artifact) => isArchive(examining.platform, artifact))
  for (const artifact of [...texts, ...archives]) {
    examined.set(artifact, await examine(examining, artifact, artifacts.indexOf(artifact), [...examined.values()]))
  }
  return markTruncated(
    examining,
    artifacts.map((artifact) => examined.get(artifact) as Examined),
  )
}

function isArchive({ artifacts }: Platform, { key }: ResultArtifact): boolean {
  return artifacts[key]?.archive !== undefined
}

async function examine(
  examining: ExaminationContext,
  artifact: ResultArtifact,
  at: number,
  before: Examined[],
): Promise<Examined> {
  const { key, transport } = artifact
  const reported = examining.report.artifacts.get(lineageName(artifact))
  const lineage = examining.lineages.get(lineageName(artifact))
  switch (artifact.state) {
    case 'absent':
      return { key, transport, state: 'absent', reason: absenceReason(reported) }
    case 'failed': {
      const code = knownFailure(artifact.error_code)
      return { key, transport, state: 'failed', code, failure: reportedFailure(reported, code) }
    }
    case 'unchanged':
      return { key, transport, ...(await confirmUnchanged(examining, lineage, artifact)) }
    case 'captured':
      if (isArchive(examining.platform, artifact)) {
        const content = contentOf(artifact, at, Number.MAX_SAFE_INTEGER)
        return { key, transport, ...(await examineArchive(examining, lineage, artifact, content, before)) }
      }
      if (artifact.root) return { key, transport, ...(await examineTree(examining, lineage, artifact, artifact.root)) }
      return {
        key,
        transport,
        ...(await examineText(examining, lineage, artifact, contentOf(artifact, at, textBytes))),
      }
  }
}

/** Sent as a sentence by an agent of an earlier release. */
function absenceReason({ reason, message: text }: Partial<ReadArtifact> = {}): ReceivedMessage | null {
  return reason ?? (text === undefined ? null : message('legacy_text', { text }))
}

function reportedFailure({ failure, message }: Partial<ReadArtifact> = {}, code: FailureCode): ReceivedFailure | null {
  return failure ?? (message === undefined ? null : convertFailure(message, code))
}

/** Returns one entry for each artifact that the platform reads over this transport. */
function rejectUnknownArtifacts(platform: Platform, artifacts: ResultArtifact[]) {
  const seen = new Set<string>()
  for (const [at, artifact] of artifacts.entries()) {
    const known = Object.hasOwn(platform.artifacts, artifact.key)
      ? platform.artifacts[artifact.key]
      : extraArtifact(platform, artifact.key)
    const path = `artifacts.${at}`
    if (!known?.transports.includes(artifact.transport)) throw invalidField(`${path}.key`, 'not_artifact_of_platform')
    if (seen.has(lineageName(artifact))) throw invalidField(`${path}.key`, 'given_more_than_once')
    seen.add(lineageName(artifact))
    if (artifact.state !== 'captured') continue
    const isWrong = {
      root: artifact.root === undefined ? known.kind === 'blob' && !known.archive : known.kind === 'text',
      content:
        artifact.content === undefined
          ? known.kind === 'text' || known.archive
          : known.kind === 'blob' && !known.archive,
    }
    if (isWrong.content) throw invalidField(`${path}.content`, 'not_content_of_artifact', { artifact: artifact.key })
    if (isWrong.root) throw invalidField(`${path}.root`, 'not_content_of_artifact', { artifact: artifact.key })
  }
}

/** The text of an extra command is stored even if the command was deleted while it ran. */
function extraArtifact(platform: Platform, key: string): PlatformArtifact | undefined {
  const isAllowed = isExtraKey(key) && extraCommandRules(platform) !== undefined
  return isAllowed ? { kind: 'text', transports: ['ssh'], isExtra: true } : undefined
}

async function confirmUnchanged(examining: ExaminationContext, lineage: Lineage | undefined, artifact: ResultArtifact) {
  const latest = lineage?.latest
  const compared = latest && (await compareWithLatest(examining, latest, reportedContent(artifact)))
  if (!latest || !compared?.isSame) {
    throw new DomainError('not_unchanged', { artifact: lineageName(artifact) })
  }
  return unchanged(lineage, latest, compared.renormalised)
}

/** Returns how an agent names the content of an artifact that it reports as unchanged. */
export function reportedContent({
  key,
  fingerprint = '',
  normalised_fingerprint: normalisedFingerprint = '',
  normaliser_revision: normaliserRevision = 0,
}: ResultArtifact): NamedContent {
  return { key, fingerprint, normalisedFingerprint, normaliserRevision }
}

/**
 * Limits the bytes of all texts that are examined at a time: a few kilobytes of packs may contain a text of the maximum
 * length.
 */
const texts = createByteBudget(shareOfLimit(2 * textBytes, textBytes))

async function examineText(
  examining: ExaminationContext,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
  content: Content,
) {
  const release = await texts.acquire(content.size + (lineage?.latest?.sizeBytes ?? 0))
  try {
    return await examineWithin(examining, lineage, artifact, content)
  } finally {
    release()
  }
}

async function examineWithin(
  examining: ExaminationContext,
  lineage: Lineage | undefined,
  artifact: ResultArtifact,
  content: Content,
) {
  const { platform, keys, workers } = examining
  const { raw, chunks } = await readCaptured(examining, content)
  const latest = lineage?.latest ?? null
  const previous = latest && (await readPrevious(examining, latest))
  const { key } = artifact
  const text = await workers.run('examineText', {
    platform: platformSource(platform),
    key,
    chunkIdKey: keys.chunkIdKey,
    raw,
    previous,
  })
  const normaliserRevision = platform.normalise?.revision ?? 0
  const isSame = text.previous?.normalisedFingerprint === text.normalisedFingerprint || text.previous?.isSameButUnread
  if (lineage && latest && text.previous && isSame) {
    const { normalisedFingerprint } = text.previous
    const isOld = latest.normaliserRevision !== normaliserRevision
    return unchanged(lineage, latest, isOld ? { normalisedFingerprint, normaliserRevision } : undefined)
  }
  const part = commonPart(examining, lineage, artifact)
  const before = latest && openMetadata(keys, latest)
  const isReform = before !== null && isOtherForm(before, part.metadata)
  const change = isReform ? null : (text.previous?.change ?? null)
  const facts = mergeArtifactFacts(text.facts, artifactFacts(platform, key, '', part.metadata))
  const doubts = [...(change?.suspicions ?? []), ...(before ? findSuspicions(before, part.metadata) : [])]
  return {
    state: 'changed',
    kind: 'text',
    content,
    snapshot: null,
    fingerprint: text.fingerprint,
    normalisedFingerprint: text.normalisedFingerprint,
    normaliserRevision,
    sizeBytes: raw.length,
    lines: text.lines,
    added: change?.added ?? null,
    removed: change?.removed ?? null,
    summary: change?.summary ?? null,
    suspicious: doubts.length > 0 ? doubts : null,
    isReform,
    facts,
    chunks,
    ...part,
  } as const
}

/** The metadata of a text that a device has in several forms contains its form. */
function isOtherForm({ form: before }: Record<string, unknown>, { form }: Record<string, unknown>): boolean {
  return before !== undefined && form !== undefined && before !== form
}

/** Every chunk is read, so a text with all chunks and the right size is complete. */
async function readCaptured(examining: ExaminationContext, content: Content): Promise<{ raw: Buffer; chunks: Buffer }> {
  const { reader, findMissing } = examining
  const ids: string[] = 'list' in content ? [...content.list] : []
  const chunks = () => Buffer.from(ids.join(''), 'hex')
  const readBack = async () => {
    for await (const id of chunksOf(reader, content)) ids.push(id)
    return readWhole(reader, content)
  }
  const raw = await reportMissingChunks(examining, readBack, () => findMissing(chunks()))
  return { raw, chunks: chunks() }
}

/** A stored version that cannot be read does not prevent a readable one. */
async function readPrevious({ reader }: ExaminationContext, latest: Version): Promise<Buffer | null> {
  const { bytes } = contentRefs(latest.content)
  if (!bytes) return null
  try {
    return await readWhole(reader, bytes)
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** @throws DomainError 422 for a content without chunks, or with both kinds */
function contentOf({ content }: ResultArtifact, at: number, maxBytes: number): Content {
  if (content && content.size > maxBytes) throw tooLarge('text', content.size, maxBytes)
  if (content?.chunks && !content.list) return { size: content.size, chunks: content.chunks as ChunkId[] }
  if (content?.list && !content.chunks) return { size: content.size, list: content.list as ChunkId[] }
  throw invalidField(`artifacts.${at}.content`, 'chunks_or_list')
}
