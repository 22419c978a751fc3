import type { DeclaredDifference } from '../../../../shared/diff/declared-differences.ts'
import { message, type MessageOf } from '../../../../shared/messages/message.ts'
import type { ComplianceCode } from '../../../../shared/messages/codes.ts'
import type { DeviceComparison, LineChoice } from '../../../../shared/platforms/compare-devices.ts'
import type { TextView } from '../../../../shared/platforms/text-view.ts'
import type { Version } from '../../../store/models/version.ts'
import { shareOfLimit } from '../../../share-of-limit.ts'
import { createByteBudget } from '../chunks/byte-budget.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { requireVisible } from '../content/view-for.ts'
import { readRaw } from '../versions/read-text.ts'
import type { TaggedDevice, TextRules } from './find-tagged-devices.ts'
import { type ComplianceLimit, readDeviceTexts } from './read-device-texts.ts'

export interface ComplianceLimits {
  devices: number
  /** Bytes of the texts as collected, together. */
  bytes: number
  timeMs: number
}

export const usualComplianceLimits: ComplianceLimits = { devices: 2_000, bytes: 256 * 1024 ** 2, timeMs: 10_000 }

/** Texts of all comparisons of this process; further comparisons wait. */
const memory = createByteBudget(shareOfLimit(512 * 1024 ** 2, usualComplianceLimits.bytes))

/** Devices and what to compare them with. */
export interface ComparisonInput {
  devices: TaggedDevice[]
  /** Devices that match, also those above the limit. */
  total: number
  rules: TextRules
  /** Null: what most of the devices contain. */
  golden: Version | null
  tenantId: string
  /** How the caller reads the texts. */
  view: TextView
  differences: DeclaredDifference[]
  choice: Omit<LineChoice, 'text'> & { deviceId?: string }
}

export interface GoldenComparison extends Omit<DeviceComparison, 'texts' | 'stopped'> {
  /** Compared devices by deviation, the largest first; then those that were not compared, by name. */
  devices: (TaggedDevice & { missing: number | null; extra: number | null })[]
  /** The devices of the texts, in the order of the indexes of outliers. */
  compared: TaggedDevice[]
  total: number
  stopped: MessageOf<ComplianceCode> | null
}

/**
 * Compares the latest texts of devices in a thread, within the limits. What could not be examined is marked, and the
 * answer then has the limit.
 * @throws DomainError permission_missing, content_damaged for the golden version, busy
 */
export async function compareWithGolden(
  context: Pick<ContentContext, 'repository' | 'workers' | 'log' | 'signal'>,
  { devices, total, rules, golden, tenantId, view, differences, choice }: ComparisonInput,
  limits: ComplianceLimits,
): Promise<GoldenComparison> {
  requireVisible(view, rules)
  const sizes = [golden, ...devices.map(({ version, reason }) => (reason ? null : version))]
  const bytes = sizes.reduce((sum, version) => sum + Number(version?.sizeBytes ?? 0), 0)
  const release = await memory.acquire(Math.min(bytes, limits.bytes))
  try {
    const until = performance.now() + limits.timeMs
    const goldenText = golden && (await readRaw(context, golden))
    const read = await readDeviceTexts(context, tenantId, devices, { bytes: limits.bytes, until })
    const compared = read.texts.map(({ device }) => device)
    const input = {
      ...rules,
      view,
      golden: goldenText,
      texts: read.texts.map(({ raw }) => raw),
      ...{ differences, choice: chooseText(choice, compared), timeMs: Math.max(0, until - performance.now()) },
    }
    const transfer = [goldenText ?? [], ...input.texts].flatMap((raw) => ('buffer' in raw ? raw.buffer : []))
    const { texts, stopped, ...comparison } = await readWhole(context, 'several devices', () =>
      context.workers.run('compareDevices', input, transfer),
    )
    for (const device of compared.slice(texts.length)) device.reason = message('not_compared_not_examined')
    const reached = stopped ?? read.stopped ?? (total > devices.length ? 'devices' : null)
    return {
      ...comparison,
      devices: sortDevices(devices, new Map(texts.map((one, index) => [compared[index]!, one]))),
      compared: compared.slice(0, texts.length),
      total,
      stopped: reached && limitMessage(reached, limits),
    }
  } finally {
    release()
  }
}

/** A device that is not compared has no lines. */
function chooseText({ deviceId, ...choice }: ComparisonInput['choice'], compared: readonly TaggedDevice[]): LineChoice {
  if (deviceId === undefined) return choice
  const text = compared.findIndex(({ id }) => id === deviceId)
  return text < 0 ? { ...choice, kinds: [] } : { ...choice, text }
}

function sortDevices(
  devices: TaggedDevice[],
  counts: Map<TaggedDevice, { missing: number; extra: number }>,
): GoldenComparison['devices'] {
  const counted = devices.map((device) => ({ ...device, missing: null, extra: null, ...counts.get(device) }))
  const deviation = ({ missing, extra }: GoldenComparison['devices'][number]) =>
    missing === null || extra === null ? -1 : missing + extra
  return counted.sort((a, b) => deviation(b) - deviation(a)) // by name before, and the sort is stable
}

function limitMessage(
  reached: ComplianceLimit | NonNullable<DeviceComparison['stopped']>,
  limits: ComplianceLimits,
): MessageOf<ComplianceCode> {
  if (reached === 'devices') return message('compliance_limit_devices', { limit: limits.devices })
  if (reached === 'bytes') return message('compliance_limit_bytes', { limit: limits.bytes })
  if (reached === 'lines') return message('compliance_limit_lines')
  if (reached === 'patterns') return message('compliance_limit_patterns')
  return message('compliance_limit_time', { limit: limits.timeMs / 1000 })
}
