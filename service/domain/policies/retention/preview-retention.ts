import type { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import type { InTenant } from '../policy-parts.ts'
import type { Retention, RetentionRule } from './effective-retention.ts'
import { type SizedVersion, findLineages, splitLineage } from './find-lineages.ts'
import { type RetentionProposal, readRetentionRules } from './retention-rules.ts'

/** Versions that are named of one lineage, the oldest first; `going` counts them all. */
const namedAtMost = 50

/** What a lineage would lose. */
export interface LineageLoss {
  artifact: Artifact
  deviceName: string
  retention: Retention
  kept: number
  going: number
  goingBytes: number
  named: SizedVersion[]
}

/** What a run of retention would remove at this moment. Bytes are those of the texts and trees as they were collected. */
export interface RetentionPreview {
  totals: { lineages: number; versions: number; bytes: number }
  /** By customer and id, at most as many as were asked for. */
  lineages: LineageLoss[]
}

export interface PreviewQuestion {
  /** Whose. */
  tenantIds: string[]
  /** Only this device's. */
  deviceId: string | null
  /** As if a level said this; as it is without. */
  proposal?: RetentionProposal
  /** What the platform's level says. */
  platform: RetentionRule | null
  /** How many lineages are shown; the totals are of all. */
  limit: number
}

/** Says what the next run of retention would remove, and removes nothing: the same decision over the same rows. */
export async function previewRetention(inTenant: InTenant, question: PreviewQuestion): Promise<RetentionPreview> {
  const preview: RetentionPreview = { totals: { lineages: 0, versions: 0, bytes: 0 }, lineages: [] }
  for (const tenantId of question.tenantIds) await previewCustomer(inTenant, tenantId, question, preview)
  return preview
}

async function previewCustomer(
  inTenant: InTenant,
  tenantId: string,
  { deviceId, proposal, platform, limit }: PreviewQuestion,
  preview: RetentionPreview,
): Promise<void> {
  const rules = await inTenant(tenantId, ({ trx }) => readRetentionRules(trx, tenantId, platform, proposal))
  let after: string | null = null
  do {
    const page = await inTenant(tenantId, ({ trx, now }) =>
      findLineages(trx, rules, { tenantId, deviceId, after }, now),
    )
    for (const { id } of page.found) {
      const loss = await inTenant(tenantId, async ({ trx, now }) => {
        const lineage = await splitLineage(trx, rules, id, now)
        if (!lineage || lineage.split.go.length === 0) return null
        const device = await Device.query(trx).findById(lineage.artifact.deviceId).select('name').throwIfNotFound()
        return lossOf(lineage, device.name, rules.of(lineage.artifact.deviceId))
      })
      if (loss) addLoss(preview, loss, limit)
    }
    after = page.next
  } while (after !== null)
}

function lossOf(
  { artifact, split }: NonNullable<Awaited<ReturnType<typeof splitLineage>>>,
  deviceName: string,
  retention: Retention,
): LineageLoss {
  return {
    artifact,
    deviceName,
    retention,
    kept: split.keep.length,
    going: split.go.length,
    goingBytes: split.go.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
    named: split.go.slice(0, namedAtMost),
  }
}

function addLoss({ totals, lineages }: RetentionPreview, loss: LineageLoss, limit: number): void {
  totals.lineages += 1
  totals.versions += loss.going
  totals.bytes += loss.goingBytes
  if (lineages.length < limit) lineages.push(loss)
}
