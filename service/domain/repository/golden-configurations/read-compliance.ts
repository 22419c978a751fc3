import { platformSource } from '../../../../shared/platforms/stored-platform.ts'
import type { LineChoice } from '../../../../shared/platforms/compare-devices.ts'
import { Device } from '../../../store/models/device.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, tooLarge } from '../../kernel/domain-error.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import type { ContentContext } from '../content/content-context.ts'
import { maskedDetail, viewFor } from '../content/view-for.ts'
import { findVersion, normalisationOf } from '../versions/find-version.ts'
import {
  type GoldenComparison,
  type ComplianceLimits,
  compareWithGolden,
  usualComplianceLimits,
} from './compare-with-golden.ts'
import { type TagQuestion, findTaggedDevices } from './find-tagged-devices.ts'
import type { GoldenView } from './golden-view.ts'
import { getGolden } from './list-goldens.ts'

/** Which lines are listed: of all devices, or those in which one device differs. */
export type ComplianceChoice = Omit<LineChoice, 'text'> & { deviceId?: string }

export interface Compliance {
  /** Null: the devices are compared with what most of them contain. */
  golden: GoldenView | null
  tag: string
  platform: string
  key: string
  comparison: GoldenComparison
}

/**
 * Compares the latest texts of the devices of a golden configuration with its version.
 * @throws DomainError not_found, is_secret, too_large above the comparison limit, content_damaged, keys_destroyed, busy
 */
export async function readCompliance(
  contentContext: ContentContext,
  goldenId: string,
  choice: ComplianceChoice,
  limits: ComplianceLimits = usualComplianceLimits,
): Promise<Compliance> {
  const { diffFileBytes } = contentContext.limits
  const asked = await contentContext.inTransaction(async (context) => {
    const view = await getGolden(context, goldenId)
    const { tenantId, tag, platform, key, versionId } = view.golden
    const found = await findVersion(context, versionId)
    if (found.isSecret) throw new DomainError('is_secret', { operation: 'compare' })
    const { sizeBytes } = found.version
    if (sizeBytes > diffFileBytes) throw tooLarge('comparison', sizeBytes, diffFileBytes)
    const question = { tenantId, tag, platform, key, transport: found.artifact.transport }
    const tagged = await findTaggedDevices(context, question, { limit: limits.devices, maxBytes: diffFileBytes })
    return { view, found, question, tagged }
  })
  const { view, found, question, tagged } = asked
  const { tenantId, declaredDifferences: differences } = view.golden
  const shownAs = await viewFor(contentContext, tenantId)
  const rules = normalisationOf(found)
  const input = { ...tagged, rules, golden: found.version, tenantId, view: shownAs, differences, choice }
  const compared = await compareWithGolden(contentContext, input, limits)
  await contentContext.inTransaction((context) =>
    recordReading(context, question, { compared, choice, golden: view.golden, ...maskedDetail(contentContext) }),
  )
  return describeCompliance(question, view, compared)
}

/**
 * Compares the latest texts of devices with what most of them contain.
 * @throws DomainError tenant_required if devices of several tenants match, validation_failed for an unknown platform,
 *   is_secret, keys_destroyed, busy
 */
export async function readOutliers(
  contentContext: ContentContext,
  { tag, platform, key }: { tag: string; platform: string; key: string },
  choice: ComplianceChoice,
  limits: ComplianceLimits = usualComplianceLimits,
): Promise<Compliance> {
  const asked = await contentContext.inTransaction(async (context) => {
    const tenantId = context.tenantId ?? (await findOnlyTenant(context, { tag, platform }))
    const known = await findPlatform(context.trx, { tenantId, platform })
    if (!known) throw invalidField('platform', 'platform_unknown', { platform })
    if (known.artifacts[key]?.secret) throw new DomainError('is_secret', { operation: 'compare' })
    const question = { tenantId, tag, platform, key, transport: null }
    const maxBytes = contentContext.limits.diffFileBytes
    const tagged = await findTaggedDevices(context, question, { limit: limits.devices, maxBytes })
    return { known, question, tagged }
  })
  const { known, question, tagged } = asked
  const { tenantId } = question
  const rules = { platform: platformSource(known), key }
  const view = await viewFor(contentContext, tenantId)
  const input = { ...tagged, rules, golden: null, tenantId, view, differences: [], choice }
  const compared = await compareWithGolden(contentContext, input, limits)
  await contentContext.inTransaction((context) =>
    recordReading(context, question, { compared, choice, golden: null, ...maskedDetail(contentContext) }),
  )
  return describeCompliance(question, null, compared)
}

function describeCompliance(
  { tag, platform, key }: TagQuestion,
  golden: GoldenView | null,
  comparison: GoldenComparison,
): Compliance {
  return { golden, tag, platform, key, comparison }
}

/** Returns the tenant of the devices in service with a platform and a tag. */
async function findOnlyTenant(
  { trx }: ActionContext,
  { tag, platform }: { tag: string; platform: string },
): Promise<string> {
  const devices = await Device.query(trx)
    .distinct('tenantId')
    .where({ platform })
    .whereNull('decommissionedAt')
    .whereRaw('? = any(tags)', [tag])
    .limit(2)
  const [device, another] = devices
  if (!device || another) throw new DomainError('tenant_required')
  return device.tenantId
}

interface RecordedComparison {
  compared: GoldenComparison
  choice: ComplianceChoice
  golden: { id: string; name: string; versionId: string } | null
  masked?: true
}

/** Records the devices before anything of them is shown. */
function recordReading(
  context: ActionContext,
  { tenantId, tag, platform, key }: TagQuestion,
  { compared, choice, golden, masked }: RecordedComparison,
): Promise<void> {
  const read = { tag, platform, key, ...describeRead(compared, choice.deviceId), ...(masked && { masked }) }
  const detail = golden ? { name: golden.name, version_id: golden.versionId, ...read } : read
  const object = golden ? { kind: 'golden_configuration', id: golden.id } : { kind: 'configurations' }
  return recordAudit(context, 'config.search', { ...object, tenantId, detail })
}

/** Returns the compared devices; for the lines of one device, it and the outliers of these lines. */
function describeRead({ compared, lines }: GoldenComparison, deviceId: string | undefined) {
  if (deviceId === undefined) return { devices: compared.map(({ id }) => id) }
  const named = new Set(lines.flatMap(({ outlierIndexes }) => outlierIndexes ?? []))
  const devices = compared.filter(({ id }, index) => id === deviceId || named.has(index)).map(({ id }) => id)
  return devices.includes(deviceId) ? { device_id: deviceId, devices } : { devices }
}
