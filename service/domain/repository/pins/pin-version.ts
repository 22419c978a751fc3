import { Artifact } from '../../../store/models/artifact.ts'
import { Pin } from '../../../store/models/pin.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { type FoundVersion, findVersion, nameVersion } from '../versions/find-version.ts'
import { type Lineage, viewLineages } from '../versions/list-artifacts.ts'
import { holdVersion } from './hold-version.ts'
import { updateDrift } from './update-drift.ts'
import { emitDrift } from './emit-drift.ts'
import { storeRenormalised, type Renormalised, renormalise } from '../versions/renormalise.ts'

/**
 * Pins a version of a lineage, replacing an earlier pin: retention keeps this version, and the latest is compared with
 * it after each run.
 * @throws DomainError not_found for a missing lineage or version, version_of_other_lineage
 */
export async function pinVersion(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys' | 'repository' | 'workers' | 'log'>,
  artifactId: string,
  versionId: string,
  coolingOffDays: number,
): Promise<Lineage> {
  const sides = await contentContext.inTransaction((context) => findSides(context, artifactId, versionId))
  const anew = await bySameRules(contentContext, sides)
  return contentContext.inTransaction(async (context) => {
    const { trx, now, actor } = context
    const artifact = await Artifact.query(trx).findById(artifactId).forUpdate()
    const version = await Version.query(trx).findById(versionId) // retention takes the lineage's lock too
    if (!artifact || !version) throw notFound()
    const { tenantId, deviceId } = artifact
    await storeRenormalised({ trx }, anew)
    const before = await Pin.query(trx).findOne({ tenantId, artifactId })
    if (before && before.versionId !== versionId) await holdVersion(context, before, coolingOffDays)
    await Pin.query(trx)
      .insert({
        tenantId,
        artifactId: artifact.id,
        deviceId,
        versionId,
        pinnedAt: now,
        pinnedBy: actor.name,
        drifted: false,
      })
      .onConflict(['tenant_id', 'artifact_id'])
      .merge()
    const [away] = await updateDrift({ trx, tenantId }, [artifact.id])
    const back = before?.drifted && !away ? { artifactId, drifted: false, pinnedVersionId: versionId } : null
    await emitDrift(
      { trx, tenantId, now },
      [away ?? back].filter((one) => one !== null),
    )
    const detail = { version_id: versionId, device_id: deviceId, before: before?.versionId ?? null }
    await recordAudit(context, 'artifact.pin', { kind: 'artifact', id: artifactId, tenantId, detail })
    const [lineage] = await viewLineages(context, [artifact])
    return lineage!
  })
}

/**
 * Unpins a lineage. Retention applies to its versions again, to the pinned one after the cooling-off.
 * @throws DomainError not_found if no version is pinned
 */
export async function unpinVersion(context: ActionContext, artifactId: string, coolingOffDays: number): Promise<void> {
  const { trx, now } = context
  const artifact = await Artifact.query(trx).findById(artifactId).forUpdate()
  const pin = artifact && (await Pin.query(trx).findOne({ tenantId: artifact.tenantId, artifactId }))
  if (!pin) throw notFound()
  const { tenantId, versionId, drifted } = pin
  await holdVersion(context, pin, coolingOffDays)
  await Pin.query(trx).where({ tenantId, artifactId }).delete()
  if (drifted) await emitDrift({ trx, tenantId, now }, [{ artifactId, drifted: false, pinnedVersionId: null }])
  const object = { kind: 'artifact', id: artifactId, tenantId, detail: { version_id: versionId } }
  await recordAudit(context, 'artifact.unpin', object)
}

/** Returns the version to pin, and the latest. */
async function findSides(context: ActionContext, artifactId: string, versionId: string): Promise<FoundVersion[]> {
  const artifact = await Artifact.query(context.trx).findById(artifactId)
  if (!artifact) throw notFound()
  const wanted = await findVersion(context, versionId)
  if (wanted.artifact.id !== artifact.id) throw new DomainError('version_of_other_lineage')
  const { latestVersionId } = artifact
  if (latestVersionId === null || latestVersionId === versionId) return [wanted]
  return [wanted, await findVersion(context, latestVersionId)]
}

/** Normalises versions of older rules again; unreadable ones stay unchanged. */
async function bySameRules(
  contentContext: Pick<ContentContext, 'keys' | 'repository' | 'workers' | 'log'>,
  sides: FoundVersion[],
): Promise<Map<string, Renormalised>> {
  const found = new Map<string, Renormalised>()
  for (const { version, artifact, platform } of sides) {
    const { tenantId, content, normaliserRevision } = version
    if (!platform || 'root' in content || normaliserRevision === (platform.normalise?.revision ?? 0)) continue
    const renormalised = await readWhole(contentContext, nameVersion(version), async () => {
      const { repository, workers } = contentContext
      const comparing = {
        platform,
        keys: await contentContext.keys.of(tenantId),
        reader: repository.chunkReader(tenantId),
        workers,
      }
      return renormalise(comparing, artifact.key, version)
    })
    if (renormalised) found.set(version.id, renormalised)
  }
  return found
}
