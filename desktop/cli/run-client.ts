import metadata from '../../package.json' with { type: 'json' }
import { message } from '../../shared/messages/message.ts'
import { ApiProblem } from '../console/client/api.ts'
import { commands } from './commands.ts'
import { complete } from './complete.ts'
import { connect } from './connection.ts'
import { CommandError, type ExitCode, exitCodes } from './exit-codes.ts'
import { endOfProblem, explainNoAnswer } from './explain.ts'
import { helpOf, overview } from './help.ts'
import { ClosedPipeError, type Output, createOutput } from './output.ts'
import { type Typed, parseCommand } from './parse-command.ts'
import { printable } from './printable.ts'
import { type ClientSettings, readClientSettings } from './settings.ts'
import { createTerminal } from './terminal.ts'

/** The client's environment. */
export interface CliContext {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/**
 * Runs the command line. Errors are one or two lines on standard error.
 * @returns the exit code
 */
export async function runClient(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  const settings = readClientSettings(context.env)
  const { isColourful } = settings
  const [first] = argv
  const plain = createOutput(context.stdout, context.stderr, { form: 'people', isColourful })
  let url = ''
  try {
    if (first === undefined)
      throw new CommandError(
        exitCodes.unusable,
        message('command_missing'),
        message('run_command', { command: 'coffer --help' }),
      )
    if (first === '--version') return await print(plain, `${metadata.version}\n`)
    if (first === 'complete') return await offered(argv.slice(argv[1] === '--' ? 2 : 1), settings, plain)
    if (/^(--help|-h|help)$/.test(first) && argv.length === 1) return await print(plain, overview(commands))
    const typed = parseCommand(first === 'help' ? [...argv.slice(1), '--help'] : argv, commands)
    if (typed.common.help) return await print(plain, helpOf(typed.command))
    const out = createOutput(context.stdout, context.stderr, { form: formOf(typed), isColourful })
    const terminal = createTerminal(context.stdin, context.stderr)
    const { common, command } = typed
    const ended = await command.run({
      words: typed.words,
      values: typed.values,
      common,
      settings,
      out,
      terminal,
      connect() {
        const connection = connect(settings, common, out, terminal)
        url = connection.url
        return connection
      },
      now: () => new Date(),
    })
    return ended ?? exitCodes.done
  } catch (error) {
    if (error instanceof ClosedPipeError) return exitCodes.done
    return printEnd(error, url, plain)
  }
}

async function print(out: Output, text: string): Promise<ExitCode> {
  await out.write(text)
  return exitCodes.done
}

/** Returns completions; without error messages, which a shell would show as candidates. */
async function offered(words: readonly string[], settings: ClientSettings, out: Output): Promise<ExitCode> {
  const common = { 'retry-for': '0' }
  const silent = { ask: () => Promise.resolve(''), askSecret: () => Promise.resolve(''), isInteractive: false }
  const candidates = await complete(words, commands, () => connect(settings, common, out, silent)).catch(() => [])
  return print(out, candidates.map((one) => `${one}\n`).join(''))
}

function formOf({ common }: Typed): Output['form'] {
  if (common.json) return 'json'
  return common.ndjson ? 'ndjson' : 'people'
}

function printEnd(error: unknown, url: string, out: Output): ExitCode {
  const end = endOf(error, url)
  out.notice(
    `coffer: ${printable(end.message)} [${printable(end.code)}]${end.hint ? `\n  ${printable(end.hint)}` : ''}`,
  )
  return end.exitCode
}

function endOf(error: unknown, url: string): CommandError {
  if (error instanceof CommandError) return error
  if (error instanceof ApiProblem) {
    const { problem, cause } = error
    if (cause instanceof CommandError) return cause
    if (problem.status !== 0) return endOfProblem(problem, url)
    return new CommandError(exitCodes.notReached, explainNoAnswer(cause, hostOf(url)))
  }
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
    return new CommandError(exitCodes.notReached, message('answer_cut_off', { error: 'none' }))
  }
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new CommandError(
    exitCodes.unexpected,
    message('unexpected_error', { error: words }),
    message('report_to_developers'),
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the service'
}
