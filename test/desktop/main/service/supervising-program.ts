import { createServiceSupervisor } from '../../../../desktop/main/service/service-supervisor.ts'

// A program that starts the service as the desktop does, for a test to kill. It notifies its parent when the service runs.
const [folder = '', port = '', main = ''] = process.argv.slice(2)
const choices = { port: Number(port), startsWithApp: false, goesOn: false, dataFolder: null }
const supervisor = createServiceSupervisor({
  program: { node: process.execPath, main, folder },
  folder,
  kept: { read: () => choices, write: () => undefined },
  onState: () => undefined,
  now: () => new Date(0),
  environment: process.env,
})
process.send?.(await supervisor.start())
setInterval(() => undefined, 1_000)
