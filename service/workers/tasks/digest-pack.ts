import { hash } from 'node:crypto'
import { type Task, serviceHeapMb } from '../task.ts'

/** Computes the SHA-256 of a pack. Its memory is transferred to the thread and back. */
export const digestPack: Task<
  { bytes: Uint8Array<ArrayBuffer> },
  { bytes: Uint8Array<ArrayBuffer>; sha256: Uint8Array }
> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },
  run: ({ bytes }) => ({ bytes, sha256: new Uint8Array(hash('sha256', bytes, 'buffer')) }),
  transfer: ({ bytes }) => [bytes.buffer],
}
