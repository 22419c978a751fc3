import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { rewrapKeys } from './commands/rewrap-keys.ts'
import { CannotStart } from './store/cannot-start.ts'
import { describeSettings, readSettings } from './settings.ts'
import { startService } from './start.ts'

const usage = `usage: npm start [-- COMMAND]

  start        run the service (the default)
  config       print the settings in force, secrets blanked
  rewrap-keys  put every key under the master key of BKP_NEW_MASTER_KEY_FILE, while the service is stopped
  help         print this
`

const { positionals } = parseArgs({ allowPositionals: true, strict: false })
const [command = 'start'] = positionals

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
  const log = pino({ level: settings.logLevel, base: null })
  if (wanted === 'config') return void process.stdout.write(`${describeSettings(settings).join('\n')}\n`)
  if (wanted === 'rewrap-keys') return rewrapKeys(settings, process.env, log)
  if (wanted !== 'start') throw new CannotStart(`there is no command '${wanted}'; try 'help'`)
  const service = await startService(settings, log)
  stopOnSignal(service.stop)
}

/** The first signal stops in good order, a second one at once. */
function stopOnSignal(stop: () => Promise<void>) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
