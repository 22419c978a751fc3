import { createServiceLog } from './service-log.ts'
import type { StartupError } from './store/startup-error.ts'

/** `isService`: whether the service ended, not a command. */
export interface ReportOptions {
  isService: boolean
  stderr?: NodeJS.WriteStream
  stdout?: NodeJS.WriteStream
}

/**
 * Reports why the service or a command ended: the message and its code in one line on standard error. For the service
 * it also logs a record with code and parameters if a program collects the log.
 */
export function reportStartupError(
  error: StartupError,
  { isService, stderr = process.stderr, stdout = process.stdout }: ReportOptions,
): void {
  stderr.write(`coffer: ${error.message} [${error.startup.code}]\n`)
  if (isService && !stdout.isTTY) createServiceLog('fatal', stdout).fatal(error.startup, error.message)
}
