import type { RunLog } from './captured.ts'
import { readableSize } from './readable-size.ts'

/** How far the reading of a tree has come. `bytesPerSecond`: since it began. */
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
  /** Told as often as the log is. */
  report: (progress: TreeProgress) => void
  everyMs: number
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
}

/** Counts what comes of a tree, and logs and reports it from time to time: reading may take hours. */
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
    const told = progress()
    log('info', sentenceOf(told))
    report(told)
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
