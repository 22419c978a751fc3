import { searchThreads } from '../../../workers/search-pool.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { createByteBudget } from '../chunks/byte-budget.ts'
import { prefixOf } from '../chunks/prefix-of.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { collectMatches, collectMissing } from './collect-matches.ts'
import { followSearch, openSearch } from './open-search.ts'
import { type Scan, type ScannedText, scanUnit, unitsOf } from './scan-unit.ts'
import { type Finding, type Progress, type SearchRecord, type WantedSearch, deviceOf } from './search-record.ts'
import { type SearchedText, countWithoutText, pagesOf, planSearch, readTexts } from './searched-texts.ts'
import type { SearchService } from './search-service.ts'

/** Units under way: threads have to wait for none while others are read. */
const unitsAtOnce = 2 * searchThreads + 4

/** Lines that are told of one text. */
const linesOfText = 100

/** Findings at the end of a search that are told at a time. */
const batchSize = 500

/**
 * Searches the texts of one customer. Devices are in the audit record before anything of them is given; it is written
 * however the search ends.
 * @throws KeysDestroyed before anything is searched
 */
export async function* searchTenant(
  searching: SearchService,
  contentContext: ContentContext,
  tenantId: string,
  wanted: WantedSearch,
  progress: Progress,
): AsyncGenerator<SearchRecord[]> {
  const { filter, missing, context, pattern, regex, ignoreCase } = wanted
  await searching.keys.of(tenantId)
  const ending = new AbortController()
  const scan: Scan = {
    searching,
    tenantId,
    prefix: await prefixOf(searching.knex, tenantId),
    reader: contentContext.repository.chunkReader(tenantId),
    wanted: { pattern, regex, ignoreCase },
    limits: missing ? { context: 0, lines: 0 } : { context, lines: linesOfText },
    turns: createByteBudget(searchThreads),
    signal: AbortSignal.any([contentContext.signal, ending.signal]),
  }
  const { plan, id } = await contentContext.inTransaction(async (action) => ({
    plan: await planSearch(action.trx, tenantId, filter),
    id: await openSearch(action, tenantId, { pattern, regex, ignore_case: ignoreCase, missing, context, ...filter }),
  }))
  const open = followSearch(contentContext, tenantId, id)
  const judge = missing ? collectMissing() : collectMatches()
  const teller = createTeller(wanted.limit, progress)
  const { counts } = progress
  const before = { ...counts }
  let isWhole = false

  async function* tell(findings: Finding[]): AsyncGenerator<SearchRecord[]> {
    for (let at = 0; at < findings.length; at += batchSize) {
      if (isOver(progress)) return
      const told = teller(findings.slice(at, at + batchSize))
      if (told.length === 0) continue
      await open.show(told.map((finding) => deviceOf(finding).id))
      yield told.map((finding) => ({ ...finding, tenantId }))
    }
  }

  try {
    for await (const scanned of scanAll(contentContext, scan, plan, progress)) {
      counts.texts += scanned.length
      yield* tell(judge.see(scanned))
      if (progress.incomplete) break
    }
    if (!progress.incomplete) yield* tell(judge.end())
    counts.withoutText += await contentContext.inTransaction(({ trx }) => countWithoutText(trx, tenantId, filter))
    isWhole = !progress.incomplete
  } finally {
    ending.abort()
    await open.end({ matches: counts.matches - before.matches, texts: counts.texts - before.texts, complete: isWhole })
  }
}

/** Whether its time is over, which it says of itself from then on. */
function isOver(progress: Progress): boolean {
  if (performance.now() > progress.until) progress.incomplete ??= 'deadline'
  return progress.incomplete === 'deadline'
}

/** Lets findings through, and counts them, as long as the limit of devices has room. */
function createTeller(limit: number, progress: Progress): (findings: Finding[]) => Finding[] {
  const { counts } = progress
  const told = new Set<string>()
  return (findings) => {
    const through: Finding[] = []
    for (const finding of findings) {
      const { id } = deviceOf(finding)
      if (finding.type !== 'unreadable' && !told.has(id)) {
        if (counts.devices === limit) {
          progress.incomplete = 'limit'
          break
        }
        told.add(id)
        counts.devices++
      }
      if (finding.type === 'match') counts.matches += finding.total
      if (finding.type === 'unreadable') counts.unreadable++
      through.push(finding)
    }
    return through
  }
}

/** Scans what was planned, until the time is over or the pattern proves too costly. */
async function* scanAll(
  contentContext: ContentContext,
  scan: Scan,
  plan: Buffer,
  progress: Progress,
): AsyncGenerator<ScannedText[]> {
  for await (const texts of pages(contentContext, scan.tenantId, plan)) {
    const work = (unit: SearchedText[]) => readWhole(contentContext, 'what is searched', () => scanUnit(scan, unit))
    try {
      for await (const scanned of mapConcurrent(unitsOf(texts), unitsAtOnce, work)) {
        yield scanned
        if (isOver(progress) || progress.incomplete) return
      }
    } catch (error) {
      if (!(error instanceof TaskStopped) || (error.reason !== 'time' && error.reason !== 'memory')) throw error
      progress.incomplete = 'too_costly'
      return
    }
  }
}

/** The next page is read while the one before is searched. */
async function* pages(contentContext: ContentContext, tenantId: string, plan: Buffer): AsyncGenerator<SearchedText[]> {
  const waiting = pagesOf(plan)
  const readNext = () => {
    const { value: ids } = waiting.next()
    const page = ids && contentContext.inTransaction(({ trx }) => readTexts(trx, tenantId, ids))
    page?.catch(() => undefined) // told when it is its turn
    return page
  }
  for (let page = readNext(); page;) {
    const texts = await page
    page = readNext()
    yield texts
  }
}
