import type { FailureCode } from '../../shared/contract/failures.ts'
import { message } from '../../shared/messages/message.ts'
import type { NetconfDescription } from '../../shared/platforms/netconf.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { JobSpec } from '../job-spec.ts'
import type { Channel, Session } from '../sessions/session.ts'
import type { CollectDependencies } from './device-collector.ts'
import { openSshSession } from './ssh-path.ts'

/** How a port says that nothing listens there, or that nobody from here may ask. */
const closed: readonly FailureCode[] = ['connection_refused', 'connection_timeout']

/**
 * Logs in and opens a channel that speaks NETCONF: at the platform's own port, or, where that is closed and the device's
 * options name no other, at its SSH port; by the subsystem, or by the command that does the same.
 * @throws DeviceFailure of the first port when no port will do
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
    dependencies.log(
      'info',
      `port ${job.device.ports.api} is closed (${failure.message}) Trying NETCONF at the SSH port.`,
    )
    return openAt(atSshPort(job), api, dependencies).catch((second: unknown) => {
      if (!(second instanceof DeviceFailure) || second.code !== 'protocol_error') throw second
      dependencies.log('info', second.message)
      throw failure
    })
  }
}

/** The host key there is the one that was approved for that port. */
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

/** @throws DeviceFailure protocol_error when the device has neither */
async function speaking(
  session: Session,
  { command }: NetconfDescription,
  dependencies: CollectDependencies,
): Promise<Channel> {
  try {
    return await session.subsystem('netconf')
  } catch (failure) {
    if (!isRefusal(failure)) throw failure
    dependencies.log('info', `no subsystem netconf here (${failure.seen ?? ''})${command ? `, trying ${command}` : ''}`)
    try {
      if (command !== undefined) return await commandChannel(session, command)
    } catch (second) {
      if (!isRefusal(second)) throw second
    }
    throw new DeviceFailure('protocol_error', {
      step: message('step_opening_netconf'),
      expected: message('expected_netconf_subsystem'),
      seen: failure.seen,
      advice: message('advice_junos_enable_netconf'),
    })
  }
}

/** What comes on its channel for errors has to be read too, or the far side comes to a stop. */
async function commandChannel(session: Session, command: string): Promise<Channel> {
  const channel = await session.exec(command)
  const complaints = channel.stderr[Symbol.asyncIterator]()
  const readOn = async () => {
    while (!(await complaints.next()).done);
  }
  readOn().catch(() => undefined) // of a connection that is lost the channel itself tells
  return channel
}

/** A channel that is not opened; of a connection that is gone the reason is told by whatever is tried next. */
function isRefusal(failure: unknown): failure is DeviceFailure {
  return failure instanceof DeviceFailure && failure.code === 'connection_lost'
}
