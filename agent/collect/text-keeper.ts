import type { StoredText } from './captured.ts'
import type { TextStore } from './device-collector.ts'

/** Up to so many bytes a text is held until it is known whether it is new. */
export const heldTextBytes = 8 * 1024 * 1024

export type KeptText = { kind: 'text'; raw: Buffer } | ({ kind: 'long-text' } & StoredText)

/** Holds a short text, and hands a long one on to the store as it comes; without a store it holds each. */
export function createTextKeeper(store?: () => TextStore, limitBytes = heldTextBytes) {
  let held: Buffer[] = []
  let heldBytes = 0
  let stored: TextStore | undefined
  return {
    async push(piece: Buffer): Promise<void> {
      if (stored) return stored.push(piece)
      held.push(piece)
      heldBytes += piece.length
      if (!store || heldBytes <= limitBytes) return
      stored = store()
      for (const early of held.splice(0)) await stored.push(early)
    },
    async end(): Promise<KeptText> {
      if (stored) return { kind: 'long-text', ...(await stored.end()) }
      const raw = Buffer.concat(held)
      held = []
      return { kind: 'text', raw }
    },
  }
}
