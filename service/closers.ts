import type { Logger } from 'pino'

/** Resources of a process that are closed in reverse order of opening. */
export interface Closers {
  add(close: () => Promise<unknown> | unknown): void
  /** Closes everything added since the last call. A failure is logged and does not stop the remaining closers. */
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
