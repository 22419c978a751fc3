import { spawnSync } from 'node:child_process'

/** The keyring of the user's desktop session. It stores tokens encrypted while the user is logged out. */
export interface Keyring {
  /** Returns whether the token was stored. */
  put(url: string, token: string): boolean
  /** Returns null if there is no token, or access is denied. */
  get(url: string): string | null
  remove(url: string): void
}

/** The user may have to unlock the keyring first. */
const waitLimitMs = 60_000

/**
 * Opens the Secret Service of a Linux desktop through `secret-tool` of libsecret. It passes secrets through standard
 * input and output, so process lists do not show them. Tested with libsecret 0.20.5 and GNOME Keyring 42.
 * @returns null without a session bus or a program that supports it
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
