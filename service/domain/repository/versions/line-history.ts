import { startTrace } from '../../../../shared/diff/trace-lines.ts'
import { keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { tooLarge } from '../../kernel/domain-error.ts'
import type { ContentContext } from '../content/content-context.ts'
import { findVersion, normalisationOf } from './find-version.ts'
import { readNormalised } from './read-text.ts'
import { requireBytes } from './read-version-content.ts'
import { type LineOrigin, type Trace, type TraceLimits, traceVersions } from './trace-versions.ts'
import { openMetadata } from './version-metadata.ts'

/** Since when each line of a version exists. */
export interface LineHistory extends Omit<Trace, 'origins'> {
  shown: Version
  /** Number of lines of the normalised text. */
  lines: number
  /** The examined lines, from 0: from `first` up to, not including, `end`. */
  range: LineRange
  origins: OriginRecord[]
}

/** An origin with the author whom the device reported. */
export interface OriginRecord extends LineOrigin {
  author: string | null
}

/** Lines from `first` up to, not including, `end`. They count from 0. */
export interface LineRange {
  first: number
  end: number
}

/** 1,000 texts of 100 KB take about a second. */
const usualLimits: TraceLimits = { versions: 1_000, bytes: 256 * 1024 ** 2, timeMs: 10_000 }

/**
 * Finds since which version each line of a normalised text exists, by comparing the version with those before it. Only
 * versions that are stored count; where one is deleted or cannot be read, the origin has a doubt.
 * @throws DomainError not_found, is_tree, is_archive, is_secret, too_large above the comparison limit
 */
export async function readLineHistory(
  contentContext: ContentContext,
  versionId: string,
  range: LineRange,
  limits: TraceLimits = usualLimits,
): Promise<LineHistory> {
  const { found, older } = await contentContext.inTransaction(async (context) => {
    const found = await findVersion(context, versionId)
    const { size } = requireBytes(found, { download: false, normalised: true })
    const { diffFileBytes } = contentContext.limits
    if (size > diffFileBytes) throw tooLarge('comparison', size, diffFileBytes)
    return { found, older: await findOlder(context, found.version, limits.versions + 1) }
  })
  const { version: shown, platform, device } = found
  const rules = normalisationOf(found)
  const reached = startTrace(await readNormalised(contentContext, shown, rules, 'whole'), range)
  const lines = reached.traced.length
  const revision = platform?.normalise?.revision ?? 0
  const trace = await traceVersions(contentContext, { shown, reached, older, rules, revision }, limits)
  const origins = await addAuthors(contentContext, trace.origins)
  const detail = { device_id: device.id, line_history: true }
  await contentContext.inTransaction((context) =>
    recordAudit(context, 'config.read', { kind: 'version', id: versionId, tenantId: shown.tenantId, detail }),
  )
  return { ...trace, origins, shown, lines, range: { first: range.first, end: Math.min(range.end, lines) } }
}

/** Returns the versions of the lineage before this one, latest first. */
function findOlder(
  { trx }: ActionContext,
  { tenantId, artifactId, capturedAt, id }: Version,
  limit: number,
): Promise<Version[]> {
  return Version.query(trx)
    .where({ tenantId, artifactId })
    .whereRaw('(captured_at, id) < (?, ?)', [capturedAt, id])
    .orderByRaw('captured_at desc, id desc')
    .limit(limit)
    .execute()
}

async function addAuthors({ keys }: Pick<ContentContext, 'keys'>, origins: LineOrigin[]): Promise<OriginRecord[]> {
  const sealed = origins.find(({ version }) => version.metadata)
  const tenantKeys = sealed ? await keysUnlessDestroyed(keys, sealed.version.tenantId) : null
  return origins.map((origin) => {
    const author = tenantKeys ? openMetadata(tenantKeys, origin.version)['author'] : undefined
    return { ...origin, author: typeof author === 'string' ? author : null }
  })
}
