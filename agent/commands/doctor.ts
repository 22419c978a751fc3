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
 * @throws CommandEnd with the exit code of the first failure
 */
export async function examine(
  settings: AgentSettings,
  { url, device }: DoctorCommand,
  { print, signal, env }: { print: (line: string) => void; signal: AbortSignal; env: NodeJS.ProcessEnv },
): Promise<void> {
  let first: Check | undefined
  const tell = (check: Check) => {
    print(`${marks[check.is]} ${check.what.padEnd(9)} ${check.said}`)
    if (check.mender !== undefined) print(`${' '.repeat(15)}what to do: ${check.mender}`)
    if (check.is === 'wrong') first ??= check
  }
  try {
    if (device) await checkDevice(device, signal, tell)
    else for await (const check of checkService(settings, url, env)) tell(check)
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    tell(error.check)
  }
  if (!first) return
  const found = { check: first.what, reason: first.said }
  throw endWith(first.exitCode ?? exitCodes.unexpected, 'doctor_check_failed', found)
}

const marks: Readonly<Record<Check['is'], string>> = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' }
