import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { writeContent, type Content } from '../../shared/repository/content.ts'
import type { ListedEntry } from '../rsync/entry-table.ts'
import type { FileReceiver } from '../rsync/transfer.ts'
import type { TreeRemarks } from './tree-warnings.ts'

export type FileProblem = 'unreadable' | 'vanished' | 'changed'

/** The result for each requested file, by position. At least one of both is present, sometimes both. */
export interface TreeContents {
  receiver: FileReceiver
  contents: Map<number, Content>
  problems: Map<number, FileProblem>
  receivedBytes(): number
}

/** Receives the files of a transfer. The transfer waits for `fileEnded`. */
export interface TransferWatcher {
  received(bytes: number): void
  fileEnded(): Promise<void>
}

/** Streams every file into chunks. Holds only the list of chunks of each file. */
export function createTreeContents(
  writer: ChunkWriter,
  entryAt: (position: number) => ListedEntry,
  remarks: TreeRemarks,
  growthBytes: number,
  watcher: TransferWatcher,
): TreeContents {
  const contents = new Map<number, Content>()
  const problems = new Map<number, FileProblem>()
  let receivedBytes = 0

  function fail(position: number, problem: FileProblem, message: string): void {
    problems.set(position, problem)
    remarks.add(entryAt(position).name, problem, message)
  }

  const receiver: FileReceiver = {
    limitBytes: (position) => entryAt(position).size * 2 + growthBytes,
    open(position, attempt) {
      const content = writeContent(writer)
      return {
        push(data) {
          receivedBytes += data.length
          watcher.received(data.length)
          return content.push(data)
        },
        async end(intact) {
          if (!intact && attempt === 1) return // it is sent a second time
          const received = await content.end()
          contents.set(position, received)
          const entry = entryAt(position)
          if (!intact) {
            const why = remarks.lastAbout(entry.name)?.reason ?? 'its checksum was wrong twice'
            fail(position, 'changed', `it could not be read whole, twice: ${why}`)
          } else if (received.size !== entry.size) {
            fail(position, 'changed', `listed with ${entry.size} bytes, read with ${received.size}`)
          }
          await watcher.fileEnded()
        },
      }
    },
    notSent(position) {
      const warning = remarks.lastAbout(entryAt(position).name)
      const vanished = warning?.about === 'vanished'
      fail(position, vanished ? 'vanished' : 'unreadable', warning?.reason ?? 'the server could not send it')
    },
  }
  return { receiver, contents, problems, receivedBytes: () => receivedBytes }
}
