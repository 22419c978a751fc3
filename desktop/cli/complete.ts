import type { Command, Options } from './command.ts'
import { commonOptions } from './common-options.ts'
import type { Connection } from './connection.ts'
import { rowsOf } from './pages.ts'

/** Maximum number of device names offered. */
const maxDevices = 200

/**
 * Returns completions of the last word.
 * @param typed words after `coffer`, the last one possibly incomplete
 * @param connect called if device names are needed
 */
export async function complete(
  typed: readonly string[],
  commands: readonly Command[],
  connect: () => Connection,
): Promise<string[]> {
  const last = typed.at(-1) ?? ''
  const before = typed.slice(0, -1)
  const command = commandOf(before, commands)
  const names = nextWords(before, commands)
  if (!command) return startingWith(last, names)
  const options: Options = { ...commonOptions, ...command.options }
  const given = before.at(-1) ?? ''
  const option = Object.entries(options).find(([name, { short }]) => given === `--${name}` || given === `-${short}`)
  if (option?.[1].type === 'string') return startingWith(last, option[1].oneOf ?? [])
  if (last.startsWith('-'))
    return startingWith(
      last,
      Object.keys(options).map((name) => `--${name}`),
    )
  const at = before.length - command.name.split(' ').length
  const word = command.words[at] ?? (command.words.at(-1)?.many ? command.words.at(-1) : undefined)
  const devices = word?.isDevice ? await deviceNames(connect(), last) : []
  return [...startingWith(last, [...names, ...(word?.oneOf ?? [])]), ...devices]
}

function commandOf(before: readonly string[], commands: readonly Command[]): Command | undefined {
  const [first, second] = before
  return commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
}

/** Returns the words that can follow in a command name. */
function nextWords(before: readonly string[], commands: readonly Command[]): string[] {
  const going = commands
    .map(({ name }) => name.split(' '))
    .filter((name) => before.every((word, at) => name[at] === word))
  return [...new Set(going.flatMap((name) => name[before.length] ?? []))]
}

function startingWith(start: string, candidates: readonly string[]): string[] {
  return candidates.filter((candidate) => candidate.startsWith(start))
}

async function deviceNames(connection: Connection, start: string): Promise<string[]> {
  const { api } = connection
  const query = { q: start || undefined, tenant: await connection.tenantId() }
  const found = rowsOf<{ name: string }>(
    (page) => api.GET('/api/devices', { params: { query: { ...query, ...page } } }),
    maxDevices,
  )
  return (await Array.fromAsync(found)).map(({ name }) => name).filter((name) => name.startsWith(start))
}
