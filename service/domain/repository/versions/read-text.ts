import { readContent } from '../../../../shared/repository/content.ts'
import type { Version } from '../../../store/models/version.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { nameVersion } from './find-version.ts'

/** A text as it is compared: all of it in memory, so its size was held against a limit before. */
export async function readNormalised(
  contentContext: Pick<ContentContext, 'repository' | 'workers' | 'log'>,
  version: Version,
  of: { platform: string; key: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const raw = await readRaw(contentContext, version)
  return readWhole(contentContext, nameVersion(version), () =>
    contentContext.workers.run('normaliseText', { ...of, raw }),
  )
}

/**
 * A text as the device sent it, in a buffer of its own that can be handed to a worker. All of it is in memory, so its size
 * was held against a limit before.
 */
export async function readRaw(
  contentContext: Pick<ContentContext, 'repository' | 'log'>,
  version: Version,
): Promise<Uint8Array<ArrayBuffer>> {
  const { content, tenantId } = version
  if ('root' in content || 'archive' in content) throw new Error(`${nameVersion(version)} is no text`)
  const reader = contentContext.repository.chunkReader(tenantId)
  return readWhole(
    contentContext,
    nameVersion(version),
    async () => new Uint8Array(Buffer.concat(await Array.fromAsync(readContent(reader, content)))),
  )
}
