import type { components } from '../../../shared/contract/api-types.ts'
import type { LineRun } from '../../../shared/diff/diff-declared.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { DevicePairView } from '../../domain/repository/pairs/device-pairs.ts'
import type { PairDiff } from '../../domain/repository/pairs/read-pair-diff.ts'
import { presentUnified } from './unified.ts'

type Schemas = components['schemas']

export function presentDevicePair({ pair, first, second }: DevicePairView, locale: Locale): Schemas['DevicePair'] {
  return {
    id: pair.id,
    tenant_id: pair.tenantId,
    name: pair.name,
    first: presentSide(first, pair.firstVersionId),
    second: presentSide(second, pair.secondVersionId),
    key: pair.key,
    declared_differences: pair.declaredDifferences.map(({ pattern, note = null }) => ({ pattern, note })),
    note: pair.note,
    state: pair.state,
    reason: pair.reason && render(pair.reason, locale),
    reason_message: pair.reason,
    differing_lines: pair.differingLines,
    since: pair.since.toISOString(),
    compared_at: pair.comparedAt?.toISOString() ?? null,
    created_at: pair.createdAt.toISOString(),
    updated_at: pair.updatedAt.toISOString(),
    updated_by: pair.updatedBy,
  }
}

function presentSide(
  { id, name, platform }: DevicePairView['first'],
  versionId: string | null,
): Schemas['DevicePairSide'] {
  return { device_id: id, device: name, platform: platform as Schemas['PlatformId'], version_id: versionId }
}

/** Line numbers of the API start at 1. */
export function presentPairDiff({ from, to, difference }: PairDiff, masked: boolean): Schemas['DeclaredDiff'] {
  const { ignored, ...unified } = difference
  const runs = (lines: readonly LineRun[]) => lines.map(({ line, count }) => ({ line: line + 1, lines: count }))
  return { from, to, ...presentUnified(unified, masked), ignored_from: runs(ignored.a), ignored_to: runs(ignored.b) }
}
