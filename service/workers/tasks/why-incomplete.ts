import { platformById } from '../../../shared/platforms/registry.ts'
import { NoText } from '../../../shared/platforms/requests.ts'
import type { Task } from '../task.ts'

export interface TextToGiveBack {
  platform: string
  /** Of the device. */
  options: Record<string, unknown>
  text: Uint8Array
}

/** Why a text of this platform must not replace a configuration: what it lacks, in words. Null for one that is whole. */
export const whyIncomplete: Task<TextToGiveBack, string | null> = {
  limits: { timeMs: 60_000, heapMb: 256 },
  run({ platform: id, options, text }) {
    const platform = platformById(id)
    const inspect = platform?.ssh?.walk === 'shell' && platform.ssh.artifacts[platform.restore?.key ?? '']?.inspect
    if (!inspect) return 'nothing tells whether it is whole'
    const inspector = inspect({ options, facts: {} })
    try {
      inspector.push(text)
      const { restorable, not_restorable_because: because } = inspector.end().metadata
      return restorable === false ? `it has ${String(because)}` : null
    } catch (error) {
      if (!(error instanceof NoText)) throw error
      return 'it is not a whole configuration'
    }
  },
}
