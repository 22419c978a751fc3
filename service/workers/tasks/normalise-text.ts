import { normaliseText as normalise } from '../../../shared/platforms/normalise.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { Task } from '../task.ts'

export interface TextToNormalise {
  /** Platform id. An unknown platform changes nothing. */
  platform: string
  /** Artifact key. */
  key: string
  raw: Uint8Array
}

/** Returns a text in normalised form, by its platform's current rules. */
export const normaliseText: Task<TextToNormalise, Uint8Array<ArrayBuffer>> = {
  limits: { timeMs: 60_000, heapMb: 512 },

  run({ platform, key, raw }) {
    const known = platformById(platform)
    return new Uint8Array(known ? normalise(known, key, raw) : raw)
  },

  transfer: (output) => [output.buffer],
}
