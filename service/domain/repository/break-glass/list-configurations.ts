import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ContentContext } from '../content/content-context.ts'
import { chooseGoodVersions, findCandidates } from '../versions/last-known-good.ts'
import type { VersionRecord } from '../versions/list-versions.ts'
import type { BreakGlassPolicy } from './read-policy.ts'
import { omitSecretArtifacts } from './omit-secret-artifacts.ts'
import { requireOwnCopy } from './require-own-copy.ts'

/** A text of a device for a copy: its last known good version, or the newest plausible one. */
export interface BreakGlassConfiguration {
  device: Device
  record: VersionRecord
  isGood: boolean
}

/** The texts of a page of devices. `next`: the last device of the page; null if it is the last page. */
export interface BreakGlassPage {
  configurations: BreakGlassConfiguration[]
  next: string | null
}

/**
 * Returns the texts of the devices at a copy's sites, without secret ones, by device, with at most `limit` devices.
 * @throws DomainError not_found, break_glass_copy_ended
 */
export async function listBreakGlassConfigurations(
  contentContext: Pick<ContentContext, 'inTransaction' | 'keys' | 'readsSecrets'>,
  id: string,
  policy: BreakGlassPolicy,
  page: { limit: number; after: string | null },
): Promise<BreakGlassPage> {
  const found = await contentContext.inTransaction(async (context) => {
    const { trx } = context
    const copy = await requireOwnCopy(context, id, policy)
    const { tenantId, sites } = copy
    const query = Device.query(trx)
      .where({ tenantId })
      .whereNull('decommissionedAt')
      .orderBy('id')
      .limit(page.limit + 1)
    if (sites.length > 0) query.whereIn('site', sites)
    if (page.after !== null) query.where('id', '>', page.after)
    const more = await query
    const devices = more.slice(0, page.limit)
    const ids = devices.map((device) => device.id)
    const texts = await Artifact.query(trx)
      .where({ tenantId, kind: 'text' })
      .whereIn('deviceId', ids)
      .orderBy(['deviceId', 'key', 'transport'])
    const artifacts = await omitSecretArtifacts({ trx, tenantId }, devices, texts)
    const detail = { break_glass_copy_id: id, devices: ids.length }
    await recordAudit(context, 'artifact.list', { kind: 'break_glass_copy', id, tenantId, detail })
    const candidates = await findCandidates(context, artifacts)
    return { devices, candidates, next: more.length > page.limit ? (ids.at(-1) ?? null) : null }
  })
  const deviceById = new Map(found.devices.map((device) => [device.id, device]))
  const chosen = await chooseGoodVersions(contentContext, found.candidates)
  const configurations = chosen.flatMap(({ artifact, record, failing }) => {
    const device = deviceById.get(artifact.deviceId)
    if (!device || !record || record.isDamaged || !isText(record)) return []
    return { device, record, isGood: failing.length === 0 }
  })
  return { configurations, next: found.next }
}

function isText({ version: { content } }: VersionRecord): boolean {
  return !('root' in content) && !('archive' in content)
}
