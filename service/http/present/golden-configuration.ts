import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { GoldenComparison } from '../../domain/repository/golden-configurations/compare-with-golden.ts'
import type { GoldenView } from '../../domain/repository/golden-configurations/golden-view.ts'
import type { Compliance } from '../../domain/repository/golden-configurations/read-compliance.ts'

type Schemas = components['schemas']

export function presentGolden({ golden, version, deviceName }: GoldenView): Schemas['GoldenConfiguration'] {
  return {
    id: golden.id,
    tenant_id: golden.tenantId,
    name: golden.name,
    tag: golden.tag,
    platform: golden.platform as Schemas['PlatformId'],
    key: golden.key,
    version_id: version.id,
    captured_at: version.capturedAt.toISOString(),
    artifact_id: version.artifactId,
    device_id: version.deviceId,
    device: deviceName,
    declared_differences: golden.declaredDifferences,
    note: golden.note,
    created_at: golden.createdAt.toISOString(),
    created_by: golden.createdBy,
    updated_at: golden.updatedAt.toISOString(),
    updated_by: golden.updatedBy,
  }
}

export function presentCompliance(
  { golden, tag, platform, key, comparison }: Compliance,
  { locale, masked }: { locale: Locale; masked: boolean },
): Schemas['Compliance'] {
  const { devices, compared, totals, total, lines, matching, stopped } = comparison
  const complete = devices.filter(({ missing }) => missing === 0)
  return {
    golden: golden && presentGolden(golden),
    tag,
    platform: platform as Schemas['PlatformId'],
    key,
    devices_total: total,
    devices_compared: compared.length,
    devices_without_missing: complete.length,
    devices_equal: complete.filter(({ extra }) => extra === 0).length,
    lines_expected: golden ? totals.golden : totals.common,
    lines_everywhere: totals.everywhere,
    lines_total: matching,
    devices: devices.map((device) => presentDevice(device, locale)),
    lines: lines.map((line) => presentLine(line, compared)),
    complete: stopped === null,
    stopped,
    reason: stopped && render(stopped, locale),
    masked,
  }
}

function presentDevice(
  { id, name, site, version, artifactId, missing, extra, reason }: GoldenComparison['devices'][number],
  locale: Locale,
): Schemas['CompliantDevice'] {
  return {
    ...{ id, name, site, artifact_id: artifactId },
    version_id: version?.id ?? null,
    captured_at: version?.capturedAt.toISOString() ?? null,
    ...{ missing, extra, not_compared: reason },
    reason: reason && render(reason, locale),
  }
}

function presentLine(
  { kind, line, path, text, having, isLacking, outliers, outlierIndexes }: GoldenComparison['lines'][number],
  compared: GoldenComparison['compared'],
): Schemas['ComplianceLine'] {
  return {
    ...{ kind, line, path, text, devices: having, outliers },
    outlier_side: isLacking ? 'without' : 'with',
    outlier_ids: outlierIndexes && outlierIndexes.map((index) => compared[index]!.id),
  }
}
