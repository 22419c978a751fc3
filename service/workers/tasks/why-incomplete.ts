import { type MessageOf, message } from '../../../shared/messages/message.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface TextToGiveBack {
  platform: string
  /** Options of the device. */
  options: Record<string, unknown>
  text: Uint8Array
}

type Incompleteness = MessageOf<'restore_completeness_unknown' | 'restore_incomplete' | 'restore_not_complete'>

/** Returns why a text must not replace a configuration of this platform; null if it is complete. */
export const whyIncomplete: Task<TextToGiveBack, Incompleteness | null> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },
  run({ platform: id, options, text }) {
    const platform = platformById(id)
    const inspect = platform?.ssh?.driver === 'shell' && platform.ssh.artifacts[platform.restore?.key ?? '']?.inspect
    if (!inspect) return message('restore_completeness_unknown')
    const inspector = inspect({ options, facts: {} })
    try {
      inspector.push(text)
      const { metadata } = inspector.end()
      return metadata['restorable'] === false ? incomplete(metadata) : null
    } catch (error) {
      if (!(error instanceof ArtifactUnavailable)) throw error
      return message('restore_not_complete')
    }
  },
}

function incomplete(metadata: Readonly<Record<string, unknown>>): Incompleteness {
  const count = (kind: string, unit: string) =>
    Number((metadata[kind] as Record<string, unknown> | undefined)?.[unit] ?? 0)
  return message('restore_incomplete', {
    secrets: count('masked', 'secrets'),
    denied: count('denied', 'stanzas'),
    omitted: count('omitted', 'stanzas'),
    edited: metadata['edited'] === true ? 'yes' : 'no',
    partial: metadata['partial'] === true ? 'yes' : 'no',
  })
}
