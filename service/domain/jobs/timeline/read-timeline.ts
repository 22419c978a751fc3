import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { listAttempts, listWaiting, mergeAttempts, mergeWaiting } from './timeline-bars.ts'
import { countAttempts, countWaiting } from './timeline-rows.ts'
import type { TimelineRow, TimelineWindow } from './timeline-window.ts'

export interface Timeline {
  rows: TimelineRow[]
  /** Agents with fewer runs than those of the rows. */
  omittedAgents: number
}

const dayHours = 24
const hourMs = 3_600_000

/** Rows of agents, at most: those with the most runs. */
const maxAgents = 40

/** Bars of all rows, at most, unless each row has the least. */
const maxBars = 4_000
const leastBars = 100
const mostBars = 500

/** Merged bars of the same time: open, good, attention, failed, cancelled. */
const groups = 5

/**
 * Returns the attempts that were in progress between two times, by agent. A row with more bars than its share is merged:
 * one bar for the attempts that started in the same interval with a similar result.
 * @throws DomainError validation_failed if the times are in the wrong order or more than 24 h apart
 */
export async function readTimeline(context: ActionContext, { from, until }: TimelineWindow): Promise<Timeline> {
  if (until <= from) throw invalidField('until', 'ends_before_start')
  if (until.getTime() - from.getTime() > dayHours * hourMs)
    throw invalidField('until', 'period_too_long', { max_hours: dayHours })
  const window = { from, until }
  const counted = await countAttempts(context, window)
  const shown = counted.slice(0, maxAgents)
  const waiting = await countWaiting(context, window)
  const share = barsOfRow(shown.length + 1)
  const isMerged = ({ runs }: { runs: number }) => runs > share
  const scale = { ...window, intervals: Math.floor(share / groups) }
  const idsOf = (rows: typeof shown) => rows.flatMap(({ agentIds }) => agentIds)
  const single = await listAttempts(context, window, idsOf(shown.filter((row) => !isMerged(row))))
  const merged = await mergeAttempts(context, scale, idsOf(shown.filter(isMerged)))
  const bars = Map.groupBy([...single, ...merged], ({ agentId }) => agentId)
  const rows = shown.map(({ agentIds, ...row }) => ({
    ...row,
    isMerged: isMerged(row),
    bars: agentIds.flatMap((id) => bars.get(id)?.map(({ bar }) => bar) ?? []),
  }))
  const ofWaiting = waiting > share ? await mergeWaiting(context, scale) : await listWaiting(context, window)
  const last = { kind: 'waiting', agent: null, runs: waiting, isMerged: waiting > share, bars: ofWaiting } as const
  return { rows: waiting > 0 ? [...rows, last] : rows, omittedAgents: counted.length - shown.length }
}

function barsOfRow(rows: number): number {
  return Math.min(mostBars, Math.max(leastBars, Math.floor(maxBars / rows)))
}
