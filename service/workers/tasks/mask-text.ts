import { resolvePlatform, type PlatformSource } from '../../../shared/platforms/stored-platform.ts'
import { type TextView, viewText } from '../../../shared/platforms/text-view.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface TextToMask {
  platform: PlatformSource
  /** Artifact key. */
  key: string
  raw: Uint8Array
  view: TextView
}

/** Returns a text as collected, as the view shows it. */
export const maskText: Task<TextToMask, Uint8Array<ArrayBuffer>> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run: ({ platform, key, raw, view }) =>
    new Uint8Array(viewText(view, { platform: resolvePlatform(platform), key }, raw)),
  transfer: (output) => [output.buffer],
}
