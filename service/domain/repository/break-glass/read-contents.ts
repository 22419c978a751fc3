import { type Content, readContent } from '../../../../shared/repository/content.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudits } from '../../kernel/audit/record-audit.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { nameVersion } from '../versions/find-version.ts'
import type { BreakGlassPolicy } from './read-policy.ts'
import { omitSecretArtifacts } from './omit-secret-artifacts.ts'
import { requireOwnCopy } from './require-own-copy.ts'

/** The bytes of a version, or why there are none; `not_found`: it is no text of the copy's sites, or a secret one. */
export type BreakGlassContent =
  | { versionId: string; state: 'complete'; bytes: Buffer }
  | { versionId: string; state: 'damaged' | 'too_large' | 'not_found' }

const maxResponseBytes = 8 * 1024 * 1024
const maxTextBytes = 16 * 1024 * 1024

/**
 * Reads versions of a copy's sites, in the order of `ids`, until they exceed 8 MiB; at least one. Each one is recorded
 * as a download before it is returned.
 * @throws DomainError not_found, break_glass_copy_ended, keys_destroyed, busy
 */
export async function readBreakGlassContents(
  contentContext: ContentContext,
  id: string,
  policy: BreakGlassPolicy,
  ids: readonly string[],
): Promise<BreakGlassContent[]> {
  const { tenantId, versions } = await contentContext.inTransaction(async (context) => {
    const copy = await requireOwnCopy(context, id, policy)
    const rows = await Version.query(context.trx)
      .where({ tenantId: copy.tenantId })
      .whereIn('id', [...ids])
    const devices = Device.query(context.trx)
      .where({ tenantId: copy.tenantId })
      .whereNull('decommissionedAt')
      .whereIn('id', [...new Set(rows.map(({ deviceId }) => deviceId))])
    if (copy.sites.length > 0) devices.whereIn('site', copy.sites)
    const found = await devices
    const artifacts = await Artifact.query(context.trx)
      .where({ tenantId: copy.tenantId })
      .whereIn('id', [...new Set(rows.map(({ artifactId }) => artifactId))])
      .whereIn(
        'deviceId',
        found.map((device) => device.id),
      )
    const among = new Set(
      (await omitSecretArtifacts({ trx: context.trx, tenantId: copy.tenantId }, found, artifacts)).map(
        (artifact) => artifact.id,
      ),
    )
    const versions = new Map(rows.filter(({ artifactId }) => among.has(artifactId)).map((row) => [row.id, row]))
    return { tenantId: copy.tenantId, versions }
  })
  const contents: BreakGlassContent[] = []
  let sizeBytes = 0
  for (const versionId of ids) {
    const version = versions.get(versionId)
    const content = version && textOf(version)
    sizeBytes += content && content.size <= maxTextBytes ? content.size : 0
    if (contents.length > 0 && sizeBytes > maxResponseBytes) break
    contents.push(content ? await readOne(contentContext, version, content) : { versionId, state: 'not_found' })
  }
  await contentContext.inTransaction((context) =>
    recordAudits(
      context,
      'config.download',
      contents
        .filter(({ state }) => state === 'complete')
        .map(({ versionId }) => ({
          ...{ kind: 'version', id: versionId, tenantId },
          detail: { device_id: versions.get(versionId)?.deviceId, break_glass_copy_id: id },
        })),
    ),
  )
  return contents
}

function textOf({ content }: Version): Content | undefined {
  return 'root' in content || 'archive' in content ? undefined : content
}

async function readOne(contentContext: ContentContext, version: Version, content: Content): Promise<BreakGlassContent> {
  const { id: versionId, tenantId } = version
  if (content.size > maxTextBytes) return { versionId, state: 'too_large' }
  const reader = contentContext.repository.chunkReader(tenantId)
  try {
    const bytes = await readWhole(contentContext, nameVersion(version), async () =>
      Buffer.concat(await Array.fromAsync(readContent(reader, content))),
    )
    return { versionId, state: 'complete', bytes }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'content_damaged') return { versionId, state: 'damaged' }
    throw error
  }
}
