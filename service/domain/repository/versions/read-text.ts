import { readContent } from '../../../../shared/repository/content.ts'
import type { PlatformSource } from '../../../../shared/platforms/stored-platform.ts'
import type { TextView } from '../../../../shared/platforms/text-view.ts'
import type { Version } from '../../../store/models/version.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { requireVisible } from '../content/view-for.ts'
import { nameVersion } from './find-version.ts'

/**
 * Returns a normalised text, as the view shows it. It is completely in memory: the caller has checked its size.
 * @throws DomainError permission_missing if the view cannot show it
 */
export async function readNormalised(
  contentContext: Pick<ContentContext, 'repository' | 'workers' | 'log'>,
  version: Version,
  of: { platform: PlatformSource; key: string },
  view: TextView,
): Promise<Uint8Array<ArrayBuffer>> {
  requireVisible(view, of)
  const raw = await readRaw(contentContext, version)
  return readWhole(contentContext, nameVersion(version), () =>
    contentContext.workers.run('normaliseText', { ...of, raw, view }),
  )
}

/** As `readNormalised`, for the text as collected. */
export async function readCollected(
  contentContext: Pick<ContentContext, 'repository' | 'workers' | 'log'>,
  version: Version,
  of: { platform: PlatformSource; key: string },
  view: TextView,
): Promise<Uint8Array<ArrayBuffer>> {
  requireVisible(view, of)
  const raw = await readRaw(contentContext, version)
  if (view === 'whole') return raw
  return readWhole(contentContext, nameVersion(version), () =>
    contentContext.workers.run('maskText', { ...of, raw, view }, [raw.buffer]),
  )
}

/**
 * Returns a text as collected, for workers that apply a view or show nothing of it, in a buffer that can be transferred to a worker. It is completely in memory: the caller
 * has checked its size.
 * @param reader shared by several versions of a tenant, so that it locates their chunks together
 */
export async function readRaw(
  contentContext: Pick<ContentContext, 'repository' | 'log'>,
  version: Version,
  reader = contentContext.repository.chunkReader(version.tenantId),
): Promise<Uint8Array<ArrayBuffer>> {
  const { content } = version
  if ('root' in content || 'archive' in content) throw new Error(`${nameVersion(version)} is no text`)
  return readWhole(contentContext, nameVersion(version), async () => {
    const text = new Uint8Array(content.size)
    let at = 0
    for await (const part of readContent(reader, content)) {
      text.set(part, at)
      at += part.length
    }
    return text
  })
}
