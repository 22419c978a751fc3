import { endWith, exitCodes } from '../exit-codes.ts'
import { Blocked, type Check } from '../doctor/check.ts'
import { checkDevice, type DeviceQuestion } from '../doctor/check-device.ts'
import { checkService } from '../doctor/check-service.ts'
import type { AgentSettings } from '../settings.ts'

export interface DoctorCommand {
  /** URL of the service, in place of the configured one. */
  url?: string
  device?: DeviceQuestion
}

/**
 * Checks the connection to the service or to one device, and prints each result with advice for each failure.
 * @throws CommandError with the exit code of the first failure
 */
export async function examine(
  settings: AgentSettings,
  { url, device }: DoctorCommand,
  { print, signal, env }: { print: (line: string) => void; signal: AbortSignal; env: NodeJS.ProcessEnv },
): Promise<void> {
  let first: Check | undefined
  const report = (check: Check) => {
    print(`${marks[check.status]} ${check.subject.padEnd(9)} ${check.result}`)
    if (check.advice !== undefined) print(`${' '.repeat(17)}what to do: ${check.advice}`)
    if (check.status === 'failed') first ??= check
  }
  try {
    if (device) await checkDevice(device, signal, report)
    else for await (const check of checkService(settings, url, env)) report(check)
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    report(error.check)
  }
  if (!first) return
  const found = { check: first.subject, reason: first.result }
  throw endWith(first.exitCode ?? exitCodes.unexpected, 'doctor_check_failed', found)
}

const marks: Readonly<Record<Check['status'], string>> = { ok: 'ok    ', note: 'note  ', failed: 'FAILED' }
