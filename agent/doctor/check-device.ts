import { stdin } from 'node:process'
import { testConnection } from '../collect/connection-test.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'
import { lacksRights } from '../collect/shell.ts'
import { DeviceFailure } from '../device-failure.ts'
import { deviceEnd, responsibleParty } from '../standalone/device-end.ts'
import { readGivenSecrets } from '../standalone/given-secrets.ts'
import { type NamedDevice, namedPlatform, orderOf } from '../standalone/named-device.ts'
import { standaloneContext } from '../standalone/context.ts'
import type { Observed } from '../sessions/session.ts'
import type { Check } from './check.ts'

export interface DeviceQuestion {
  device: NamedDevice
  /** If undefined, no login is attempted and only the steps before it are checked. */
  username?: string
  /** `NAME=PLACE` each. */
  secrets: readonly string[]
}

/** What each step of a connection verifies. */
const steps: Readonly<Record<string, string>> = {
  connect: 'its port takes connections',
  handshake: 'agreed on algorithms',
  trust: 'shows the key that is expected',
  login: 'takes the login',
  prompt: 'shows its prompt',
  enable: 'gives the rights that the account can have',
  prepare: 'lets the session be made ready: no pager, no log lines',
  rsync: 'has an rsync that answers',
}

/**
 * Executes the steps of a backup up to the first artifact, and reports each step as it completes: a device may take a
 * minute to reply. Never throws for a failure of the device.
 */
export async function checkDevice(
  question: DeviceQuestion,
  signal: AbortSignal,
  tell: (check: Check) => void,
): Promise<void> {
  const { device, username } = question
  const platform = namedPlatform(device.platform)
  const isLoggingIn = username !== undefined
  orderOf(device, platform, { username: '' }, !isLoggingIn) // Validate before asking for a secret.
  const credential = isLoggingIn ? await readGivenSecrets(username, question.secrets) : { username: 'coffer' }
  const order = { ...orderOf(device, platform, credential, !isLoggingIn), kind: 'test' as const }
  const { host } = order.device
  const say = (is: Check['is'], said: string) => tell({ is, what: 'device', said })
  let shown: Observed | undefined
  let mayBeShownLess = false
  let failedMs = 0
  const log: CollectDependencies['log'] = (level, line) => {
    if (level !== 'info' || /^(agreed on|logged in to)/.test(line)) say('note', line)
    mayBeShownLess ||= line === lacksRights
  }
  const context = standaloneContext(log, signal, order.approved.ssh[0])
  const dependencies: CollectDependencies = {
    ...context,
    judge(observed) {
      shown = observed
      if (isLoggingIn && (stdin.isTTY || device.fingerprint !== undefined)) return context.judge(observed)
      return Promise.resolve(isLoggingIn ? 'pending' : 'refused')
    },
    treeDependencies: nothingRead,
    storeText() {
      throw new Error('a test reads no text')
    },
    storeArchive: nothingRead,
  }
  try {
    await testConnection(
      order,
      dependencies,
      ({ step, durationMs }) => say('ok', `${host} ${steps[step] ?? step} (${durationMs} ms)`),
      (durationMs) => (failedMs = durationMs),
    )
    const rights = mayBeShownLess ? ', though not with all rights' : ''
    say('ok', `${host} lets this account in${rights}`)
    say('note', 'nothing was read: coffer-agent collect shows whether this account may read everything')
  } catch (error) {
    if (!(error instanceof DeviceFailure)) throw error
    if (shown) {
      const what = shown.kind === 'ssh_host_key' ? 'host key' : 'certificate'
      say('ok', `${host} shows the ${shown.algorithm} ${what} ${shown.fingerprint}`)
    }
    if (shown && !isLoggingIn) {
      say('note', 'no login was tried: to try one, give --user, and --fingerprint with the above')
    } else {
      const { message, exitCode } = deviceEnd(error)
      for (const line of error.lastLines ?? []) say('note', `sent last: ${line}`)
      if (failedMs >= 1_000) say('note', `the step that failed took ${(failedMs / 1000).toFixed(1)} s`)
      tell({ is: 'wrong', what: 'device', said: message, mender: responsibleParty(error.code), exitCode })
    }
  }
}

function nothingRead(): Promise<never> {
  return Promise.reject(new Error('a test reads nothing'))
}
