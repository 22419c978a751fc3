import type { SystemContext } from '../context.ts'
import type { PolicyRun } from '../../../store/models/policy-run.ts'
import { findInstalledAt } from '../installed-at.ts'
import { type NightlyKind, nightlyKinds } from './nightly-kinds.ts'

/** When the nightly tasks last ran, for any tenant; a kind that never ran is absent. */
export interface LastRuns {
  /** Null before the first start. */
  installedAt: Date | null
  of: Map<NightlyKind, Pick<PolicyRun, 'startedAt' | 'finishedAt'>>
}

/** Ignores runs in the future, which a clock that was ahead has recorded. The transaction has the platform scope. */
export async function findLastRuns({ trx, now }: SystemContext): Promise<LastRuns> {
  const { rows } = await trx.raw<{ rows: { kind: NightlyKind; startedAt: Date; finishedAt: Date | null }[] }>(
    `select kinds.kind, last.started_at as "startedAt", last.finished_at as "finishedAt"
     from unnest(:kinds::text[]) as kinds (kind) cross join lateral (
       select started_at, finished_at from policy_runs r
       where r.kind = kinds.kind and r.started_at <= :now and not r.dry_run
       order by started_at desc, id desc limit 1
     ) last`,
    { now, kinds: nightlyKinds },
  )
  return { installedAt: await findInstalledAt(trx), of: new Map(rows.map(({ kind, ...run }) => [kind, run])) }
}
