import { Parser } from 'tar'
import { ContentDamaged } from '../../../../shared/repository/damaged.ts'

/**
 * Reads a tar archive to its end, without writing its members.
 * @throws ContentDamaged if a header is invalid or a member is cut; the error of `archive`
 */
export async function verifyTar(archive: AsyncIterable<Buffer>): Promise<void> {
  const faults: string[] = []
  let members = 0
  let hasEnd = false
  const parser = new Parser({
    onReadEntry(entry) {
      members++
      entry.resume()
    },
    onwarn(code, text) {
      const isEmpty = code === 'TAR_BAD_ARCHIVE' && hasEnd && members === 0 // valid, although the parser warns
      if (!isEmpty) faults.push(String(text))
    },
  })
  parser.on('eof', () => (hasEnd = true))
  const ended = new Promise((resolve) => parser.once('end', resolve))
  for await (const piece of archive) {
    if (!parser.write(piece)) await new Promise((resolve) => parser.once('drain', resolve))
  }
  parser.end()
  await ended
  const [fault] = faults
  if (fault !== undefined) throw new ContentDamaged(fault)
  if (!hasEnd) throw new ContentDamaged('the archive has no end')
}
