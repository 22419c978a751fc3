import path from 'node:path'
import { parseArgs } from 'node:util'
import { DemoError } from './demo-error.ts'
import { prepareDemo } from './prepare.ts'
import { ada, people } from './people.ts'
import { runDemo } from './run.ts'

const usage = `usage: npm run demo [-- OPTIONS]

  --fresh        delete the existing history and create it again; default: use the existing history
  --data FOLDER  folder for the history; default: data-demo
  --nights N     number of nights, at least 3; default: 14
  --port N       port of the service on 127.0.0.1; default: 8090
  --help         print this help
`

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    data: { type: 'string', default: 'data-demo' },
    nights: { type: 'string', default: '14' },
    port: { type: 'string', default: '8090' },
    help: { type: 'boolean', default: false },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  if (values.help) process.stdout.write(usage)
  else await demonstrate()
} catch (error) {
  if (!(error instanceof DemoError)) throw error
  process.stderr.write(`demo: ${error.message}\n`)
  process.exitCode = 1
}

async function demonstrate(): Promise<void> {
  const folder = path.resolve(values.data)
  const prepared = await prepareDemo({ folder, isFresh: values.fresh, nights: wholeFrom(values.nights, 3), say })
  const demo = await runDemo(folder, prepared.kept, wholeFrom(values.port, 0))
  say('')
  say(`Coffer demo: ${demo.url}`)
  say('All devices are simulated. The agents run in lab mode: their backups match no real device.')
  say('')
  for (const { email, role, customer, name } of [ada, ...people]) {
    say(`  ${email.padEnd(28)}${role.padEnd(20)}${name}${customer ? `, ${customer}` : ''}`)
  }
  say('')
  say(`All users have the same password. It is in ${prepared.passwordFile}`)
  if (process.stdout.isTTY) say(`password: ${prepared.password}`)
  say('Press Ctrl-C to stop the demo. The next start uses the same history.')
  const ending = new Promise<void>((resolve) => {
    // `on` instead of `once`: npm forwards a signal that this process received already.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve)
  })
  const how = await Promise.race([ending, demo.ended])
  await demo.stop()
  if (how) throw new DemoError(how)
}

function wholeFrom(text: string, least: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least) return value
  throw new DemoError(`'${text}' is not a whole number of at least ${least}`)
}
