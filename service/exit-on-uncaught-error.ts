import type { Logger } from 'pino'

/**
 * What nobody caught, thrown or rejected, leaves the process in a state that nobody knows: one line of the log tells it,
 * and the process ends with 1, so that whoever watches over it starts it anew.
 */
export function exitOnUncaughtError(log: Pick<Logger, 'fatal'>): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'exiting: uncaught exception')
    process.exit(1)
  })
}
