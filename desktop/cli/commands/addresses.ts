import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, rowsOf } from '../pages.ts'

type Address = components['schemas']['DeviceAddress']
type Destination = components['schemas']['SecretDestination']

export const addresses = command({
  name: 'addresses',
  summary: 'List addresses that await approval',
  details: 'Until an address is approved, agents read the device’s host key but receive no secret.',
  words: [],
  options: {
    all: { type: 'boolean', description: 'include approved addresses' },
    device: { type: 'string', value: 'DEVICE', description: 'only of this device' },
  },
  examples: [['coffer addresses', 'new addresses of an import, and changed ones']],
  async run({ values, connect, out }) {
    const connection = connect()
    const device = values.device === undefined ? undefined : await findDevice(connection, values.device)
    const tenant = device?.tenant_id ?? (await connection.tenantId())
    await out.list(
      addressesOf(connection, { pending_only: !values.all, device_id: device?.id, tenant }),
      [
        { title: 'DEVICE', of: ({ device }) => device.name },
        { title: 'STATUS', of: ({ status }) => status },
        { title: 'SECRETS GO TO', of: ({ destinations }) => destinations.map(destinationText).join(', ') },
        { title: 'APPROVED', of: ({ approved_destinations: old }) => old?.map(destinationText).join(', ') ?? null },
        { title: 'CHANGED', of: ({ changed_at: at }) => shortInstant(at) },
        { title: 'BY', of: ({ changed_by: by }) => by },
      ],
      'no address awaits approval',
    )
  },
})

export const approveAddresses = command({
  name: 'addresses approve',
  summary: 'Approve the address that a device’s secrets are sent to',
  details: 'Shows the addresses and asks for confirmation. Requires a session: API tokens cannot approve addresses.',
  words: [{ name: 'DEVICE', isDevice: true, optional: true }],
  options: {
    all: { type: 'boolean', description: 'all pending addresses' },
    yes: { type: 'boolean', description: 'do not ask for confirmation' },
  },
  examples: [
    ['coffer addresses approve edge1', 'shows the old and new address, and asks for confirmation'],
    ['coffer addresses approve --all', 'after an import'],
  ],
  async run({ words: [named], values, connect, terminal, out }) {
    if ((named === undefined) === !values.all) {
      throw new CommandError(exitCodes.unusable, message('no_address_selected'))
    }
    const connection = connect()
    const device = named === undefined ? undefined : await findDevice(connection, named)
    const tenant = device?.tenant_id ?? (await connection.tenantId())
    const waiting = await Array.fromAsync(
      addressesOf(connection, { pending_only: true, device_id: device?.id, tenant }),
    )
    if (waiting.length === 0)
      throw new CommandError(
        exitCodes.notFound,
        message('no_address_pending'),
        message('run_command', { command: 'coffer addresses' }),
      )
    if (!values.yes) {
      for (const address of waiting) out.notice(addressLine(address))
      if (!terminal.isInteractive) throw new CommandError(exitCodes.unusable, message('confirmation_prompt_impossible'))
      const question = `Send the secrets of ${waiting.length} devices there? (yes/no) `
      if ((await terminal.ask(question)).trim() !== 'yes')
        throw new CommandError(exitCodes.refused, message('nothing_was_changed'))
    }
    const approved: string[] = []
    const changed: string[] = []
    for (let at = 0; at < waiting.length; at += atOnce) {
      const some = waiting.slice(at, at + atOnce).map(({ device: { id }, digest }) => ({ device_id: id, digest }))
      const params = { query: { tenant } }
      const done = dataOf(
        await connection.api.POST('/api/trust/addresses/approve', { params, body: { addresses: some } }),
      )
      approved.push(...done.approved)
      changed.push(...done.changed)
    }
    await out.thing({ approved, changed }, () => `${approved.length} addresses approved\n`)
    if (changed.length > 0) {
      throw new CommandError(
        exitCodes.refused,
        message('addresses_changed', { count: changed.length }),
        message('run_command', { command: 'coffer addresses' }),
      )
    }
  },
})

/** Maximum number of addresses approved in one request. */
const atOnce = 2_000

function addressLine({ device, destinations, approved_destinations: old }: Address): string {
  const now = destinations.map(destinationText).join(', ')
  return old ? `${device.name}: ${old.map(destinationText).join(', ')} becomes ${now}` : `${device.name}: ${now}`
}

function destinationText({ credential_name: name, host, port, transport, ...trust }: Destination): string {
  const tls = trust.tls_fingerprint ? ', pinned' : trust.verify_tls ? '' : ', any certificate'
  return `${name ?? 'a deleted credential'} to ${host}:${port} (${transport}${tls})`
}

function addressesOf(
  { api }: Connection,
  query: { pending_only: boolean; device_id?: string; tenant?: string },
): AsyncGenerator<Address> {
  return rowsOf<Address>((page) => api.GET('/api/trust/addresses', { params: { query: { ...query, ...page } } }))
}
