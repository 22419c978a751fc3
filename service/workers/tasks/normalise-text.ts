import { normaliseText as normalise } from '../../../shared/platforms/normalise.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { Task } from '../task.ts'

export interface TextToNormalise {
  /** Its id. One that is no platform any more changes nothing. */
  platform: string
  /** Of the artifact. */
  key: string
  raw: Uint8Array
}

/** A text as it is compared, by its platform's present rules. */
export const normaliseText: Task<TextToNormalise, Uint8Array<ArrayBuffer>> = {
  limits: { timeMs: 60_000, heapMb: 512 },

  run({ platform, key, raw }) {
    const known = platformById(platform)
    return new Uint8Array(known ? normalise(known, key, raw) : raw)
  },

  transfer: (output) => [output.buffer],
}
