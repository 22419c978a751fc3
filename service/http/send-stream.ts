import { once } from 'node:events'
import type { Writable } from 'node:stream'

/**
 * Writes texts as they arrive. A reader that accepts nothing for `stallMs` while data is waiting is disconnected,
 * because its data would accumulate in memory.
 */
export async function sendStream(out: Writable, texts: AsyncIterable<string>, stallMs: number): Promise<void> {
  for await (const text of texts) {
    if (out.destroyed) return
    if (out.write(text)) continue
    const stalled = AbortSignal.timeout(stallMs)
    const closed = new AbortController()
    const onClose = () => closed.abort()
    out.once('close', onClose)
    try {
      await once(out, 'drain', { signal: AbortSignal.any([stalled, closed.signal]) })
    } catch {
      out.destroy()
      return
    } finally {
      out.off('close', onClose)
    }
  }
  out.end()
}
