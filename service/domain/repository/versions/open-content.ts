import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../../../shared/repository/content.ts'
import { type ContentContext, readPieces, readWhole } from '../content/content-context.ts'
import { bytesType, firstLines, isText, textType } from './content-text.ts'

/** Content that is ready to be sent; only what is needed to verify its presence and type was read. */
export interface OpenedContent {
  contentType: string
  /** Null for a preview, whose length is only known at its end. */
  sizeBytes: number | null
  body: AsyncIterable<Buffer>
}

/**
 * Maximum bytes read before the response starts, so that damage results in an error response and not in a broken one.
 */
const heldBytes = 4 * 1024 * 1024

/**
 * Opens stored bytes for sending, as text if they are text. Downloads above 4 MiB are not read to detect text: they are
 * sent as binary.
 * @param what names the content in messages about damage
 */
export async function openContent(
  contentContext: Pick<ContentContext, 'log'>,
  reader: ChunkReader,
  content: Content,
  how: { what: string; download: boolean; maxLines?: number },
): Promise<OpenedContent> {
  const { what, download, maxLines } = how
  const read = () => {
    const pieces = readPieces(contentContext, what, readContent(reader, content))
    return maxLines === undefined ? pieces : firstLines(pieces, maxLines)
  }
  const sizeBytes = maxLines === undefined ? content.size : null
  return readWhole(contentContext, what, async () => {
    if (content.size <= heldBytes) {
      const pieces = await Array.fromAsync(read())
      return {
        contentType: (await isText(pieces)) ? textType : bytesType,
        sizeBytes,
        body: asStream(pieces),
      }
    }
    const contentType = !download && (await isText(read())) ? textType : bytesType
    return { contentType, sizeBytes, body: await begun(read()) }
  })
}

/** Returns the blocks after reading the first: errors at the start reject here. */
export async function begun(pieces: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  const first = await pieces.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* pieces
  })()
}

async function* asStream(pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}
