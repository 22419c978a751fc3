import type { ChunkWriter } from '../shared/repository/chunk-writer.ts'
import { writeContent } from '../shared/repository/content.ts'
import type { TextStore } from './collect/device-collector.ts'
import type { LeasedJob } from './leased-job.ts'
import { createTextNames } from './text-fingerprints.ts'

/** Fingerprints and chunks a text as it arrives. Holds no more of it than the writer's budget allows. */
export function createTextStore(job: LeasedJob, key: string, writer: ChunkWriter): TextStore {
  const content = writeContent(writer)
  const names = createTextNames(job, key)
  return {
    async push(piece) {
      names.push(piece)
      await content.push(piece)
    },
    async end() {
      const { fingerprint, normalised_fingerprint: normalisedFingerprint } = names.end()
      return { content: await content.end(), fingerprint, normalisedFingerprint }
    },
  }
}
