import { commands } from './commands/commands.ts'
import { type CommandLine, readCommandLine } from './commands/read-command-line.ts'
import { describeSettings, warnIgnoredSetting } from './describe-settings.ts'
import { exitOnUncaughtError } from './exit-on-uncaught-error.ts'
import { growHeapWithBuffers } from './heap-growth.ts'
import { createLogRedactor } from './log-redactor.ts'
import { StartupError, startupError } from './store/startup-error.ts'
import { reportStartupError } from './report-startup-error.ts'
import { DatabaseUnavailable, asDatabaseUnavailable } from './store/database-unavailable.ts'
import { readSettings } from './settings.ts'
import { secretsOf } from './settings-secrets.ts'
import { createServiceLog } from './service-log.ts'

const usage = `usage: npm start [-- COMMAND], or coffer service COMMAND

  start        run the service (the default)
  config       print the effective settings, without secrets
  migrate      update the database schema and end; a start does the same
  verify       check database, schema, isolation, master key, object store and clock; exits with 1 if a check fails
  create-admin EMAIL [--replace]
               add an administrator; the password comes from a prompt or standard input
               --replace sets a new password for an existing user and makes the user an administrator
  bootstrap FILE [--tokens FOLDER]
               create the customers, agents and devices of FILE that do not exist yet, and update existing devices
               --tokens writes an enrolment token for each new agent to FOLDER
  breached-passwords FILE --from LIST [--passwords] [--minimum-count N]
               write FILE for BKP_BREACHED_PASSWORDS from the SHA-1 list of Have I Been Pwned, ordered by hash
               --passwords: LIST has a password in each line; --minimum-count leaves out rarer ones
  check        read back everything stored and report what is damaged; exits with 1 if anything is damaged
  dump FILE    write a copy of the database to FILE (-: standard output), sealed with the master key
  restore FILE | --from-store [NAME]
               restore a dump into an empty database, from FILE (-: standard input) or a nightly dump of the object store;
               requires that no replica runs
  rebuild-index [--dry-run]
               attach objects of the store that the database does not know; requires that no replica runs
               restore and rebuild-index accept --destroyed NAMES and --not-destroyed NAMES (slugs or ids, separated by
               commas) to decide whether the keys of these customers were destroyed
  repair-store make locked versions of hidden objects visible again (BKP_S3_OBJECT_LOCK)
  rewrap-keys  wrap every key with the master key of BKP_NEW_MASTER_KEY_FILE; requires that no replica runs
  remove-former-keys
               delete keys wrapped by a former master key from the object store
  help         print this help
`

let line: CommandLine | undefined
try {
  line = readCommandLine(process.argv.slice(2))
  await run(line)
} catch (thrown) {
  const error = asStartupError(thrown)
  if (!(error instanceof StartupError)) throw error
  reportStartupError(error, { isService: line?.command === 'start' })
  process.exitCode = 1
}

function asStartupError(thrown: unknown): unknown {
  const error = asDatabaseUnavailable(thrown)
  if (!(error instanceof DatabaseUnavailable)) return error
  return startupError(error.problem)
}

async function run({ command: wanted, argument, options }: CommandLine) {
  if (wanted === 'help') return void process.stdout.write(usage)
  const settings = readSettings(process.env)
  const secrets = createLogRedactor()
  for (const secret of secretsOf(settings)) secrets.addPermanent(secret)
  const log = createServiceLog(settings.logLevel, wanted === 'dump' ? process.stderr : process.stdout, secrets)
  if (wanted === 'config') return void process.stdout.write(`${describeSettings(settings).join('\n')}\n`)
  for (const name of settings.ignored) log.warn(warnIgnoredSetting(name))
  const command = commands[wanted]
  if (command) return command({ settings, log, argument, options })
  exitOnUncaughtError(log)
  growHeapWithBuffers()
  const starting = import('./start.ts').then(({ startService }) => startService(settings, log, { secrets }))
  stopWhenAsked(async () => (await starting).stop())
  if (process.env['npm_lifecycle_event']) stopWithParent()
  const { reload } = await starting
  if (settings.tls) process.on('SIGHUP', reload) // by default the signal ends the process
}

/** Stops with the npm process that started this one: a signal to npm ends npm and its shell, and is not forwarded. */
function stopWithParent() {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  look.unref()
}

/**
 * Interval in which a second signal is ignored: npm forwards a signal that the terminal already sent to every process.
 */
const sameSignalMs = 500

/**
 * Stops gracefully on the first signal, also during the start, which would otherwise leave the database running. A
 * second signal ends the process immediately. The desktop sends the message `stop` instead, because signals terminate a
 * process at once on Windows.
 */
function stopWhenAsked(stop: () => Promise<void>) {
  let stoppingSince: number | undefined
  const stopOnce = () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > sameSignalMs) process.exit(1)
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    stop().then(
      () => process.exit(0),
      () => undefined, // the caller of the start reports its failure
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopOnce)
  if (process.send) process.on('message', (message) => message === 'stop' && stopOnce())
}
