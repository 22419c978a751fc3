import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { shortInstant } from '../instant.ts'
import { rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'

type Copy = components['schemas']['BreakGlassCopy']

export const breakGlass = command({
  name: 'break-glass list',
  summary: 'List break-glass copies, encrypted configurations on users’ computers',
  details: 'Shows your own copies, and with audit:read those of all users. The desktop application creates them.',
  words: [],
  options: {},
  examples: [['coffer break-glass list --tenant acme', 'computers with copies, and when they expire']],
  async run({ connect, out }) {
    await out.list(
      listAll(connect()),
      [
        { title: 'COMPUTER', of: ({ computer }: Copy) => computer },
        { title: 'USER', of: ({ user }) => user },
        { title: 'SITES', of: ({ sites }) => sites.join(', ') || 'all' },
        { title: 'STATE', of: ({ state }) => state },
        { title: 'CONFIGURATIONS', of: ({ configurations }) => String(configurations) },
        { title: 'REFRESHED', of: ({ refreshed_at: at }) => shortInstant(at) },
        { title: 'EXPIRES', of: ({ expires_at: at }) => shortInstant(at) },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no break-glass copies',
    )
  },
})

export const revokeBreakGlass = command({
  name: 'break-glass revoke',
  summary: 'Revoke a break-glass copy: its computer deletes it at its next contact',
  details: 'Copies of other users require the permission credential:write.',
  words: [{ name: 'COMPUTER|ID' }],
  options: { yes: yesOption },
  examples: [['coffer break-glass revoke anna-laptop --tenant acme', 'for example when the computer was lost']],
  async run({ words: [named = ''], values, connect, out, terminal }) {
    const connection = connect()
    const found = await findCopy(connection, named)
    const question = `The copy of ${found.user} on ${found.computer} is deleted at its next contact. Revoke it?`
    await requireYes(terminal, printableLine(question), values.yes)
    const params = { path: { copy_id: found.id }, query: { tenant: found.tenant_id } }
    await connection.api.DELETE('/api/break-glass-copies/{copy_id}', { params })
    out.notice(printableLine(`copy on ${found.computer} revoked`))
  },
})

async function* listAll(connection: Connection): AsyncGenerator<Copy> {
  const tenant = await connection.tenantId()
  yield* rowsOf<Copy>((page) =>
    connection.api.GET('/api/break-glass-copies', { params: { query: { tenant, ...page } } }),
  )
}

/** @throws CommandError if no copy, or several active ones, are on the computer */
async function findCopy(connection: Connection, named: string): Promise<Copy> {
  const all = await Array.fromAsync(listAll(connection))
  const [found, other] = all.filter(
    ({ id, computer, state }) => id === named || (computer === named && state === 'active'),
  )
  const hint = message('run_command', { command: 'coffer break-glass list' })
  if (!found)
    throw new CommandError(exitCodes.notFound, message('name_not_found', { kind: 'break_glass', name: named }), hint)
  if (other) throw new CommandError(exitCodes.notFound, message('name_not_unique', { kind: 'break_glass', name: named }), message('give_id')) // prettier-ignore
  return found
}
