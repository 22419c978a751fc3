import { message } from '../../../shared/messages/message.ts'
import type { CaptureWarning } from '../../../shared/platforms/requests.ts'
import type { ChunkWriter } from '../../../shared/repository/chunk-writer.ts'
import { writeContent, type Content } from '../../../shared/repository/content.ts'
import type { ListedEntry } from '../../rsync/entry-table.ts'
import type { FileReceiver } from '../../rsync/transfer.ts'
import { pathUnreadable, pathVanished, type TreeRemarks } from './tree-warnings.ts'

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

  function fail(position: number, problem: FileProblem, describe: (path: string) => CaptureWarning): void {
    problems.set(position, problem)
    remarks.add(entryAt(position).name, problem, describe)
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
            const seen = remarks.lastAbout(entry.name)?.reason
            fail(position, 'changed', (path) =>
              seen === undefined
                ? message('warning_tree_checksum_wrong', { path })
                : message('warning_tree_changed_twice', { path, seen }),
            )
          } else if (received.size !== entry.size) {
            const sizes = { listed: entry.size, read: received.size }
            fail(position, 'changed', (path) => message('warning_tree_size_changed', { path, ...sizes }))
          }
          await watcher.fileEnded()
        },
      }
    },
    notSent(position) {
      const reported = remarks.lastAbout(entryAt(position).name)
      if (reported?.about === 'vanished') fail(position, 'vanished', pathVanished)
      else if (reported) fail(position, 'unreadable', pathUnreadable(reported.reason))
      else fail(position, 'unreadable', (path) => message('warning_tree_not_sent', { path }))
    },
  }
  return { receiver, contents, problems, receivedBytes: () => receivedBytes }
}
