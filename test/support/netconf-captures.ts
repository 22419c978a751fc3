import type { CollectDependencies } from '../../agent/collect/device-collector.ts'
import type { CredentialSecrets, JobSpec } from '../../agent/job-spec.ts'
import { openSsh, sshTimeouts } from '../../agent/sessions/ssh.ts'
import type { NetconfLimits } from '../../shared/platforms/netconf.ts'
import { type Capture, readCaptures, withFiles } from './captures.ts'
import { type CollectedRun, apiDeps, collectJob, jobSpec } from './collect-over-api.ts'
import { junosHello, wrapped } from './junos-netconf.ts'
import { netconfSession, type NetconfServed } from './netconf-server.ts'
import { loginSecret } from './open-simulator.ts'
import type { SshSimulator } from './ssh-simulator.ts'

/** The recorded output of a device over NETCONF. */
export interface NetconfCapture extends Capture {
  /** With its files read (`withFiles`); default: that of a device that offers base:1.0. */
  identify?: unknown
  banner?: string
  complaint?: string
  answers: {
    /** Text that the operation contains. */
    to: string
    /** A complete reply; `MESSAGE-ID` in it is replaced with that of the operation. */
    reply?: unknown
    /** A text that a device would wrap in `configuration-text`, or `configuration-set`. */
    text?: unknown
    set?: unknown
  }[]
}

export const netconfLimits: NetconfLimits = { idleMs: 8_000, totalMs: 30_000, maxBytes: 64 * 1024 * 1024 }

const overNetconf = { openSsh, timeouts: { ...sshTimeouts, graceMs: 200 }, netconfLimits }

/** Returns every NETCONF capture below test/fixtures, sorted by path. */
export function readNetconfCaptures(): NetconfCapture[] {
  return readCaptures('netconf')
}

/** Replies as the device of the capture did; to other operations, that they are unknown. */
export function servedBy(capture: NetconfCapture): NetconfServed {
  const { identify, banner, complaint, answers } = capture
  return {
    identify: identify === undefined ? junosHello() : textIn(identify, capture),
    banner,
    complaint,
    reply(operation, messageId) {
      const recorded = answers.find(({ to }) => operation.includes(to))
      if (!recorded) return `<rpc-reply><rpc-error><error-message>syntax error</error-message></rpc-error></rpc-reply>`
      const { reply, text, set } = recorded
      if (reply !== undefined) return textIn(reply, capture).replace('MESSAGE-ID', messageId)
      const content =
        text === undefined
          ? wrapped('configuration-set', textIn(set, capture))
          : wrapped('configuration-text', textIn(text, capture))
      return `<rpc-reply message-id="${messageId}">\n${content}\n</rpc-reply>`
    },
  }
}

/** Executes a run over NETCONF on the output of a capture, without a network. */
export function replayNetconf(capture: NetconfCapture, changes: Partial<NetconfServed> = {}) {
  const session = netconfSession({ ...servedBy(capture), ...changes })
  const place = { port: 830, hostKeyFingerprint: 'SHA256:none' }
  return collectOverNetconf(place, capture.options, { openSsh: () => Promise.resolve(session) })
}

/** Executes a run over NETCONF on a trusted device, at the simulator's port. */
export function collectOverNetconf(
  simulator: Pick<SshSimulator, 'port' | 'hostKeyFingerprint'>,
  options: Record<string, unknown> = {},
  changes: Partial<CollectDependencies> = {},
  login: CredentialSecrets = { username: 'backup', password: loginSecret },
): Promise<CollectedRun> {
  const order = { ...netconfOrder(simulator, options), credentials: { api: login } }
  return collectJob(order, { ...overNetconf, ...changes })
}

export function netconfOrder(
  { port, hostKeyFingerprint: fingerprint }: Pick<SshSimulator, 'port' | 'hostKeyFingerprint'>,
  options: Record<string, unknown> = {},
): JobSpec {
  const credential = { username: 'backup', password: loginSecret }
  return jobSpec('routeco_junos', { transport: 'api', credential, port, fingerprint, options })
}

export function netconfDeps(log: string[], changes: Partial<CollectDependencies> = {}): CollectDependencies {
  return apiDeps(log, { ...overNetconf, ...changes })
}

function textIn(value: unknown, capture: NetconfCapture): string {
  const text = withFiles(value, capture)
  if (typeof text !== 'string') throw new Error(`${capture.path} has no text`)
  return text
}
