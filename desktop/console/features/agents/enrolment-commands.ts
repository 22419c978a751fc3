export const systems = ['linux', 'windows', 'macos', 'source'] as const
export type System = (typeof systems)[number]

export interface EnrolmentCommands {
  /** What comes before, with an archive of the release; nothing where the agent is run from its source. */
  archive?: {
    /** Says whether the archive is the one that SHA256SUMS beside it names. */
    check: string
    unpack: string
    /** Where the system starts nothing that is unsigned. */
    sign?: string
  }
  /** Asks for the token, and does not show it. */
  enrol: string
  /** The same, with the token that was copied; where the system has a clipboard that a command reads. */
  fromClipboard?: string
  /** The same, with the token in a file. */
  fromFile: string
  doctor: string
  /** Has the computer start it, or runs it where it is run from its source. */
  start: string
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
  const archive = archives[system]
  return {
    ...(archive && { archive }),
    enrol,
    ...(clipboard && { fromClipboard: `${clipboard} | ${enrol}` }),
    fromFile: `${enrol} --token-file ${system === 'windows' ? '.\\token' : './token'}`,
    doctor: `${program} doctor`,
    start: `${program} ${archive ? 'install-service' : 'run'}`,
    status: `${program} status`,
  }
}

/** Whether an address is one that other computers reach: a name of the computer itself is not. */
export function isReachedByOthers(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host !== '' && !/^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(host)
}

/** In the folder where the archive was unpacked; what starts with the computer is installed with its rights. */
const programs: Record<System, string> = {
  linux: 'sudo ./coffer-agent',
  windows: '.\\coffer-agent.exe',
  macos: 'sudo ./coffer-agent',
  source: 'npx node agent/main.ts',
}

const archives: Partial<Record<System, EnrolmentCommands['archive']>> = {
  linux: {
    check: 'sha256sum --check --ignore-missing SHA256SUMS',
    unpack: 'tar -xzf coffer-agent*-linux-$(uname -m | sed s/x86_64/x64/ | sed s/aarch64/arm64/).tar.gz',
  },
  windows: {
    check: 'Select-String -Path SHA256SUMS -Pattern (Get-FileHash coffer-agent*-win-x64.zip).Hash',
    unpack: 'Get-Item coffer-agent*-win-x64.zip | Expand-Archive -DestinationPath .',
  },
  macos: {
    check: 'shasum --algorithm 256 --check --ignore-missing SHA256SUMS',
    unpack: 'tar -xzf coffer-agent*-darwin-$(uname -m | sed s/x86_64/x64/).tar.gz',
    sign: 'codesign --sign - coffer-agent',
  },
}

const clipboards: Partial<Record<System, string>> = { windows: 'Get-Clipboard', macos: 'pbpaste' }

/** One word for a POSIX shell and for PowerShell, which both take single quotes as they are. */
function quoted(word: string): string {
  return /^[A-Za-z0-9._:/-]+$/.test(word) ? word : `'${word.replaceAll("'", '%27')}'`
}
