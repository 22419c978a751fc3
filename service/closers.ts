import type { Logger } from 'pino'

/** What a process opened and closes again, the latest first. */
export interface Closers {
  add(close: () => Promise<unknown> | unknown): void
  /** Closes everything that was added since the last call. One that fails is logged and does not keep the others open. */
  closeAll(): Promise<void>
}

export function createClosers(log: Pick<Logger, 'error'>): Closers {
  const closers: (() => Promise<unknown> | unknown)[] = []
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      for (const close of closers.splice(0).reverse()) {
        try {
          await close()
        } catch (error) {
          log.error(error, 'a part of the service did not close')
        }
      }
    },
  }
}
