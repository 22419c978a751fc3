import { systemStateDir } from '../settings.ts'
import type { InstallPlan, InstallOptions } from './install-plan.ts'

const unit = '/etc/systemd/system/coffer-agent.service'
const program = '/usr/local/bin/coffer-agent'
const stateDir = systemStateDir('linux', {})
/** Readable only by root, unlike the unit, which all users may read. */
const settingsFile = '/etc/coffer-agent.env'

/**
 * A unit with a dynamic account and no rights beyond outgoing connections and one folder. If no settings are given,
 * those of an earlier install are preserved.
 */
export function systemdPlan({ settings }: InstallOptions): InstallPlan {
  return {
    program,
    stateDir,
    files: [
      { path: unit, text: unitText, mode: 0o644 },
      ...(Object.keys(settings).length > 0 ? [{ path: settingsFile, text: linesOf(settings), mode: 0o600 }] : []),
    ],
    halt: [],
    protect: [],
    install: [
      ['systemctl', 'daemon-reload'],
      ['systemctl', 'enable', 'coffer-agent.service'],
      ['systemctl', 'restart', 'coffer-agent.service'],
    ],
    uninstall: [
      ['systemctl', 'reset-failed', 'coffer-agent.service'],
      ['systemctl', 'disable', '--now', 'coffer-agent.service'],
    ],
    forget: [['systemctl', 'daemon-reload']],
    leftovers: [settingsFile],
    afterwards: 'systemctl status coffer-agent; journalctl -u coffer-agent',
  }
}

/**
 * RestartPreventExitStatus lists exits after which a restart does not help: revoked, not enrolled, invalid setting.
 * MemoryDenyWriteExecute must stay off, because V8 generates code in memory.
 */
const unitText = `[Unit]
Description=Coffer agent: collects the configurations of devices
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${program} run
Environment=MALLOC_ARENA_MAX=2 BKP_AGENT_STATE_DIR=${stateDir}
EnvironmentFile=-${settingsFile}
Restart=always
RestartSec=10
RestartPreventExitStatus=2 3 6
TimeoutStopSec=60
DynamicUser=yes
StateDirectory=coffer-agent
StateDirectoryMode=0700
LimitCORE=0
LimitNOFILE=8192
UMask=0077
AmbientCapabilities=
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources

[Install]
WantedBy=multi-user.target
`

/**
 * Formats settings as systemd.exec(5) and shells read an EnvironmentFile: in double quotes, with a backslash before
 * characters that would end them.
 */
function linesOf(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value.replace(/[\\"`$]/g, '\\$&')}"\n`)
  return lines.join('')
}
