import { message } from '../../shared/messages/message.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import { DeviceFailure } from '../device-failure.ts'
import { secretsOf, type CredentialSecrets, type JobSpec } from '../job-spec.ts'
import { quote } from '../quote.ts'
import type { Observed, Session, TrustDecision } from '../sessions/session.ts'
import { sshTimeouts } from '../sessions/ssh.ts'
import { addressUnapproved } from './address-unapproved.ts'
import type { CollectDependencies } from './device-collector.ts'
import type { ShellAccount } from './command-session.ts'
import type { SshTarget } from '../sessions/ssh-target.ts'

/** The dependencies of a run that a login needs. */
export type SshDependencies = Pick<CollectDependencies, 'openSsh' | 'judge' | 'log' | 'signal' | 'timeouts' | 'onStep'>

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
    dependencies.log(
      'info',
      `the device shows ${observed.algorithm} ${observed.fingerprint}, asking whether it is approved`,
    )
    return dependencies.judge(observed)
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
  const account = job.addressApproved ? ` as ${target.username}` : ', to read its host key only'
  dependencies.log('info', `connecting to ${target.host} port ${target.port} by ssh${account}`)
  const session = await dependencies.openSsh(target, dependencies.signal)
  const { facts } = session
  const agreed = [facts.keyExchange, facts.hostKeyAlgorithm, facts.cipher, facts.mac].join(', ')
  const software = quote(facts.software) || 'an unnamed SSH server'
  dependencies.log('info', `logged in to ${software}; agreed on ${agreed}`, 'negotiated')
  if (facts.legacyAlgorithms.length > 0) {
    dependencies.log(
      'warn',
      `no longer safe, used because legacy_algorithms is on: ${facts.legacyAlgorithms.join(', ')}`,
    )
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
