import { isMainThread, threadId } from 'node:worker_threads'
import { serveTasks } from '../../../service/workers/serve-tasks.ts'

const limits = { timeMs: 20_000, heapMb: 64 }

/** Faulty tasks, and some correct ones, for the pool's test. */
export const hostileTasks = {
  sum: {
    limits,
    run: (input: { bytes: Uint8Array }) => ({ sum: input.bytes.reduce((sum, byte) => sum + byte, 0), threadId }),
  },
  reverse: {
    limits,
    run: (input: { bytes: Uint8Array<ArrayBuffer> }) => input.bytes.reverse(),
    transfer: (output: Uint8Array<ArrayBuffer>) => [output.buffer],
  },
  environment: { limits, run: () => Object.keys(process.env) },
  spin: {
    limits: { timeMs: 300, heapMb: 64 },
    run: () => {
      for (;;);
    },
  },
  neverAnswer: { limits: { timeMs: 300, heapMb: 64 }, run: () => new Promise<never>(() => {}) },
  hoard: {
    limits: { timeMs: 20_000, heapMb: 32 },
    run: () => {
      const hoard: object[] = []
      for (;;) hoard.push({ at: hoard.length, in: {} })
    },
  },
  exit: { limits, run: () => process.exit(3) },
  refuse: {
    limits,
    run: (input: { code: string }) => {
      throw Object.assign(new RangeError('too much'), { code: input.code })
    },
  },
  throwLater: {
    limits,
    run: () =>
      new Promise<never>(() => {
        setImmediate(() => {
          throw new Error('late')
        })
      }),
  },
}

if (!isMainThread) serveTasks(hostileTasks)
