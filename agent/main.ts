import { parseArgs } from 'node:util'
import metadata from '../package.json' with { type: 'json' }
import { askToken } from './commands/ask-token.ts'
import { enrollAgent } from './commands/enroll.ts'
import { readTokenFile, runAgent, takeState } from './commands/run.ts'
import { tellStatus } from './commands/status.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { type AgentSettings, readSettings, readUrl, SettingUnusable } from './settings.ts'
import { StateUnusable } from './state-file.ts'

const usage = `coffer-agent: collects the configurations of devices for Coffer

  coffer-agent enroll --url URL [--token-file FILE] [--replace]
      Binds this computer to a service. The token is asked for, or read from standard input or FILE.
  coffer-agent run [--until-stdin-ends]
      Works until it is stopped, or until whoever started it is gone.
  coffer-agent status
      Who this agent is, whether it runs, whether the service can be reached.
  coffer-agent --version | --help

Settings (environment): BKP_AGENT_URL, BKP_AGENT_TOKEN_FILE, BKP_AGENT_STATE_DIR, BKP_AGENT_CONCURRENCY,
BKP_AGENT_CA_FILE; HTTP_PROXY, HTTPS_PROXY and NO_PROXY for the way to the service.
`

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  process.stdin.destroy() // an open input would keep the process
})

async function main(argv: string[]): Promise<number> {
  keepSecretsOffTheDisk()
  try {
    await obey(argv)
    return exitCodes.done
  } catch (error) {
    const [code, words] = endOf(error)
    process.stderr.write(`coffer-agent: ${words}\n`)
    return code
  }
}

async function obey(argv: string[]): Promise<void> {
  const { command, options } = readCommand(argv)
  if (options.help) return void process.stdout.write(usage)
  if (options.version) return void process.stdout.write(`${metadata.version}\n`)
  const settings = readSettings(process.env)
  if (command === 'run') return runAgent(settings, metadata.version, untilSignal(options['until-stdin-ends'] === true))
  if (command === 'status') return tellStatus(settings, (line) => void process.stdout.write(`${line}\n`))
  if (command !== 'enroll') throw unusable(command ? `there is no command ${command}` : 'a command is missing')
  return enrollHere(options, settings)
}

async function enrollHere(options: ReturnType<typeof readCommand>['options'], settings: AgentSettings): Promise<void> {
  const url = options.url ? readUrl('--url', options.url) : settings.url
  if (!url) throw unusable('enroll needs --url, the address of the service')
  const tokenFile = options['token-file'] ?? settings.tokenFile
  const token = tokenFile ? readTokenFile(tokenFile) : await askToken()
  const { stateDir, caCertificates } = settings
  const unlock = takeState(stateDir)
  try {
    const replace = options.replace === true
    const state = await enrollAgent({ url, token, stateDir, version: metadata.version, caCertificates, replace })
    process.stdout.write(`enrolled as agent ${state.enrolled?.agentName} of ${state.enrolled?.tenantName}\n`)
  } finally {
    unlock()
  }
}

function readCommand(argv: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        'token-file': { type: 'string' },
        replace: { type: 'boolean' },
        'until-stdin-ends': { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (positionals.length > 1) throw unusable(`${positionals[1]} is one word too many`)
    return { command: positionals[0], options: values }
  } catch (error) {
    if (error instanceof CommandEnd) throw error
    throw unusable((error as Error).message)
  }
}

function unusable(words: string): CommandEnd {
  return new CommandEnd(exitCodes.unusable, `${words} (coffer-agent --help)`)
}

const orphanGraceMs = 5_000

/**
 * The first signal asks to end well, the second ends at once. With a parent that is gone (standard input ended), what runs
 * here has nobody to report to soon: it gets a few seconds, and the next run's new boot id frees its leases.
 */
function untilSignal(withParent: boolean): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCodes.unexpected)
      controller.abort()
    })
  }
  if (withParent) {
    process.stdin.resume().once('close', () => {
      controller.abort()
      setTimeout(() => process.exit(exitCodes.done), orphanGraceMs).unref()
    })
  }
  return controller.signal
}

/** A diagnostic report quotes the environment and the heap's objects. Core dumps are for the one who starts us to turn off. */
function keepSecretsOffTheDisk(): void {
  process.report.reportOnFatalError = false
  process.report.reportOnSignal = false
  process.report.reportOnUncaughtException = false
}

function endOf(error: unknown): [number, string] {
  if (error instanceof CommandEnd) return [error.exitCode, error.message]
  if (error instanceof SettingUnusable || error instanceof StateUnusable) return [exitCodes.unusable, error.message]
  return [exitCodes.unexpected, error instanceof Error ? (error.stack ?? error.message) : String(error)]
}
