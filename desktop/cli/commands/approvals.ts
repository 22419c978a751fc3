import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { shortInstant } from '../instant.ts'
import { isUuid } from '../is-uuid.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printable, printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'

type Approval = components['schemas']['Approval']

const noteOption = { type: 'string', value: 'TEXT', description: 'a note for the person who made the request' } as const

export const listApprovals = command({
  name: 'approvals',
  summary: 'List requests that need the approval of a second person',
  details: 'Shows requests that you made or could make, latest first.',
  words: [],
  options: { pending: { type: 'boolean', description: 'only requests that await a decision' } },
  examples: [['coffer approvals --pending', 'what you can approve']],
  async run({ values: { pending }, connect, out }) {
    await out.list(
      listAll(connect(), { pending: pending === true }),
      [
        { title: 'ACTION', of: ({ action }: Approval) => action },
        { title: 'STATE', of: ({ state }) => state },
        { title: 'REQUESTED BY', of: (row) => row.requested_by },
        { title: 'REASON', of: ({ reason }) => reason },
        { title: 'EXPIRES', of: ({ expires_at: at }) => shortInstant(at) },
        { title: 'DECIDED BY', of: (row) => row.decided_by ?? '' },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no requests',
    )
  },
})

export const approveRequest = command({
  name: 'approvals approve',
  summary: 'Approve a request of another person',
  details: 'Shows the request and asks. Requires the permission of the request, and your password.',
  words: [{ name: 'ID' }],
  options: { note: noteOption, yes: yesOption },
  examples: [['coffer approvals approve 01980f3a-5c00-7000-8000-000000000001', 'the person can then repeat it']],
  async run({ words: [id = ''], values, connect, out, terminal }) {
    const connection = connect()
    const found = await findApproval(connection, id)
    out.notice(describe(found))
    await requireYes(terminal, 'Approve this request?', values.yes)
    const [params, body] = [{ path: { approval_id: id } }, { note: values.note ?? null }]
    dataOf(await connection.api.POST('/api/approvals/{approval_id}/approve', { params, body }))
    out.notice(printableLine(`approved; ${found.requested_by} can repeat the request within 24 hours`))
  },
})

export const rejectRequest = command({
  name: 'approvals reject',
  summary: 'Reject a request of another person',
  words: [{ name: 'ID' }],
  options: { note: noteOption },
  examples: [['coffer approvals reject ID --note "Not during the change freeze"', 'with the reason']],
  async run({ words: [id = ''], values, connect, out }) {
    const connection = connect()
    await findApproval(connection, id)
    const [params, body] = [{ path: { approval_id: id } }, { note: values.note ?? null }]
    dataOf(await connection.api.POST('/api/approvals/{approval_id}/reject', { params, body }))
    out.notice('rejected')
  },
})

export const withdrawRequest = command({
  name: 'approvals withdraw',
  summary: 'Withdraw your request',
  words: [{ name: 'ID' }],
  options: {},
  examples: [['coffer approvals withdraw ID', 'a request of yours that is pending, or approved and not used']],
  async run({ words: [id = ''], connect, out }) {
    const connection = connect()
    await findApproval(connection, id)
    dataOf(
      await connection.api.POST('/api/approvals/{approval_id}/withdraw', { params: { path: { approval_id: id } } }),
    )
    out.notice('withdrawn')
  },
})

async function* listAll(connection: Connection, query: { pending: boolean }): AsyncGenerator<Approval> {
  const tenant = await connection.tenantId()
  yield* rowsOf<Approval>((page) =>
    connection.api.GET('/api/approvals', { params: { query: { tenant, ...query, ...page } } }),
  )
}

/** @throws CommandError if `id` is not an id */
async function findApproval({ api }: Connection, id: string): Promise<Approval> {
  const hint = message('run_command', { command: 'coffer approvals' })
  if (!isUuid(id)) {
    throw new CommandError(exitCodes.notFound, message('name_not_found', { kind: 'approval', name: id }), hint)
  }
  return dataOf(await api.GET('/api/approvals/{approval_id}', { params: { path: { approval_id: id } } }))
}

function describe({ action, requested_by: who, reason, request: { method, path, body } }: Approval): string {
  const lines = [`requested by ${who}: ${reason}`, `${action}: ${method} ${path}`]
  if (body !== null && body !== undefined) lines.push(JSON.stringify(body, null, 2))
  return printable(lines.join('\n'))
}
