import type { Command, Options } from './command.ts'
import { commonOptions } from './common-options.ts'

/** Returns the output of `coffer --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`)
  return [
    'coffer: the command-line client of Coffer\n\n',
    'usage: coffer COMMAND [ARGUMENTS] [OPTIONS]      coffer COMMAND --help shows details and examples\n\n',
    ...lines,
    '\noptions of every command\n',
    optionLines(commonOptions),
    '\non a server: coffer service help lists the commands of the service\n',
    '\nenvironment: COFFER_URL, COFFER_TOKEN, COFFER_TENANT, COFFER_CA_FILE; HTTP_PROXY, HTTPS_PROXY, NO_PROXY; NO_COLOR\n',
  ].join('')
}

/** Returns the output of `coffer COMMAND --help`. */
export function helpOf({ name, summary, details, words, options, examples }: Command): string {
  const shape = words.map((word) => {
    const placeholder = `${word.name}${word.many ? '...' : ''}`
    return word.optional ? ` [${placeholder}]` : ` ${placeholder}`
  })
  const width = Math.max(...examples.map(([line]) => line.length))
  return [
    `${summary}\n\nusage: coffer ${name}${shape.join('')} [OPTIONS]\n`,
    details ? `\n${wrapped(details)}\n` : '',
    Object.keys(options).length > 0 ? `\noptions\n${optionLines(options)}` : '',
    `\noptions of every command\n${optionLines(commonOptions)}`,
    '\nexamples\n',
    ...examples.map(([line, does]) => `  ${line.padEnd(width)}  # ${does}\n`),
  ].join('')
}

/** Breaks a paragraph into lines of at most 100 characters. */
function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > 100) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

function optionLines(options: Options): string {
  const heads = Object.entries(options).map(([name, { short, value }]) => {
    return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`
  })
  const width = Math.max(...heads.map(({ length }) => length))
  return Object.values(options)
    .map(
      ({ description, oneOf }, at) =>
        `  ${heads[at]!.padEnd(width)}  ${description}${oneOf ? ` (${oneOf.join(', ')})` : ''}\n`,
    )
    .join('')
}
