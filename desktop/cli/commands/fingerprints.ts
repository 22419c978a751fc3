import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { type Call, command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { shortInstant } from '../instant.ts'
import { isUuid } from '../is-uuid.ts'
import { rowsOf } from '../pages.ts'

type Fingerprint = components['schemas']['Fingerprint']

const decided = {
  fingerprint: {
    type: 'string',
    value: 'FINGERPRINT',
    description: 'fingerprint that the device shows; replaces the question',
  },
} as const
const meantWord = { name: 'DEVICE|ID', isDevice: true } as const

export const fingerprints = command({
  name: 'fingerprints',
  summary: 'List host keys and certificates of devices',
  words: [],
  options: {
    pending: { type: 'boolean', description: 'only pending ones' },
    device: { type: 'string', value: 'DEVICE', description: 'of this device' },
  },
  examples: [['coffer fingerprints --pending', 'fingerprints to compare']],
  async run({ values, connect, out }) {
    const connection = connect()
    const device = values.device === undefined ? undefined : await findDevice(connection, values.device)
    const tenant = device?.tenant_id ?? (await connection.tenantId())
    await out.list(
      fingerprintsOf(connection, { pending_only: values.pending, device_id: device?.id, tenant }),
      [
        { title: 'DEVICE', of: ({ device }) => device.name },
        {
          title: 'STATUS',
          of: ({ status, compared }) => (status === 'approved' && !compared ? 'approved, not compared' : status),
        },
        { title: 'FINGERPRINT', of: ({ fingerprint }) => fingerprint },
        { title: 'OF', of: ({ algorithm }) => algorithm },
        { title: 'AT', of: ({ host, port }) => `${host}:${port}` },
        { title: 'FIRST SEEN', of: ({ first_seen_at: at }) => shortInstant(at) },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no fingerprints match',
    )
  },
})

export const approve = command({
  name: 'fingerprints approve',
  summary: 'Approve a fingerprint that you compared with the device',
  details: 'Approves the pending fingerprint of a device. Shows it and asks for confirmation.',
  words: [meantWord],
  options: decided,
  examples: [
    ['coffer fingerprints approve edge1', 'shows the fingerprint and asks for confirmation'],
    [
      'coffer fingerprints approve edge1 --fingerprint SHA256:…',
      'for a program that read the fingerprint on the device',
    ],
  ],
  run: (call) => decide(call, 'approve'),
})

export const reject = command({
  name: 'fingerprints reject',
  summary: 'Reject a fingerprint that is not the device’s',
  words: [meantWord],
  options: decided,
  examples: [['coffer fingerprints reject edge1', 'prevents logins to the device']],
  run: (call) => decide(call, 'reject'),
})

async function decide({ words: [named = ''], values, connect, terminal, out }: Call<typeof decided>, what: Decision) {
  const connection = connect()
  const { api } = connection
  const found = await findPending(connection, named, values.fingerprint)
  const { id, tenant_id: tenant, device, fingerprint, algorithm, host, port } = found
  if (values.fingerprint === undefined) {
    if (!terminal.isInteractive) {
      throw new CommandError(exitCodes.unusable, message('fingerprint_prompt_impossible'))
    }
    out.notice(`${device.name} at ${host}:${port} showed\n  ${algorithm} ${fingerprint}`)
    const question = what === 'approve' ? 'Does the device itself show the same? (yes/no) ' : 'Reject it? (yes/no) '
    if ((await terminal.ask(question)).trim() !== 'yes')
      throw new CommandError(exitCodes.refused, message('nothing_was_changed'))
  }
  const params = { path: { fingerprint_id: id }, query: { tenant } }
  const evidence =
    values.fingerprint === undefined
      ? { compared_out_of_band: true, note: 'confirmed on the command line' }
      : { displayed: values.fingerprint }
  const { data } = await (what === 'approve'
    ? api.POST('/api/trust/fingerprints/{fingerprint_id}/approve', { params, body: evidence })
    : api.POST('/api/trust/fingerprints/{fingerprint_id}/reject', { params }))
  await out.thing(data, () => `${fingerprint} of ${device.name} is ${data!.status}\n`)
}

type Decision = 'approve' | 'reject'

/** @throws CommandError if there are none or several, or it is not the one that was compared */
async function findPending(connection: Connection, named: string, compared: string | undefined): Promise<Fingerprint> {
  const device = isUuid(named) ? undefined : await findDevice(connection, named)
  const tenant = device?.tenant_id ?? (await connection.tenantId())
  const all = await Array.fromAsync(fingerprintsOf(connection, { device_id: device?.id, tenant }))
  const meant = all.filter(({ id, status }) => (device ? status === 'pending' : id === named))
  if (meant.length === 0) {
    throw new CommandError(
      exitCodes.notFound,
      message('fingerprint_not_found', { name: named, of: device ? 'device' : 'id' }),
      message('run_command', { command: 'coffer fingerprints' }),
    )
  }
  const [one, another] = compared === undefined ? meant : meant.filter(({ fingerprint }) => fingerprint === compared)
  if (!one) {
    const seen = meant.map(({ algorithm, fingerprint }) => `${algorithm} ${fingerprint}`).join(', ')
    throw new CommandError(
      exitCodes.refused,
      message('fingerprint_differs', { device: named, compared: compared ?? '', seen }),
    )
  }
  if (!another) return one
  throw new CommandError(
    exitCodes.notFound,
    message('fingerprints_pending', { device: named }),
    message('run_command', { command: `coffer fingerprints --device ${named}` }),
  )
}

function fingerprintsOf(
  { api }: Connection,
  query: { pending_only?: boolean; device_id?: string; tenant?: string },
): AsyncGenerator<Fingerprint> {
  return rowsOf<Fingerprint>((page) => api.GET('/api/trust/fingerprints', { params: { query: { ...query, ...page } } }))
}
