import { systemStateDir } from '../settings.ts'
import type { InstallPlan, InstallOptions } from './install-plan.ts'

const plist = '/Library/LaunchDaemons/app.coffer.agent.plist'
const program = '/usr/local/bin/coffer-agent'
const stateDir = systemStateDir('darwin', {})
const logFolder = '/Library/Logs/Coffer Agent' // the agent's account rotates the files in it
const log = `${logFolder}/agent.log`
const account = '_coffer'
const makeAccount = `sysadminctl -addUser ${account} -roleAccount -UID 451 -home /var/empty -shell /usr/bin/false`

/** A launchd daemon (launchd.plist(5)) under an account without other rights. */
export function launchdPlan({ settings }: InstallOptions): InstallPlan {
  return {
    program,
    stateDir,
    files: [{ path: plist, text: plistText(settings), mode: 0o600 }],
    halt: [['launchctl', 'bootout', 'system/app.coffer.agent']],
    protect: [],
    install: [
      ['sh', '-c', `id -u ${account} >/dev/null 2>&1 || ${makeAccount}`],
      ['mkdir', '-p', logFolder],
      ['chown', account, logFolder],
      ['chmod', '700', logFolder],
      ['chown', '-R', account, stateDir],
      ['launchctl', 'bootstrap', 'system', plist],
    ],
    uninstall: [],
    forget: [],
    leftovers: [],
    afterwards: `sudo launchctl print system/app.coffer.agent; its log: ${log}`,
  }
}

function plistText(settings: Readonly<Record<string, string>>): string {
  const environment = Object.entries({ ...settings, BKP_AGENT_STATE_DIR: stateDir, BKP_AGENT_LOG_FILE: log })
    .map(([name, value]) => `    <key>${escaped(name)}</key><string>${escaped(value)}</string>`)
    .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>app.coffer.agent</string>
  <key>ProgramArguments</key>
  <array><string>${program}</string><string>run</string></array>
  <key>EnvironmentVariables</key>
  <dict>
${environment}
  </dict>
  <key>UserName</key><string>${account}</string>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>10</integer>
  <key>ExitTimeOut</key><integer>60</integer>
  <key>Umask</key><integer>63</integer>
  <key>HardResourceLimits</key>
  <dict><key>Core</key><integer>0</integer></dict>
  <key>SoftResourceLimits</key>
  <dict><key>Core</key><integer>0</integer><key>NumberOfFiles</key><integer>8192</integer></dict>
  <key>StandardOutPath</key><string>${logFolder}/agent-end.log</string>
  <key>StandardErrorPath</key><string>${logFolder}/agent-end.log</string>
</dict>
</plist>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
