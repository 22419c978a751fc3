import { message } from '../../shared/messages/message.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import { DeviceFailure } from '../device-failure.ts'
import { secretsOf, type CredentialSecrets, type JobSpec } from '../job-spec.ts'
import { quoteOutput } from '../quote-output.ts'
import type { Observed, Session, TrustDecision } from '../sessions/session.ts'
import { sshTimeouts } from '../sessions/ssh.ts'
import { addressUnapproved } from './address-unapproved.ts'
import type { CollectDependencies } from './device-collector.ts'
import type { ShellAccount } from './cli/command-session.ts'
import type { SshTarget } from '../sessions/ssh-target.ts'

/** The dependencies of a run that a login needs. */
export type SshDependencies = Pick<
  CollectDependencies,
  'openSsh' | 'checkFingerprint' | 'log' | 'signal' | 'timeouts' | 'onStep'
>

/**
 * Logs in to the job's device by SSH and logs the negotiated parameters.
 * @param path `api` for a protocol over SSH other than a shell, with its own port and credential
 * @throws DeviceFailure of the step that failed
 */
export async function openSshSession(
  job: JobSpec,
  dependencies: SshDependencies,
  path: Transport = 'ssh',
): Promise<Session> {
  const { device, approved } = job
  const port = device.ports[path]
  const decisionOn = async (observed: Observed): Promise<TrustDecision> => {
    if (job.rejected.includes(observed.fingerprint)) return 'refused'
    if (approved[path].includes(observed.fingerprint)) return 'approved'
    const { algorithm, fingerprint } = observed
    dependencies.log('info', message('log_host_key_shown', { algorithm, fingerprint }))
    return dependencies.checkFingerprint(observed)
  }
  const credential = job.addressApproved ? credentialOf(job, path) : noLogin
  const target: SshTarget = {
    host: device.host,
    port,
    username: credential.username,
    password: credential.password,
    privateKey: credential.ssh_private_key,
    passphrase: credential.ssh_key_passphrase,
    legacyAlgorithms: device.options['legacy_algorithms'] === true,
    trust: async (observed) => {
      const decision = await decisionOn(observed)
      if (decision !== 'refused' && !job.addressApproved)
        throw addressUnapproved(job, { ...observed, seen: `${observed.algorithm} ${observed.fingerprint}` })
      return decision
    },
    timeouts: dependencies.timeouts ?? sshTimeouts,
    onStep: dependencies.onStep,
  }
  const { host, username } = target
  const connecting = job.addressApproved
    ? message('log_connecting_ssh', { host, port, username })
    : message('log_connecting_ssh_for_key', { host, port })
  dependencies.log('info', connecting)
  const session = await dependencies.openSsh(target, dependencies.signal)
  const { facts } = session
  const { keyExchange, hostKeyAlgorithm, cipher, mac } = facts
  const algorithms = [keyExchange, hostKeyAlgorithm, cipher, mac].filter((name) => name !== '') // some ciphers need no MAC
  const software = quoteOutput(facts.software)
  const established =
    software === ''
      ? message('log_ssh_established_unnamed', { algorithms })
      : message('log_ssh_established', { software, algorithms })
  dependencies.log('info', established)
  if (facts.legacyAlgorithms.length > 0) {
    dependencies.log('warn', message('log_legacy_algorithms', { algorithms: facts.legacyAlgorithms }))
  }
  return session
}

/** For reading only a host key: the connection ends before a user name is sent. */
const noLogin: CredentialSecrets = { username: 'none' }

/** @throws DeviceFailure credential_missing */
export function shellAccountOf(job: JobSpec): ShellAccount {
  const { username, password, enable_secret: enableSecret } = credentialOf(job, 'ssh')
  return { username, password, enableSecret, secrets: secretsOf(job) }
}

/** @throws DeviceFailure credential_missing */
export function credentialOf(job: JobSpec, path: Transport): CredentialSecrets {
  const credential = job.credentials[path]
  if (credential) return credential
  throw new DeviceFailure('credential_missing', {
    step: message('step_opening_connection_method', { transport: path }),
    seen: 'a device without a credential for it',
  })
}
