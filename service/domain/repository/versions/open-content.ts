import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Content, readContent } from '../../../../shared/repository/content.ts'
import { type ContentContext, readPieces, readWhole } from '../content/content-context.ts'
import { bytesType, firstLines, isText, textType } from './content-text.ts'

/** Bytes that are ready to be sent: nothing was read that is not needed to know that they are there and what they are. */
export interface OpenedContent {
  contentType: string
  /** Null for a preview, whose length is known at its end. */
  sizeBytes: number | null
  body: AsyncIterable<Buffer>
}

/** Up to so many bytes are read before the answer begins, so that damage is a refusal and not a broken answer. */
const heldBytes = 4 * 1024 * 1024

/**
 * Opens stored bytes for sending, as text where they are text. What is downloaded is not read twice to find that out:
 * above 4 MiB it is only bytes.
 * @param what names it, for the case of damage
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

/** The same pieces, of which the first is at hand: what fails at once fails here. */
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
