import type { FailureCode } from '../../shared/contract/failures.ts'
import { failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { NetconfDescription } from '../../shared/platforms/netconf.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { JobSpec } from '../job-spec.ts'
import type { Channel, Session } from '../sessions/session.ts'
import type { CollectDependencies } from './device-collector.ts'
import { openSshSession } from './ssh-path.ts'

/** Failures of a port on which nothing listens or that is filtered. */
const closed: readonly FailureCode[] = ['connection_refused', 'connection_timeout']

/**
 * Logs in and opens a channel that speaks NETCONF: at the platform's own port or, if that is closed and the device's
 * options name no other, at its SSH port. Uses the subsystem, or the equivalent command.
 * @throws DeviceFailure of the first port if no port works
 */
export async function openNetconfChannel(
  job: JobSpec,
  api: NetconfDescription,
  dependencies: CollectDependencies,
): Promise<{ session: Session; channel: Channel }> {
  try {
    return await openAt(job, api, dependencies)
  } catch (failure) {
    const mayTrySshPort = job.device.options['api_port'] === undefined && job.device.ports.ssh !== job.device.ports.api
    if (!(failure instanceof DeviceFailure) || !closed.includes(failure.code) || !mayTrySshPort) throw failure
    const port = job.device.ports.api
    dependencies.log('info', message('log_netconf_port_closed', { port, failure: failureSentences(failure) }))
    return openAt(atSshPort(job), api, dependencies).catch((second: unknown) => {
      if (!(second instanceof DeviceFailure) || second.code !== 'protocol_error') throw second
      dependencies.log('info', message('log_failure', { failure: failureSentences(second) }))
      throw failure
    })
  }
}

/** Returns the job for the SSH port, with the host key that was approved for it. */
function atSshPort(job: JobSpec): JobSpec {
  const { device, approved } = job
  return {
    ...job,
    device: { ...device, ports: { ...device.ports, api: device.ports.ssh } },
    approved: { ...approved, api: approved.ssh },
  }
}

async function openAt(job: JobSpec, api: NetconfDescription, dependencies: CollectDependencies) {
  const session = await openSshSession(job, dependencies, 'api')
  try {
    return { session, channel: await speaking(session, api, dependencies) }
  } catch (failure) {
    await session.close()
    throw failure
  }
}

/** @throws DeviceFailure protocol_error if the device has neither */
async function speaking(
  session: Session,
  { command }: NetconfDescription,
  dependencies: CollectDependencies,
): Promise<Channel> {
  try {
    return await session.subsystem('netconf')
  } catch (failure) {
    if (!isChannelRefused(failure)) throw failure
    const seen = failure.seen ?? ''
    dependencies.log(
      'info',
      command === undefined
        ? message('log_netconf_subsystem_missing', { seen })
        : message('log_netconf_subsystem_replaced', { seen, command }),
    )
    try {
      if (command !== undefined) return await commandChannel(session, command)
    } catch (second) {
      if (!isChannelRefused(second)) throw second
    }
    throw new DeviceFailure('protocol_error', {
      step: message('step_opening_netconf'),
      expected: message('expected_netconf_subsystem'),
      seen: failure.seen,
      advice: message('advice_junos_enable_netconf'),
    })
  }
}

/** Opens a channel and drains its stderr: the far side blocks when that is not read. */
async function commandChannel(session: Session, command: string): Promise<Channel> {
  const channel = await session.exec(command)
  const complaints = channel.stderr[Symbol.asyncIterator]()
  const readOn = async () => {
    while (!(await complaints.next()).done);
  }
  readOn().catch(() => undefined) // the channel itself reports a lost connection
  return channel
}

/** Whether the device opened no channel. If the connection is lost, the next attempt reports it. */
function isChannelRefused(failure: unknown): failure is DeviceFailure {
  return failure instanceof DeviceFailure && failure.code === 'connection_lost'
}
