import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { readSecrets } from './given-secrets.ts'
import type { Terminal } from './terminal.ts'

type Header = components['schemas']['WebhookHeaderPatch']

export interface WebhookSecrets {
  url: string | undefined
  secret: string | undefined
  /** Undefined without `--header`; empty for an empty value. A header without `value` keeps the stored one. */
  headers: Header[] | undefined
}

/**
 * Reads the parts of a webhook that must not be in a process's arguments: its address, its signature key and its header
 * values, given as `NAME=FILE`.
 * @throws CommandError for a header without a name, a repeated one, or an empty value
 */
export async function readWebhookSecrets(
  { address, secret, header }: { address?: string; secret?: string; header?: string[] },
  terminal: Terminal,
): Promise<WebhookSecrets> {
  const named = header?.filter((word) => word !== '').map(splitHeader)
  const files: Record<string, string> = {
    ...(address !== undefined && { address }),
    ...(secret !== undefined && { secret }),
  }
  for (const { name, file } of named ?? []) {
    if (file !== undefined) files[promptOf(name)] = file
  }
  const read = await readSecrets(files, terminal)
  return {
    url: read['address'],
    secret: read['secret'],
    headers: named?.map(({ name, file }) => (file === undefined ? { name } : { name, value: valueOf(name, read) })),
  }
}

function splitHeader(word: string, index: number, words: string[]): { name: string; file: string | undefined } {
  const at = word.indexOf('=')
  const name = nameIn(word)
  if (name === '') throw new CommandError(exitCodes.unusable, message('header_name_missing'))
  if (name.includes(':')) {
    throw new CommandError(exitCodes.unusable, message('header_value_in_arguments'))
  }
  if (words.findIndex((other) => isSameName(nameIn(other), name)) !== index) {
    throw new CommandError(exitCodes.unusable, message('option_repeated', { option: `--header ${name}` }))
  }
  return { name, file: at < 0 ? undefined : word.slice(at + 1) }
}

function nameIn(word: string): string {
  const at = word.indexOf('=')
  return at < 0 ? word : word.slice(0, at)
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function valueOf(name: string, read: { [name in string]?: string }): string {
  const value = read[promptOf(name)]
  if (!value) throw new CommandError(exitCodes.unusable, message('header_value_empty', { header: name }))
  return value
}

function promptOf(name: string): string {
  return `header ${name}`
}
