import { stdin } from 'node:process'
import { render } from '../../shared/messages/render.ts'
import { testConnection } from '../collect/connection-test.ts'
import type { CollectDependencies, ConnectionStep } from '../collect/device-collector.ts'
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

/** Lines that report the algorithms on which the agent and the device agreed. */
const negotiated: ReadonlySet<string> = new Set([
  'log_ssh_established',
  'log_ssh_established_unnamed',
  'log_tls_established',
])

/** What each step of a connection verifies. */
const steps: Readonly<Partial<Record<ConnectionStep, string>>> = {
  connect: 'accepts connections on its port',
  handshake: 'agrees on SSH or TLS algorithms',
  trust: 'has the expected key',
  login: 'accepts the login',
  prompt: 'shows its prompt',
  enable: 'grants the privileges of the account',
  prepare: 'accepts the session settings: no pager, no log lines',
  rsync: 'runs rsync',
}

/**
 * Executes the steps of a backup up to the first artifact, and reports each step as it completes: a device may take a
 * minute to reply. Never throws for a failure of the device.
 */
export async function checkDevice(
  question: DeviceQuestion,
  signal: AbortSignal,
  report: (check: Check) => void,
): Promise<void> {
  const { device, username } = question
  const platform = namedPlatform(device.platform)
  const isLoggingIn = username !== undefined
  orderOf(device, platform, { username: '' }, !isLoggingIn) // Validate before asking for a secret.
  const credential = isLoggingIn ? await readGivenSecrets(username, question.secrets) : { username: 'coffer' }
  const order = { ...orderOf(device, platform, credential, !isLoggingIn), kind: 'test' as const }
  const { host } = order.device
  const add = (status: Check['status'], result: string) => report({ status, subject: 'device', result })
  let shown: Observed | undefined
  let mayBeShownLess = false
  let failedMs = 0
  const log: CollectDependencies['log'] = (level, line) => {
    if (level !== 'info' || negotiated.has(line.code)) add('note', render(line, 'en'))
    mayBeShownLess ||= line.code === 'log_privileges_missing'
  }
  const context = standaloneContext(log, signal, order.approved.ssh[0])
  const dependencies: CollectDependencies = {
    ...context,
    checkFingerprint(observed) {
      shown = observed
      if (isLoggingIn && (stdin.isTTY || device.fingerprint !== undefined)) return context.checkFingerprint(observed)
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
      ({ step, durationMs }) => add('ok', `${host} ${steps[step] ?? step} (${durationMs} ms)`),
      (durationMs) => (failedMs = durationMs),
    )
    const limit = mayBeShownLess ? ', but without all privileges' : ''
    add('ok', `${host} accepts this account${limit}`)
    add('note', 'no configuration was read: to check whether this account may read all of it, run coffer-agent collect')
  } catch (error) {
    if (!(error instanceof DeviceFailure)) throw error
    if (shown) {
      const what = shown.kind === 'ssh_host_key' ? 'host key' : 'certificate'
      add('ok', `${host} has the ${shown.algorithm} ${what} ${shown.fingerprint}`)
    }
    if (shown && !isLoggingIn) {
      add('note', 'no login was attempted: to attempt one, add --user, and --fingerprint with the value above')
    } else {
      const { message, exitCode } = deviceEnd(error)
      for (const line of error.lastLines ?? []) add('note', `last output: ${line}`)
      if (failedMs >= 1_000) add('note', `the failed step took ${(failedMs / 1000).toFixed(1)} s`)
      report({ status: 'failed', subject: 'device', result: message, advice: responsibleParty(error.code), exitCode })
    }
  }
}

function nothingRead(): Promise<never> {
  return Promise.reject(new Error('a test reads nothing'))
}
