import type { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { InTenant } from '../../policies/policy-dependencies.ts'
import type { PlatformRetention } from '../../policies/retention/effective-retention.ts'
import { type SizedVersion, type SplitLineage, findLineages, splitLineages } from './find-lineages.ts'
import {
  type RetentionProposal,
  type RetentionRules,
  loadRetentionRules,
} from '../../policies/retention/load-retention-rules.ts'
import type { Retention } from '../../policies/retention/guards.ts'

/** Maximum number of versions listed per lineage, oldest first; `going` counts all. */
const maxNamed = 50

/** Versions of a lineage that would be deleted. */
export interface LineageLoss {
  artifact: Artifact
  deviceName: string
  retention: Retention
  kept: number
  going: number
  goingBytes: number
  named: SizedVersion[]
}

/** What a retention run would delete now. Bytes are those of the texts and trees as collected. */
export interface RetentionPreview {
  totals: { lineages: number; versions: number; bytes: number }
  /** By tenant and id, at most `limit`. */
  lineages: LineageLoss[]
}

export interface PreviewQuestion {
  /** Tenants to preview. */
  tenantIds: string[]
  /** Restricts the preview to these devices. */
  deviceIds: readonly string[] | null
  /** A proposed rule of a level; without it, the current rules apply. */
  proposal?: RetentionProposal
  /** The rule of the platform's level. */
  platform: PlatformRetention | null
  /** Maximum number of lineages in the result; the totals include all. */
  limit: number
}

/**
 * Returns what the next retention run would delete, by the same decision over the same rows, without deleting anything.
 */
export async function previewRetention(inTenant: InTenant, question: PreviewQuestion): Promise<RetentionPreview> {
  const preview: RetentionPreview = { totals: { lineages: 0, versions: 0, bytes: 0 }, lineages: [] }
  for (const tenantId of question.tenantIds) await previewTenant(inTenant, tenantId, question, preview)
  return preview
}

async function previewTenant(
  inTenant: InTenant,
  tenantId: string,
  { deviceIds, proposal, platform, limit }: PreviewQuestion,
  preview: RetentionPreview,
): Promise<void> {
  const rules = await inTenant(tenantId, ({ trx, now }) => loadRetentionRules(trx, tenantId, platform, now, proposal))
  let after: string | null = null
  do {
    const page = await inTenant(tenantId, ({ trx, now }) =>
      findLineages(trx, rules, { tenantId, deviceIds, after }, now),
    )
    for (const ids of page.groups) {
      const { losing, shown } = await inTenant(tenantId, async ({ trx, now }) => {
        const found = (await splitLineages(trx, rules, ids, now)).filter(({ split }) => split.remove.length > 0)
        const first = found.slice(0, limit - preview.lineages.length)
        const names = await namesOf(trx, first)
        return { losing: found, shown: first.map((one) => lossOf(one, names, rules)) }
      })
      for (const { split } of losing) addLoss(preview, split.remove)
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
    going: split.remove.length,
    goingBytes: bytesOf(split.remove),
    named: split.remove.slice(0, maxNamed),
  }
}

function bytesOf(versions: SizedVersion[]): number {
  return versions.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0)
}
