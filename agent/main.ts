import metadata from '../package.json' with { type: 'json' }
import { type CommandLine, namedDeviceIn, readCommandLine } from './commands/read-command-line.ts'
import { CommandError, endWith, exitCodes, unusable } from './exit-codes.ts'
import { type AgentSettings, readSettings, readUrl, resolveProxies } from './settings.ts'

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  process.stdin.destroy() // an open input would prevent the process from exiting
})

async function main(argv: string[]): Promise<number> {
  keepSecretsOffTheDisk()
  process.stdout.on('error', exitOnClosedPipe)
  try {
    await runCommand(argv)
    return exitCodes.done
  } catch (error) {
    const [code, words] = endOf(error)
    process.stderr.write(`coffer-agent: ${words}\n`)
    return code
  }
}

/** Loads a command's modules only when it is run, so that `--version` is fast. */
async function runCommand(argv: string[]): Promise<void> {
  const line = readCommandLine(argv)
  const { command, options } = line
  if (options.help) return print((await import('./commands/help.ts')).help.trimEnd())
  if (options.version) return print(metadata.version)
  resolveProxies(process.env)
  const settings = readSettings(process.env)
  if (command === 'enroll') return enrollHere(options, settings)
  if (command === 'run') {
    const { runAgent } = await import('./commands/run.ts')
    return runAgent(settings, metadata.version, untilSignal(options['until-stdin-ends'] === true))
  }
  if (command === 'status') return (await import('./commands/status.ts')).printStatus(settings, print)
  if (command === 'collect' || command === 'doctor') return lookHere(line, settings)
  const { installService, uninstallService } = await import('./commands/install-service.ts')
  return command === 'install-service' ? installService(options.print === true, print) : uninstallService(print)
}

async function enrollHere(options: CommandLine['options'], settings: AgentSettings): Promise<void> {
  const url = options.url ? readUrl('--url', options.url) : settings.url
  if (!url) throw unusable('options_missing', { options: ['--url'] })
  const { askToken } = await import('./commands/ask-token.ts')
  const { enrollAgent } = await import('./commands/enroll.ts')
  const { readTokenFile, takeState } = await import('./commands/run.ts')
  const tokenFile = options['token-file'] ?? settings.tokenFile
  const token = tokenFile ? readTokenFile(tokenFile) : await askToken()
  const { stateDir, caCertificates } = settings
  const unlock = takeState(stateDir)
  try {
    const replace = options.replace === true
    const state = await enrollAgent({ url, token, stateDir, version: metadata.version, caCertificates, replace })
    print(`enrolled as agent ${state.enrolled?.agentName} of ${state.enrolled?.tenantName}`)
  } finally {
    unlock()
  }
}

async function lookHere(line: CommandLine, settings: AgentSettings): Promise<void> {
  const { options } = line
  const signal = untilSignal(false)
  if (line.command === 'collect') {
    const { collectHere } = await import('./commands/collect.ts')
    if (options.user === undefined) throw unusable('options_missing', { options: ['--user'] })
    const { user: username, secret: secrets = [], out, verbose: isVerbose = false } = options
    return unlessStopped(
      collectHere({ device: namedDeviceIn(line), username, secrets, out, isVerbose }, signal),
      signal,
    )
  }
  const { examine } = await import('./commands/doctor.ts')
  const url = options.url === undefined ? undefined : readUrl('--url', options.url)
  const isOfDevice = options.device !== undefined || options.platform !== undefined
  const device = isOfDevice
    ? { device: namedDeviceIn(line), username: options.user, secrets: options.secret ?? [] }
    : undefined
  return unlessStopped(examine(settings, { url, device }, { print, signal, env: process.env }), signal)
}

/** Throws `command_stopped` for any error after the user stopped the command. */
async function unlessStopped(work: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await work
  } catch (error) {
    throw signal.aborted ? endWith(exitCodes.stopped, 'command_stopped') : error
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const orphanGraceMs = 5_000

/**
 * The first signal requests a graceful end, the second ends at once. If the parent is gone (standard input ended),
 * running jobs cannot report soon: they get a few seconds, and the next run's new boot id releases their leases.
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

/** Exits if the reader of the output closes it, as `head` does, or if the disk is full. */
function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  process.stderr.write(`coffer-agent: standard output takes no more: ${error.message}\n`)
  process.exit(exitCodes.notWritten)
}

/**
 * Disables diagnostic reports, which contain the environment and heap objects. Core dumps must be disabled by the
 * service manager.
 */
function keepSecretsOffTheDisk(): void {
  process.report.reportOnFatalError = false
  process.report.reportOnSignal = false
  process.report.reportOnUncaughtException = false
}

function endOf(error: unknown): [number, string] {
  if (error instanceof CommandError) return [error.exitCode, `${error.message} [${error.problem.code}]`]
  return [exitCodes.unexpected, error instanceof Error ? (error.stack ?? error.message) : String(error)]
}
