import type { RunLog } from './captured.ts'
import { readableSize } from './readable-size.ts'

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
    log('info', sentenceOf(current))
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

function sentenceOf({ files, totalFiles, bytes, totalBytes, bytesPerSecond }: TreeProgress): string {
  const left = bytesPerSecond > 0 ? Math.max(0, totalBytes - bytes) / bytesPerSecond : null
  return (
    `${files} of ${totalFiles} files read, ${readableSize(bytes)} of ${readableSize(totalBytes)}, ` +
    `${readableSize(bytesPerSecond)} a second${left === null ? '' : `, about ${Math.ceil(left / 60)} min left`}`
  )
}
