import { countLines } from '../../../../shared/platforms/normalise.ts'
import type { Content } from '../../../../shared/repository/content.ts'
import type { Version } from '../../../store/models/version.ts'
import type { TextView } from '../../../../shared/platforms/text-view.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ContentContext } from '../content/content-context.ts'
import { maskedDetail, requireSecrets, viewFor } from '../content/view-for.ts'
import { DomainError, tooLarge } from '../../kernel/domain-error.ts'
import { bytesType, firstLines, isText, textType } from './content-text.ts'
import { type FoundVersion, findVersion, nameVersion, normalisationOf } from './find-version.ts'
import { type OpenedContent, openContent } from './open-content.ts'
import { readCollected, readNormalised } from './read-text.ts'

/** The raw bytes of a version, ready to be sent. */
export interface VersionContentAnswer extends OpenedContent {
  /** File name for saving. */
  fileName: string
  /** With `maxLines`: number of lines shown, and in total. */
  preview: { lines: number; total: number } | null
}

/**
 * Opens the raw bytes of a version as collected. Archives need `download`; trees have no raw bytes. With `normalised`
 * it returns the normalised text. Without permission for secrets, texts are masked.
 * @throws DomainError not_found, is_tree and is_archive with the snapshot to browse instead, is_secret, too_large for
 *   a normalised or masked text above the comparison limit, permission_missing for content that cannot be masked
 */
export async function readVersionContent(
  contentContext: ContentContext,
  versionId: string,
  { download, normalised = false, maxLines }: { download: boolean; normalised?: boolean; maxLines?: number },
): Promise<VersionContentAnswer> {
  const found = await contentContext.inTransaction(async (context) => {
    const rows = await findVersion(context, versionId)
    if (download && ('archive' in rows.version.content || rows.isSecret)) requireSecrets(contentContext)
    const content = requireBytes(rows, { download, normalised })
    const { diffFileBytes } = contentContext.limits
    if ((normalised || !contentContext.readsSecrets) && content.size > diffFileBytes)
      throw tooLarge('comparison', content.size, diffFileBytes)
    return { ...rows, content }
  })
  const { version, device } = found
  const view = await viewFor(contentContext, version.tenantId)
  const opened =
    normalised || view !== 'whole'
      ? await openText(contentContext, found, { view, normalised, maxLines })
      : await openRaw(contentContext, found, { download, maxLines })
  const detail = {
    device_id: device.id,
    ...(maxLines && { max_lines: maxLines }),
    ...(normalised && { normalised }),
    ...maskedDetail(contentContext),
  }
  const object = { kind: 'version', id: versionId, tenantId: version.tenantId, detail }
  await contentContext.inTransaction((context) =>
    recordAudit(context, download ? 'config.download' : 'config.read', object),
  )
  return opened
}

/** Writes the audit record of a read whose client already has the content; returns null, as nothing is sent. */
export async function recordUnchanged(
  contentContext: Pick<ContentContext, 'inTransaction'>,
  { id, tenantId, deviceId }: Pick<Version, 'id' | 'tenantId' | 'deviceId'>,
): Promise<null> {
  const object = { kind: 'version', id, tenantId, detail: { device_id: deviceId, unchanged: true } }
  await contentContext.inTransaction((context) => recordAudit(context, 'config.read', object))
  return null
}

async function openRaw(
  contentContext: ContentContext,
  found: FoundVersion & { content: Content },
  { download, maxLines }: { download: boolean; maxLines?: number },
): Promise<VersionContentAnswer> {
  const { version, content } = found
  const reader = contentContext.repository.chunkReader(version.tenantId)
  const opened = await openContent(contentContext, reader, content, { what: nameVersion(version), download, maxLines })
  return { ...opened, fileName: fileNameOf(found), preview: previewOf(found, maxLines) }
}

async function openText(
  contentContext: ContentContext,
  found: FoundVersion,
  { view, normalised, maxLines }: { view: TextView; normalised: boolean; maxLines: number | undefined },
): Promise<VersionContentAnswer> {
  const { version } = found
  const read = normalised ? readNormalised : readCollected
  const text = Buffer.from(await read(contentContext, version, normalisationOf(found), view))
  const total = countLines(text)
  const preview = maxLines === undefined ? null : { lines: Math.min(maxLines, total), total }
  return {
    contentType: (await isText([text])) ? textType : bytesType,
    sizeBytes: preview ? null : text.length,
    body: preview ? firstLines(asPieces(text), preview.lines) : asPieces(text),
    fileName: fileNameOf(found, `${normalised ? '_normalised' : ''}${view === 'whole' ? '' : '.masked'}`),
    preview,
  }
}

async function* asPieces(text: Buffer): AsyncGenerator<Buffer> {
  if (text.length > 0) yield text
}

/**
 * Returns the stored bytes of a version that may be shown, downloaded or normalised.
 * @throws DomainError is_tree, is_archive, is_secret
 */
export function requireBytes(
  { version, snapshotId, isSecret }: FoundVersion,
  { download, normalised }: { download: boolean; normalised: boolean },
): Content {
  const { content } = version
  if ('root' in content) {
    throw new DomainError('is_tree', { operation: 'show', snapshot_ids: [snapshotId ?? ''] })
  }
  if ('archive' in content) {
    if (download && !normalised) return content.archive
    throw new DomainError('is_archive', { snapshot_id: snapshotId ?? '' })
  }
  if (isSecret && normalised) throw new DomainError('is_secret', { operation: 'normalise' })
  if (isSecret && !download) throw new DomainError('is_secret', { operation: 'show' })
  return content
}

function previewOf({ version }: FoundVersion, maxLines: number | undefined) {
  if (maxLines === undefined || version.lines === null) return null
  return { lines: Math.min(maxLines, version.lines), total: version.lines }
}

/** Returns `core-1_running-config_20250102T030405Z.txt`. */
function fileNameOf({ version, artifact, device, platform }: FoundVersion, suffix = ''): string {
  const at = version.capturedAt.toISOString().replace(/[-:]|\.\d+/g, '')
  const { archive } = platform?.artifacts[artifact.key] ?? {}
  return `${device.name}_${artifact.key}_${at}${suffix}.${archive?.extension ?? 'txt'}`
}
