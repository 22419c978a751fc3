import type { Logger } from 'pino'

/**
 * Logs an uncaught exception or unhandled rejection and exits with code 1, because the state of the process is unknown.
 * A process supervisor can then restart it.
 */
export function exitOnUncaughtError(log: Pick<Logger, 'fatal'>): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'exiting: uncaught exception')
    process.exit(1)
  })
}
