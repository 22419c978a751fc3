import { message } from '../../shared/messages/message.ts'
import fs from 'node:fs'
import path from 'node:path'
import { CommandError, exitCodes } from './exit-codes.ts'

/**
 * Writes data atomically to a file that only its owner may read, through a temporary file next to it.
 * @param mayReplace whether an existing file is replaced
 * @returns its size in bytes
 * @throws CommandError; errors of the chunks
 */
export async function saveFile(
  target: string,
  chunks: AsyncIterable<Uint8Array>,
  mayReplace: boolean,
): Promise<number> {
  refuseInTheWay(target, mayReplace)
  const partial = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.partial`)
  let size = 0
  const leave = () => fs.rmSync(partial, { force: true })
  process.once('exit', leave) // interrupted at the keyboard
  try {
    const handle = await fs.promises.open(partial, 'wx', 0o600).catch((error: Error) => {
      throw new CommandError(exitCodes.unusable, message('file_unwritable', { file: target, reason: error.message }))
    })
    try {
      for await (const chunk of chunks) {
        await handle.writeFile(chunk)
        size += chunk.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    refuseInTheWay(target, mayReplace)
    fs.renameSync(partial, target)
    return size
  } finally {
    process.off('exit', leave)
    leave()
  }
}

/** Rejects a target that cannot be replaced by a file, such as a folder or /dev/null. */
function refuseInTheWay(target: string, mayReplace: boolean): void {
  const there = fs.statSync(target, { throwIfNoEntry: false })
  if (!there) return
  if (!there.isFile()) throw new CommandError(exitCodes.unusable, message('output_not_a_file', { file: target }))
  if (!mayReplace) throw new CommandError(exitCodes.unusable, message('file_exists', { file: target }))
}
