import { message } from '../../../shared/messages/message.ts'
import { chunksOf } from '../chunks.ts'
import { command } from '../command.ts'
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts'
import { endOfProblem } from '../explain.ts'
import { readGivenBytes } from '../settings.ts'
import { printable } from '../printable.ts'
import { problemOf } from '../../console/client/api.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const api = command({
  name: 'api',
  summary: 'Send any request to the API',
  details: `Use it for requests without a command of their own. The reference at /api/docs of the service lists all requests. Prints
the response unchanged. --tenant is added to the query.`,
  words: [{ name: 'METHOD', oneOf: methods }, { name: 'PATH' }],
  options: {
    query: {
      type: 'string',
      short: 'q',
      multiple: true,
      value: 'NAME=VALUE',
      description: 'query parameter; can be repeated',
    },
    data: { type: 'string', short: 'd', value: 'FILE', description: 'file with the JSON body; - for standard input' },
  },
  examples: [
    ['coffer api GET /api/storage/usage', 'storage usage'],
    [`echo '{"name": "Acme Ltd"}' | coffer api PATCH /api/tenants/ID --tenant acme -d -`, 'a change'],
  ],
  async run({ words: [given = '', path = ''], values, connect, terminal, out }) {
    const connection = connect()
    const method = methods.find((one) => one === given.toUpperCase())
    if (!method)
      throw new CommandError(
        exitCodes.unusable,
        message('option_value_invalid', { option: 'METHOD', given, expected: 'method' }),
        message('choose_one_of', { choices: methods }),
      )
    const url = URL.parse(`${connection.url}${path.startsWith('/') ? '' : '/'}${path}`)
    if (!url)
      throw new CommandError(
        exitCodes.unusable,
        message('option_value_invalid', { option: 'PATH', given: path, expected: 'path' }),
      )
    for (const pair of values.query ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
      if (!name)
        throw new CommandError(exitCodes.unusable, message('option_not_pair', { option: '--query', given: pair }))
      url.searchParams.append(name, value)
    }
    const tenant = await connection.tenantId()
    if (tenant) url.searchParams.set('tenant', tenant)
    const { data } = values
    const body = data === undefined ? undefined : data === '-' ? await terminal.input() : readGivenBytes(data)
    const headers = body && { 'content-type': 'application/json' }
    const answer = await connection.send(new Request(url, { method, headers, body: body && new Uint8Array(body) }))
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (!answer.ok && !isJson) throw endOfProblem(await problemOf(answer), connection.url)
    if (isJson && out.form !== 'ndjson') {
      await out.write(`${JSON.stringify(await answer.json(), null, 2)}\n`)
      return endOf(answer)
    }
    for await (const chunk of chunksOf(answer.body)) {
      await out.write(out.isTerminal ? printable(Buffer.from(chunk).toString('utf8')) : chunk)
    }
    return endOf(answer)
  },
})

/** Returns the exit code for a response that is not a problem and describes its own failure, as /ready does. */
function endOf({ ok }: Response): ExitCode {
  return ok ? exitCodes.done : exitCodes.notGood
}
