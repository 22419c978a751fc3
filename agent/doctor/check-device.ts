import { stdin } from 'node:process'
import { testConnection } from '../collect/connection-test.ts'
import type { CollectDeps } from '../collect/device-path.ts'
import { DeviceFailure } from '../device-failure.ts'
import { deviceEnd, menderOf } from '../one-device/device-end.ts'
import { readGivenSecrets } from '../one-device/given-secrets.ts'
import { type NamedDevice, namedPlatform, orderOf } from '../one-device/named-device.ts'
import { surroundings } from '../one-device/surroundings.ts'
import type { Observed } from '../sessions/session.ts'
import type { Check } from './check.ts'

export interface DeviceQuestion {
  device: NamedDevice
  /** Undefined: nobody logs in; what the device shows before that is all that is looked at. */
  username?: string
  /** `NAME=PLACE` each. */
  secrets: readonly string[]
}

/** What each step of a connection proves, in words. */
const steps: Readonly<Record<string, string>> = {
  connect: 'its port takes connections',
  handshake: 'agreed on algorithms',
  trust: 'shows the key that is expected',
  login: 'takes the login',
  prompt: 'shows its prompt',
}

/** Walks the road of a backup up to the first artifact, and tells each step. Never throws for what the device does. */
export async function* checkDevice(question: DeviceQuestion, signal: AbortSignal): AsyncGenerator<Check> {
  const { device, username } = question
  const platform = namedPlatform(device.platform)
  const isLoggingIn = username !== undefined
  const credential = isLoggingIn ? await readGivenSecrets(username, question.secrets) : { username: 'coffer' }
  const order = { ...orderOf(device, platform, credential), kind: 'test' as const }
  const found: Check[] = []
  let shown: Observed | undefined
  const log: CollectDeps['log'] = (level, line) => {
    if (level !== 'info' || /^(agreed on|logged in to)/.test(line))
      found.push({ is: 'note', what: 'device', said: line })
  }
  const around = surroundings(log, signal)
  const deps: CollectDeps = {
    ...around,
    judge(observed) {
      shown = observed
      if (isLoggingIn && stdin.isTTY) return around.judge(observed)
      return Promise.resolve(isLoggingIn ? 'pending' : 'refused')
    },
    treeDeps: nothingRead,
    storeText() {
      throw new Error('a test reads no text')
    },
    keepArchive: nothingRead,
  }
  const where = `${order.device.host}`
  try {
    await testConnection(order, deps, ({ step, durationMs }) =>
      found.push({ is: 'ok', what: 'device', said: `${where} ${steps[step] ?? step} (${durationMs} ms)` }),
    )
    yield* found
    yield { is: 'ok', what: 'device', said: `${where} is ready to be backed up` }
  } catch (error) {
    if (!(error instanceof DeviceFailure)) throw error
    yield* found
    if (shown) {
      const what = shown.kind === 'ssh_host_key' ? 'host key' : 'certificate'
      yield { is: 'ok', what: 'device', said: `${where} shows the ${shown.algorithm} ${what} ${shown.fingerprint}` }
    }
    if (shown && !isLoggingIn) {
      yield {
        is: 'note',
        what: 'device',
        said: 'nobody logged in: give --user to try that, and --fingerprint with the above',
      }
    } else {
      const { message, exitCode } = deviceEnd(error)
      yield { is: 'wrong', what: 'device', said: message, mender: menderOf(error.code), exitCode }
    }
  }
}

function nothingRead(): Promise<never> {
  return Promise.reject(new Error('a test reads nothing'))
}
