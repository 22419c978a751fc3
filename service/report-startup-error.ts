import { createServiceLog } from './service-log.ts'
import type { StartupError } from './store/startup-error.ts'

/** `isService`: the service itself ended, not a command. */
export interface ReportOptions {
  isService: boolean
  stderr?: NodeJS.WriteStream
  stdout?: NodeJS.WriteStream
}

/**
 * Reports why the service or a command ended: the sentence and its code in one line of standard error; of the service also a
 * record with code and parameters in its log, where a program collects that.
 */
export function reportStartupError(
  error: StartupError,
  { isService, stderr = process.stderr, stdout = process.stdout }: ReportOptions,
): void {
  stderr.write(`coffer: ${error.message} [${error.startup.code}]\n`)
  if (isService && !stdout.isTTY) createServiceLog('fatal', stdout).fatal(error.startup, error.message)
}
