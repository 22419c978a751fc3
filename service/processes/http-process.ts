/**
 * One HTTP process of a replica: a program that the supervisor (http-processes.ts) starts. It gets everything it needs in
 * one message, so that no secret is in its arguments or its environment, and ends when the supervisor does.
 */
import { createClosers } from '../closers.ts'
import { createDependencies } from '../create-dependencies.ts'
import { exitOnUncaughtError } from '../exit-on-uncaught-error.ts'
import { growHeapWithBuffers } from '../heap-growth.ts'
import { type Handover, joinOpenInstallation } from '../installation.ts'
import { createLogRedactor } from '../log-redactor.ts'
import { serveHttp } from '../serve-http.ts'
import { createServiceLog } from '../service-log.ts'
import { secretsOf } from '../settings-secrets.ts'
import { StartupError } from '../store/startup-error.ts'
import type { ToHttpProcess, ToSupervisor } from './messages.ts'
import { type SupervisorChannel, createSiblings } from './siblings.ts'

const channel: SupervisorChannel = {
  send: (message) => void process.send?.(message satisfies ToSupervisor, undefined, {}, () => undefined), // the supervisor may have ended: 'disconnect' follows
  onMessage: (listener) => void process.on('message', (message) => listener(message as ToHttpProcess)),
}

// Signals of a terminal or of systemd reach all processes of the group: the supervisor decides when this one stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

growHeapWithBuffers()

let reload = () => {}
let stop: () => void = () => process.exit(0)

channel.onMessage((message) => {
  if (message.kind === 'start') void start(message.handover)
  else if (message.kind === 'reload') reload()
  else if (message.kind === 'stop') stop()
})

async function start(handover: Handover): Promise<void> {
  const secrets = createLogRedactor()
  for (const secret of secretsOf(handover.settings)) secrets.addPermanent(secret)
  const log = createServiceLog(handover.settings.logLevel, process.stdout, secrets)
  exitOnUncaughtError(log)
  const closers = createClosers(log)
  stop = () => void closers.closeAll().then(() => process.exit(0))
  try {
    const installation = await joinOpenInstallation(handover, log, secrets, closers)
    const dependencies = { ...createDependencies(installation, closers), siblings: createSiblings(channel) }
    const { reload: look, ...addresses } = await serveHttp(dependencies, closers)
    reload = look
    channel.send({ kind: 'listening', addresses })
  } catch (error) {
    if (error instanceof StartupError) channel.send({ kind: 'failed', startup: error.startup })
    else log.error(error, 'an HTTP process did not start')
    await closers.closeAll()
    process.exitCode = 1
    process.disconnect()
  }
}
