import type { SystemContext } from '../../kernel/context.ts'
import { growthOf, samplesDays } from '../storage/forecast.ts'
import { dayOf } from '../daily-report/report-day.ts'
import type { PeriodFigures, PeriodRows } from './period-figures.ts'

const dayMs = 86_400_000
const forecastDays = 30

/**
 * Returns the last sample of each day of the period, and what is expected in 30 days if the growth of the last 90 days
 * goes on.
 */
export async function readStoredDays(
  { trx }: Pick<SystemContext, 'trx'>,
  { tenantId, from, until }: PeriodRows,
  timeZone: string,
): Promise<Pick<PeriodFigures, 'storedDays' | 'originalBytes' | 'forecastBytes'>> {
  const since = new Date(Math.min(from.getTime(), until.getTime() - samplesDays * dayMs))
  const whose = tenantId === null ? 'tenant_id is null' : 'tenant_id = :tenantId'
  const { rows: samples } = await trx.raw<{ rows: { sampledAt: Date; stored: number }[] }>(
    `select sampled_at as "sampledAt", stored from storage_samples
     where sampled_at >= :since and sampled_at < :until and ${whose} order by sampled_at`,
    { since, until, tenantId },
  )
  const figures = await trx.raw<{ rows: { bytes: number }[] }>(
    `select coalesce(sum(collected), 0)::bigint as bytes from storage_figures
     ${tenantId === null ? '' : 'where tenant_id = :tenantId'}`,
    { tenantId },
  )
  const ofDays = samples.filter(({ sampledAt }) => sampledAt >= from)
  const lastOfDay = new Map(ofDays.map(({ sampledAt, stored }) => [dayOf(sampledAt, timeZone), stored]))
  const { perDay } = growthOf(samples, null, until)
  const last = samples.at(-1)
  return {
    storedDays: Array.from(lastOfDay, ([day, storedBytes]) => ({ day, storedBytes })),
    originalBytes: figures.rows[0]?.bytes ?? 0,
    forecastBytes: perDay === null || !last ? null : Math.max(0, Math.round(last.stored + perDay * forecastDays)),
  }
}
