import type { Magnitude } from '../../../shared/diff/magnitude.ts'
import { type TracedText, traceBack } from '../../../shared/diff/trace-lines.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import { resolvePlatform, type PlatformSource } from '../../../shared/platforms/stored-platform.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface TextsToTrace {
  /** Platform and artifact key, which select the rules of normalisation. An unknown platform changes nothing. */
  platform: PlatformSource
  key: string
  /** The normalised text that the trace has reached. */
  reached: TracedText
  /** Older texts as collected, from the newest on. */
  older: Uint8Array[]
}

/** What the comparison with each older text showed; fewer than the texts if no traced line is left. */
export interface TracedTexts {
  reached: TracedText
  steps: { begun: Int32Array; magnitude: Magnitude }[]
}

/** Traces lines back through a few older texts. The caller bounds their total size. */
export const traceLines: Task<TextsToTrace, TracedTexts> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },

  run({ platform, key, reached, older }) {
    const known = resolvePlatform(platform)
    const steps: TracedTexts['steps'] = []
    let now = reached
    let left = now.traced.reduce((count, number) => (number >= 0 ? count + 1 : count), 0)
    for (const raw of older) {
      if (left === 0) break
      const { older: next, begun, magnitude } = traceBack(now, known ? normaliseText(known, key, raw) : raw)
      steps.push({ begun, magnitude })
      left -= begun.length
      now = next
    }
    const { bytes, ...lines } = now.text
    return { reached: { ...now, text: { ...lines, bytes: new Uint8Array(bytes) } }, steps }
  },

  transfer: ({ reached: { text, traced } }) =>
    [text.bytes, text.starts, traced].map(({ buffer }) => buffer as ArrayBuffer),
}
