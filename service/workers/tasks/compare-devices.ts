import { type DeclaredDifference, createLineFilter } from '../../../shared/diff/declared-differences.ts'
import {
  type DeviceComparison,
  type LineChoice,
  compareDevices as compare,
} from '../../../shared/platforms/compare-devices.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import { type PlatformSource, resolvePlatform } from '../../../shared/platforms/stored-platform.ts'
import { type TextView, viewText } from '../../../shared/platforms/text-view.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface DevicesToCompare {
  /** Platform and artifact key, which select the rules of normalisation. */
  platform: PlatformSource
  key: string
  /** Texts as collected; without a golden one, they are compared with what most of them contain. */
  golden: Uint8Array | null
  view: TextView
  texts: Uint8Array[]
  differences: DeclaredDifference[]
  choice: LineChoice
  /** Milliseconds after which the remaining texts are not compared. */
  timeMs: number
}

/** Compares the texts of devices line by line. The caller bounds their total size; the comparison bounds its memory. */
export const compareDevices: Task<DevicesToCompare, DeviceComparison> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },

  run({ platform, key, view, golden, texts, differences, choice, timeMs }) {
    const known = resolvePlatform(platform)
    const normalise = (raw: Uint8Array) =>
      viewText(view, { platform: known, key }, known ? normaliseText(known, key, raw) : raw)
    const until = performance.now() + timeMs
    return compare(
      golden && normalise(golden),
      (function* () {
        for (const raw of texts) yield normalise(raw)
      })(),
      {
        outline: known?.outline,
        startText: createLineFilter(differences),
        choice,
        isOver: () => performance.now() > until,
      },
    )
  },
}
