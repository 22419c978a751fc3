import { searchThreads } from '../../../workers/search-pool.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { createByteBudget } from '../chunks/byte-budget.ts'
import { prefixOf } from '../chunks/prefix-of.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { maskedDetail, viewFor } from '../content/view-for.ts'
import { collectMatches, collectMissing } from './collect-matches.ts'
import { describeFindings } from './describe-findings.ts'
import { followSearch, openSearch } from './open-search.ts'
import { type Scan, type ScannedText, isTooCostly, scanUnit, unitsOf } from './scan-unit.ts'
import { type Finding, type Progress, type SearchRecord, type WantedSearch, deviceIdOf } from './search-record.ts'
import { type SearchedText, countWithoutText, pagesOf, planSearch, readCaptured, readTexts } from './searched-texts.ts'
import { readRules } from './text-rules.ts'
import type { SearchService } from './search-service.ts'

/** Concurrent units: enough that no thread is idle while others are read. */
const unitsAtOnce = 2 * searchThreads + 4

/** Maximum number of lines returned per text. */
const linesOfText = 100

/** Findings per batch at the end of a search. */
const batchSize = 500

/**
 * Searches the texts of one tenant. The audit record contains devices before anything of them is returned; it is
 * written however the search ends.
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
    view: await viewFor(contentContext, tenantId),
    maskedBytes: contentContext.limits.diffFileBytes,
    limits: missing ? { context: 0, lines: 0 } : { context, lines: linesOfText },
    turns: createByteBudget(searchThreads),
    readCaptured: (ids) => contentContext.inTransaction(({ trx }) => readCaptured(trx, tenantId, ids)),
    signal: AbortSignal.any([contentContext.signal, ending.signal]),
  }
  const { plan, id } = await contentContext.inTransaction(async (action) => ({
    plan: await planSearch(action.trx, tenantId, filter),
    id: await openSearch(action, tenantId, {
      pattern,
      regex,
      ignore_case: ignoreCase,
      missing,
      context,
      ...filter,
      ...maskedDetail(contentContext),
    }),
  }))
  const open = followSearch(contentContext, tenantId, id)
  const collector = missing ? collectMissing() : collectMatches()
  const teller = createTeller(wanted.limit, progress)
  const { counts } = progress
  const before = { ...counts }
  let isWhole = false

  async function* report(findings: Finding[]): AsyncGenerator<SearchRecord[]> {
    for (let at = 0; at < findings.length; at += batchSize) {
      if (isOver(progress)) return
      const reported = teller(findings.slice(at, at + batchSize))
      if (reported.length === 0) continue
      await open.show(reported.map(deviceIdOf))
      const shown = await contentContext.inTransaction(({ trx }) => describeFindings(trx, tenantId, reported))
      if (shown.length > 0) yield shown.map((finding) => ({ ...finding, tenantId }))
    }
  }

  try {
    for await (const scanned of scanAll(contentContext, scan, plan, progress, (withheld) => {
      counts.withheld += withheld.length
      if (missing) collector.see(withheld.map((text) => ({ text, found: null }))) // it may contain the line
    })) {
      counts.texts += scanned.length
      yield* report(collector.see(scanned))
      if (progress.incomplete) break
    }
    if (!progress.incomplete) yield* report(collector.end())
    counts.withoutText += await contentContext.inTransaction(({ trx }) => countWithoutText(trx, tenantId, filter))
    isWhole = !progress.incomplete
  } finally {
    ending.abort()
    await open.end({ matches: counts.matches - before.matches, texts: counts.texts - before.texts, complete: isWhole })
  }
}

/** Whether the time limit has passed; records it in the progress. */
function isOver(progress: Progress): boolean {
  if (performance.now() > progress.until) progress.incomplete ??= 'deadline'
  return progress.incomplete === 'deadline'
}

/** Passes and counts findings until the limit of devices is reached. */
function createTeller(limit: number, progress: Progress): (findings: Finding[]) => Finding[] {
  const { counts } = progress
  const reported = new Set<string>()
  return (findings) => {
    const through: Finding[] = []
    for (const finding of findings) {
      const id = deviceIdOf(finding)
      if (finding.type !== 'unreadable' && !reported.has(id)) {
        if (counts.devices === limit) {
          progress.incomplete = 'limit'
          break
        }
        reported.add(id)
        counts.devices++
      }
      if (finding.type === 'match') counts.matches += finding.total
      if (finding.type === 'unreadable') counts.unreadable++
      through.push(finding)
    }
    return through
  }
}

/** Scans the planned units until the time limit, or until the pattern proves too expensive. */
async function* scanAll(
  contentContext: ContentContext,
  scan: Scan,
  plan: Buffer,
  progress: Progress,
  withhold: (texts: SearchedText[]) => void,
): AsyncGenerator<ScannedText[]> {
  for await (const page of pages(contentContext, scan.tenantId, plan)) {
    const { texts, withheld } =
      scan.view === 'whole' ? { texts: page, withheld: [] } : await readRules(contentContext, scan.tenantId, page)
    withhold(withheld)
    const work = (unit: SearchedText[]) => readWhole(contentContext, 'what is searched', () => scanUnit(scan, unit))
    try {
      for await (const scanned of mapConcurrent(unitsOf(texts), unitsAtOnce, work)) {
        yield scanned
        if (isOver(progress) || progress.incomplete) return
      }
    } catch (error) {
      if (!isTooCostly(error)) throw error
      progress.incomplete = 'too_costly'
      return
    }
  }
}

/** Reads the next page while the current one is searched. */
async function* pages(contentContext: ContentContext, tenantId: string, plan: Buffer): AsyncGenerator<SearchedText[]> {
  const waiting = pagesOf(plan)
  const readNext = () => {
    const { value: ids } = waiting.next()
    const page = ids && contentContext.inTransaction(({ trx }) => readTexts(trx, tenantId, ids))
    page?.catch(() => undefined) // reported when it is awaited
    return page
  }
  for (let page = readNext(); page;) {
    const texts = await page
    page = readNext()
    yield texts
  }
}
