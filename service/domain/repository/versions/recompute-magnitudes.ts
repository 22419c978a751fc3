import type { Magnitude } from '../../../../shared/diff/magnitude.ts'
import { countsIn } from '../../../../shared/platforms/comparable-member.ts'
import type { ArchiveDescription } from '../../../../shared/platforms/platform.ts'
import { platformSource, type PlatformSource } from '../../../../shared/platforms/stored-platform.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { SummarisedChange } from '../../../workers/tasks/summarise-texts.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Version } from '../../../store/models/version.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { measureTreeChange } from '../chunks/compare-trees.ts'
import { contentRefs } from '../content/content-refs.ts'
import { nameVersion } from './find-version.ts'
import { readNormalised } from './read-text.ts'
import { sealSummary } from './version-metadata.ts'

/** The largest number of versions of a request. */
const batchSize = 50

/** Time in which a request starts with further versions, so that it responds before the client's timeout. */
const defaultBatchMs = 15_000

/** Maximum total bytes of two texts to compare; the magnitude of a larger change stays unknown. */
const comparedBytes = 32 * 1024 * 1024

/**
 * Computes up to 50 unknown magnitudes and summaries of a lineage against the previous versions, latest first.
 * @param batchMs the time after which no further version is started
 * @returns `remaining`: number of versions that another request could compute; those of damaged content are not counted
 * @throws DomainError not_found
 */
export async function recomputeMagnitudes(
  contentContext: ContentContext,
  artifactId: string,
  batchMs = defaultBatchMs,
): Promise<{ computed: number; remaining: number }> {
  const { pairs, ...of } = await contentContext.inTransaction(async (context) => {
    const artifact = await Artifact.query(context.trx).findById(artifactId)
    if (!artifact) throw notFound()
    const device = await Device.query(context.trx).findById(artifact.deviceId).throwIfNotFound()
    const { key, kind } = artifact
    const platform = await findPlatform(context.trx, device)
    const archive = platform?.artifacts[key]?.archive
    const source = platform ? platformSource(platform) : device.platform
    const hasSummary = kind === 'text' && platform !== undefined && !platform.artifacts[key]?.secret
    const { tenantId } = artifact
    return { tenantId, platform: source, archive, key, kind, pairs: await findUnknown(context, artifact, hasSummary) }
  })
  const keys = pairs.length > 0 ? await contentContext.keys.of(of.tenantId) : null
  const computed: Measured[] = []
  let passed = 0
  const until = performance.now() + batchMs
  for (const { id, beforeId } of pairs) {
    if (computed.length === batchSize || performance.now() > until) break
    passed++
    const measured = await unlessDamaged(() => measure(contentContext, { ...of, keys: keys! }, beforeId, id))
    if (measured) computed.push({ id, ...measured })
  }
  await contentContext.inTransaction(async (context) => {
    for (const { id, magnitude, summary } of computed) {
      await Version.query(context.trx).findById(id).whereNull('added').patch(magnitude)
      if (!summary) continue
      const patch = { summary: sealSummary(keys!, id, summary.message), changeFingerprint: summary.fingerprint }
      await Version.query(context.trx).findById(id).whereNull('summary').patch(patch)
    }
    const object = { kind: 'artifact', id: artifactId, detail: { computed: computed.length } }
    await recordAudit(context, 'artifact.recompute', object)
  })
  return { computed: computed.length, remaining: pairs.length - passed }
}

interface Measured {
  id: string
  magnitude: Magnitude
  summary: SummarisedChange | null
}

/** Returns versions without a magnitude or a summary, each with its previous version. */
async function findUnknown(
  { trx }: ActionContext,
  { id, tenantId }: Artifact,
  hasSummary: boolean,
): Promise<{ id: string; beforeId: string }[]> {
  const { rows } = await trx.raw(
    `select v.id, before.id as "beforeId"
     from versions v
     cross join lateral (
       select p.id, p.size_bytes from versions p
       where p.tenant_id = v.tenant_id and p.artifact_id = v.artifact_id and (p.captured_at, p.id) < (v.captured_at, v.id)
       order by p.captured_at desc, p.id desc limit 1
     ) before
     where v.tenant_id = ? and v.artifact_id = ? and (v.added is null or (? and v.summary is null))
       and (jsonb_exists(v.content, 'root') or jsonb_exists(v.content, 'archive') or v.size_bytes + before.size_bytes <= ?)
     order by v.captured_at desc, v.id desc`,
    [tenantId, id, hasSummary, comparedBytes],
  )
  return rows
}

async function measure(
  contentContext: ContentContext,
  of: {
    keys: TenantKeys
    platform: PlatformSource
    archive: ArchiveDescription | undefined
    key: string
    kind: Artifact['kind']
  },
  beforeId: string,
  versionId: string,
): Promise<Omit<Measured, 'id'> | undefined> {
  const [before, version] = await contentContext.inTransaction(({ trx }) =>
    Promise.all([Version.query(trx).findById(beforeId), Version.query(trx).findById(versionId)]),
  )
  if (!before || !version) return undefined // deleted meanwhile
  if (of.kind === 'blob') {
    const roots = [contentRefs(before.content).root, contentRefs(version.content).root]
    const [older, newer] = roots
    if (!older || !newer) return undefined // unreadable members cannot be counted
    const reader = contentContext.repository.chunkReader(version.tenantId)
    const counts = countsIn(of.archive)
    const magnitude = await readWhole(contentContext, nameVersion(version), () =>
      measureTreeChange(reader, older, newer, createEventLoopYielder(contentContext.signal), counts),
    )
    return { magnitude, summary: null }
  }
  const rules = { platform: of.platform, key: of.key }
  const texts = {
    before: await readNormalised(contentContext, before, rules, 'whole'),
    after: await readNormalised(contentContext, version, rules, 'whole'),
  }
  const transfer = [texts.before.buffer, texts.after.buffer]
  const { summary, ...magnitude } = await readWhole(contentContext, nameVersion(version), () =>
    contentContext.workers.run(
      'measureVersionMagnitude',
      { ...rules, ...texts, chunkIdKey: of.keys.chunkIdKey },
      transfer,
    ),
  )
  return { magnitude, summary }
}

async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && error.fields.code === 'content_damaged') return undefined
    throw error
  }
}
