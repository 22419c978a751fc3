export const systems = ['linux', 'windows', 'macos', 'source'] as const
export type System = (typeof systems)[number]

export interface EnrolmentCommands {
  /** Asks for the token, and does not show it. */
  enrol: string
  /** The same, with the token that was copied; where the system has a clipboard that a command reads. */
  fromClipboard?: string
  /** The same, with the token in a file. */
  fromFile: string
  run: string
  status: string
}

/**
 * What is typed on the agent's computer. The token is in none of them: what stands in a command line is read by everybody
 * on that computer, and kept in its history.
 * @param url of the service, as the agent reaches it
 */
export function enrolmentCommands(system: System, url: string): EnrolmentCommands {
  const program = programs[system]
  const enrol = `${program} enroll --url ${quoted(url)}`
  const clipboard = clipboards[system]
  return {
    enrol,
    ...(clipboard && { fromClipboard: `${clipboard} | ${enrol}` }),
    fromFile: `${enrol} --token-file ${system === 'windows' ? '.\\token' : './token'}`,
    run: `${program} run`,
    status: `${program} status`,
  }
}

/** Whether an address is one that other computers reach: a name of the computer itself is not. */
export function isReachedByOthers(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host !== '' && !/^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(host)
}

const programs: Record<System, string> = {
  linux: 'sudo coffer-agent',
  windows: 'coffer-agent.exe',
  macos: 'coffer-agent',
  source: 'npx node agent/main.ts',
}

const clipboards: Partial<Record<System, string>> = { windows: 'Get-Clipboard', macos: 'pbpaste' }

/** One word for a POSIX shell and for PowerShell, which both take single quotes as they are. */
function quoted(word: string): string {
  return /^[A-Za-z0-9._:/-]+$/.test(word) ? word : `'${word.replaceAll("'", '%27')}'`
}
