import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { applyRules } from '../../../shared/platforms/documents/apply-rules.ts'
import type { ReadDryRun } from '../../domain/jobs/read-dry-run-report.ts'
import { findShortfalls } from '../../domain/jobs/kinds/dry-run/find-shortfalls.ts'
import type { FoundDryRun } from '../../domain/jobs/kinds/dry-run/read-dry-run.ts'
import { presentFailure } from './failure.ts'

type Schemas = components['schemas']

export function presentDryRun(
  { run, dryRun, platform, source, found }: FoundDryRun,
  locale: Locale,
): Schemas['DryRun'] {
  return {
    run_id: run.id,
    device_id: run.deviceId,
    document_id: dryRun.documentId,
    platform,
    version: dryRun.version,
    readings: dryRun.readings,
    interval_seconds: dryRun.intervalSeconds,
    propose: dryRun.proposes,
    status: run.status,
    passed: run.finishedAt === null ? null : dryRun.passed === true,
    expires_at: found?.expiresAt.toISOString() ?? null,
    result: found && presentResult(found.result, { isLabMode: run.labMode, source, locale }),
  }
}

function presentResult(
  result: ReadDryRun,
  { isLabMode, source, locale }: { isLabMode: boolean; source: string | null; locale: Locale },
): Schemas['DryRunResult'] {
  const { exchanges, artifacts, proposal } = result
  const presented = <T extends ReadDryRun['exchanges' | 'artifacts'][number]>(one: T) => ({
    ...one,
    failure: one.failure && presentFailure(one.failure, locale),
  })
  return {
    exchanges: exchanges.map(presented),
    artifacts: artifacts.map(presented),
    shortfalls: proposal ? [] : findShortfalls(result, isLabMode),
    proposal: proposal && { rules: proposal, source: source === null ? '' : (applyRules(source, proposal) ?? source) },
  }
}
