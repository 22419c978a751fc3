import { parseArgs } from 'node:util'
import { check } from './commands/check.ts'
import { dump } from './commands/dump.ts'
import { rebuildIndex } from './commands/rebuild-index.ts'
import { restore } from './commands/restore.ts'
import { rewrapKeys } from './commands/rewrap-keys.ts'
import { endOnMistake } from './end-on-mistake.ts'
import { createKnownSecrets } from './known-secrets.ts'
import { CannotStart } from './store/cannot-start.ts'
import { describeSettings, readSettings, tellIgnored } from './settings.ts'
import { secretsOf } from './settings-secrets.ts'
import { createServiceLog } from './service-log.ts'
import { startService } from './start.ts'

const usage = `usage: npm start [-- COMMAND]

  start        run the service (the default)
  config       print the settings in force, secrets blanked
  check        read everything stored back now, and name what is damaged; ends with 1 when something is
  dump FILE    write the whole database to a file (- is standard output), sealed under the master key
  restore FILE put a dump into an empty database (- is standard input; --from-store [NAME] reads a nightly one)
  rebuild-index [--dry-run]
               attach what the object store has and the database does not know, while the service is stopped
  rewrap-keys  put every key under the master key of BKP_NEW_MASTER_KEY_FILE, while the service is stopped
  help         print this
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { 'from-store': { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
})
const [command = 'start', argument] = positionals

try {
  await run(command)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`coffer: ${error.message}\n`)
  process.exitCode = 1
}

async function run(wanted: string) {
  if (wanted === 'help') return void process.stdout.write(usage)
  const settings = readSettings(process.env)
  const secrets = createKnownSecrets()
  for (const secret of secretsOf(settings)) secrets.keep(secret)
  const log = createServiceLog(settings.logLevel, wanted === 'dump' ? process.stderr : process.stdout, secrets)
  if (wanted === 'config') return void process.stdout.write(`${describeSettings(settings).join('\n')}\n`)
  for (const name of settings.ignored) log.warn(tellIgnored(name))
  if (wanted === 'check') return check(settings, log)
  if (wanted === 'dump') return dump(settings, argument, log)
  if (wanted === 'restore') return restore(settings, { file: argument, fromStore: Boolean(values['from-store']) }, log)
  if (wanted === 'rebuild-index') return rebuildIndex(settings, log, values['dry-run'] === true)
  if (wanted === 'rewrap-keys') return rewrapKeys(settings, process.env, log)
  if (wanted !== 'start') throw new CannotStart(`there is no command '${wanted}'; try 'help'`)
  endOnMistake(log)
  const starting = startService(settings, log, { secrets })
  stopOnSignal(async () => (await starting).stop())
  if (process.env['npm_lifecycle_event']) stopWithParent()
  await starting
}

/** A signal to npm ends npm and the shell that it runs us in, and reaches nobody else. */
function stopWithParent() {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  look.unref()
}

/** npm hands on a signal that the terminal has sent to everybody already. */
const sameSignalMs = 500

/**
 * The first signal stops in good order, also while the service still starts: its database would be left behind. A second
 * one ends it at once.
 */
function stopOnSignal(stop: () => Promise<void>) {
  let stoppingSince: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined && performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      if (stoppingSince !== undefined) return
      stoppingSince = performance.now()
      stop().then(
        () => process.exit(0),
        () => undefined, // the start did not succeed; whoever waits for it tells why
      )
    })
  }
}
