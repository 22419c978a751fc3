import { message } from '../../../shared/messages/message.ts'
import type { RunLog, RunLogMessage } from '../captured.ts'

/** Progress of reading a tree. `bytesPerSecond` is the average since the start. */
export interface TreeProgress {
  files: number
  totalFiles: number
  bytes: number
  totalBytes: number
  bytesPerSecond: number
}

export interface TreeProgressSettings {
  totalFiles: number
  totalBytes: number
  log: RunLog
  /** Called as often as the progress is logged. */
  report: (progress: TreeProgress) => void
  everyMs: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** Counts the received files of a tree, and logs and reports the progress periodically: reading may take hours. */
export function createTreeProgress({ totalFiles, totalBytes, log, report, everyMs, now }: TreeProgressSettings) {
  const startedAt = now()
  let reportedAt = startedAt
  let files = 0
  let bytes = 0

  function progress(): TreeProgress {
    const seconds = (now() - startedAt) / 1000
    return { files, totalFiles, bytes, totalBytes, bytesPerSecond: seconds > 0 ? Math.round(bytes / seconds) : 0 }
  }

  function reportWhenDue() {
    if (now() - reportedAt < everyMs) return
    reportedAt = now()
    const current = progress()
    log('info', progressMessage(current))
    report(current)
  }

  return {
    received(length: number) {
      bytes += length
      reportWhenDue()
    },
    fileEnded() {
      files += 1
      reportWhenDue()
    },
    progress,
  }
}

function progressMessage({ files, totalFiles, bytes, totalBytes, bytesPerSecond: rate }: TreeProgress): RunLogMessage {
  const read = { files, total_files: totalFiles, size: bytes, total_size: totalBytes, rate }
  if (rate === 0) return message('log_tree_progress', read)
  const minutes = Math.ceil(Math.max(0, totalBytes - bytes) / rate / 60)
  return message('log_tree_progress_left', { ...read, minutes })
}
