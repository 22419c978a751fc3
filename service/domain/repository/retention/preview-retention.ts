import type { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { InTenant } from '../../levels/policy-dependencies.ts'
import type { PlatformRetention } from '../../levels/retention/effective-retention.ts'
import { type SizedVersion, type SplitLineage, findLineages, splitLineages } from './find-lineages.ts'
import {
  type RetentionProposal,
  type RetentionRules,
  readRetentionRules,
} from '../../levels/retention/retention-rules.ts'
import type { Retention } from '../../levels/retention/guards.ts'

/** Versions that are named of one lineage, the oldest first; `going` counts them all. */
const maxNamed = 50

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
  platform: PlatformRetention | null
  /** How many lineages are shown; the totals are of all. */
  limit: number
}

/** Says what the next run of retention would remove, and removes nothing: the same decision over the same rows. */
export async function previewRetention(inTenant: InTenant, question: PreviewQuestion): Promise<RetentionPreview> {
  const preview: RetentionPreview = { totals: { lineages: 0, versions: 0, bytes: 0 }, lineages: [] }
  for (const tenantId of question.tenantIds) await previewTenant(inTenant, tenantId, question, preview)
  return preview
}

async function previewTenant(
  inTenant: InTenant,
  tenantId: string,
  { deviceId, proposal, platform, limit }: PreviewQuestion,
  preview: RetentionPreview,
): Promise<void> {
  const rules = await inTenant(tenantId, ({ trx, now }) => readRetentionRules(trx, tenantId, platform, now, proposal))
  let after: string | null = null
  do {
    const page = await inTenant(tenantId, ({ trx, now }) =>
      findLineages(trx, rules, { tenantId, deviceId, after }, now),
    )
    for (const ids of page.groups) {
      const { losing, shown } = await inTenant(tenantId, async ({ trx, now }) => {
        const found = (await splitLineages(trx, rules, ids, now)).filter(({ split }) => split.go.length > 0)
        const first = found.slice(0, limit - preview.lineages.length)
        const names = await namesOf(trx, first)
        return { losing: found, shown: first.map((one) => lossOf(one, names, rules)) }
      })
      for (const { split } of losing) addLoss(preview, split.go)
      preview.lineages.push(...shown)
    }
    after = page.next
  } while (after !== null)
}

async function namesOf(trx: ScopedTransaction, lineages: SplitLineage[]): Promise<Map<string, string>> {
  const ids = lineages.map(({ artifact }) => artifact.deviceId)
  const devices = await Device.query(trx).findByIds(ids).select('id', 'name')
  return new Map(devices.map(({ id, name }) => [id, name]))
}

function addLoss({ totals }: RetentionPreview, go: SizedVersion[]): void {
  totals.lineages += 1
  totals.versions += go.length
  totals.bytes += bytesOf(go)
}

function lossOf({ artifact, split }: SplitLineage, names: Map<string, string>, rules: RetentionRules): LineageLoss {
  return {
    artifact,
    deviceName: names.get(artifact.deviceId) ?? '',
    retention: rules.of(artifact.deviceId),
    kept: split.keep.length,
    going: split.go.length,
    goingBytes: bytesOf(split.go),
    named: split.go.slice(0, maxNamed),
  }
}

function bytesOf(versions: SizedVersion[]): number {
  return versions.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0)
}
