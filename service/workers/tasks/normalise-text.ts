import { normaliseText as normalise } from '../../../shared/platforms/normalise.ts'
import { resolvePlatform, type PlatformSource } from '../../../shared/platforms/stored-platform.ts'
import { type TextView, viewText } from '../../../shared/platforms/text-view.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface TextToNormalise {
  /** An unknown platform changes nothing. */
  platform: PlatformSource
  /** Artifact key. */
  key: string
  raw: Uint8Array
  view: TextView
}

/** Returns a text in normalised form, by its platform's current rules, as the view shows it. */
export const normaliseText: Task<TextToNormalise, Uint8Array<ArrayBuffer>> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },

  run({ platform, key, raw, view }) {
    const known = resolvePlatform(platform)
    return new Uint8Array(viewText(view, { platform: known, key }, known ? normalise(known, key, raw) : raw))
  },

  transfer: (output) => [output.buffer],
}
