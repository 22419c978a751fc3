import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import type { CommandLine } from './read-command-line.ts'

/** What a command receives. */
export interface CommandCall extends Pick<CommandLine, 'argument' | 'options'> {
  settings: Settings
  log: Logger
}

/**
 * The commands that end by themselves, by name. Each is loaded when it is called: a command needs a third of the
 * modules of the service.
 */
export const commands: Record<string, (call: CommandCall) => Promise<void>> = {
  async migrate({ settings, log }) {
    const { migrate } = await import('./migrate.ts')
    await migrate(settings, log)
  },
  async verify({ settings, log }) {
    const { verify } = await import('./verify.ts')
    await verify(settings, log)
  },
  async 'create-admin'({ settings, log, argument, options }) {
    const [{ createAdmin }, { askPassword }] = await Promise.all([
      import('./create-admin.ts'),
      import('./ask-password.ts'),
    ])
    await createAdmin(settings, { email: argument, replace: options['replace'] === true, askPassword }, log)
  },
  async bootstrap({ settings, log, argument, options: { tokens } }) {
    const { bootstrap } = await import('./bootstrap.ts')
    await bootstrap(settings, { file: argument, tokens: tokens === true ? undefined : tokens }, log)
  },
  async 'breached-passwords'({ log, argument, options }) {
    const { runBreachedPasswords } = await import('./breached-passwords.ts')
    await runBreachedPasswords(argument, options, log)
  },
  async check({ settings, log }) {
    const { check } = await import('./check.ts')
    await check(settings, log)
  },
  async dump({ settings, log, argument }) {
    const { dump } = await import('./dump.ts')
    await dump(settings, argument, log)
  },
  async restore({ settings, log, argument, options }) {
    const [{ restore }, { readTombstoneDecisions }] = await Promise.all([
      import('./restore.ts'),
      import('./read-tombstone-decisions.ts'),
    ])
    const source = { file: argument, fromStore: options['from-store'] === true }
    await restore(settings, source, readTombstoneDecisions(options), log)
  },
  async 'rebuild-index'({ settings, log, options }) {
    const [{ rebuildIndex }, { readTombstoneDecisions }] = await Promise.all([
      import('./rebuild-index.ts'),
      import('./read-tombstone-decisions.ts'),
    ])
    const dryRun = options['dry-run'] === true
    await rebuildIndex(settings, log, { dryRun, decisions: readTombstoneDecisions(options) })
  },
  async 'repair-store'({ settings, log }) {
    const { repairStore } = await import('./repair-store.ts')
    await repairStore(settings, log)
  },
  async 'rewrap-keys'({ settings, log }) {
    const { rewrapKeys } = await import('./rewrap-keys.ts')
    await rewrapKeys(settings, process.env, log)
  },
  async 'remove-former-keys'({ settings, log }) {
    const { removeFormerKeys } = await import('./remove-former-keys.ts')
    await removeFormerKeys(settings, log)
  },
}
