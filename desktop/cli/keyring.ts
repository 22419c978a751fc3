import { spawnSync } from 'node:child_process'

/** The keyring of the person's desktop session, which holds tokens sealed while nobody is logged in there. */
export interface Keyring {
  /** @returns whether it took it */
  put(url: string, token: string): boolean
  /** Null where it has none, or does not give it. */
  get(url: string): string | null
  remove(url: string): void
}

/** Somebody may have to unlock it first. */
const waitLimitMs = 60_000

/**
 * The Secret Service of a Linux desktop by its own tool, `secret-tool` of libsecret: it reads a secret from standard input
 * and prints it on standard output, so that no list of processes shows it. Tried with libsecret 0.20.5 and GNOME Keyring 42.
 * @returns null where there is no session bus, or nothing that speaks to it
 */
export function openKeyring(env: NodeJS.ProcessEnv): Keyring | null {
  if (process.platform !== 'linux' || !env['DBUS_SESSION_BUS_ADDRESS']) return null
  const run = (args: string[], input = '') =>
    spawnSync('secret-tool', args, {
      env,
      input,
      encoding: 'utf8',
      timeout: waitLimitMs,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  const named = (url: string) => ['application', 'coffer', 'url', url]
  if (run(['--version']).error) return null
  return {
    put: (url, token) => run(['store', '--label', `Coffer at ${url}`, ...named(url)], token).status === 0,
    get(url) {
      const { status, stdout } = run(['lookup', ...named(url)])
      return status === 0 && stdout !== '' ? stdout.trimEnd() : null
    },
    remove: (url) => void run(['clear', ...named(url)]),
  }
}
