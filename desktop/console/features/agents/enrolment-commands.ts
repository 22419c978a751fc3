export const systems = ['linux', 'windows', 'macos', 'source'] as const
export type System = (typeof systems)[number]

export interface EnrolmentCommands {
  /** Steps before, with an archive of the release; absent if the agent runs from source. */
  archive?: {
    /** Verifies the archive with the SHA256SUMS next to it. */
    check: string
    unpack: string
    /** For systems that start only signed programs. */
    sign?: string
  }
  /** Prompts for the token without echo. */
  enrol: string
  /** Reads the copied token, on systems with a clipboard command. */
  fromClipboard?: string
  /** Reads the token from a file. */
  fromFile: string
  doctor: string
  /** Installs it to start with the computer, or runs it from source. */
  start: string
  status: string
}

/**
 * Returns the commands for the agent's computer. None contains the token: every user of the computer can see command
 * lines, and shells store them.
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

/** Returns whether other computers can reach an address: not a loopback name. */
export function isReachedByOthers(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host !== '' && !/^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(host)
}

/** In the folder of the unpacked archive. What starts with the computer is installed with its permissions. */
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

/** Quotes a word for POSIX shells and PowerShell, which both take single quotes literally. */
function quoted(word: string): string {
  return /^[A-Za-z0-9._:/-]+$/.test(word) ? word : `'${word.replaceAll("'", '%27')}'`
}
