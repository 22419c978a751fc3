import path from 'node:path'
import { systemStateDir } from '../settings.ts'
import type { InstallPlan, InstallOptions } from './install-plan.ts'
import { networkService, restrictFolder } from './windows-folder.ts'

const task = 'Coffer Agent'

/**
 * A task of the Task Scheduler that starts with the computer and restarts when it ends. A Windows service would need
 * more than one executable file.
 */
export function windowsPlan({ settings }: InstallOptions): InstallPlan {
  const { win32 } = path
  const programFiles = process.env['ProgramFiles'] ?? 'C:\\Program Files'
  const folder = win32.join(programFiles, 'Coffer Agent')
  const program = win32.join(folder, 'coffer-agent.exe')
  const stateDir = systemStateDir('win32', process.env)
  // A folder that the agent's account may not write to: programs in it run as that account.
  const script = win32.join(folder, 'run.cmd')
  const description = win32.join(folder, 'task.xml')
  return {
    program,
    stateDir,
    files: [
      { path: script, text: scriptText(program, stateDir, settings), mode: 0o644 },
      { path: description, text: taskText(script), mode: 0o644 },
    ],
    halt: [['schtasks', '/End', '/TN', task]],
    // the script may contain a proxy's password
    protect: [...restrictFolder(folder, 'RX'), ...restrictFolder(stateDir, 'M')],
    install: [
      ['schtasks', '/Create', '/F', '/TN', task, '/XML', description],
      ['schtasks', '/Run', '/TN', task],
    ],
    uninstall: [['schtasks', '/Delete', '/F', '/TN', task]],
    forget: [],
    leftovers: [win32.join(stateDir, 'run.cmd')], // location used by an earlier version
    afterwards: `schtasks /Query /TN "${task}" /V /FO LIST; its log: ${win32.join(stateDir, 'agent.log')}`,
  }
}

/** Escapes percent signs by doubling them, as batch files require. */
function scriptText(program: string, stateDir: string, settings: Readonly<Record<string, string>>): string {
  const logFile = `${stateDir}\\agent.log`
  const lines = Object.entries({ ...settings, BKP_AGENT_STATE_DIR: stateDir, BKP_AGENT_LOG_FILE: logFile }).map(
    ([name, value]) => `set "${name}=${value.replaceAll('%', '%%')}"`,
  )
  const ending = `${stateDir}\\agent-end.log` // reasons for the exits of this start and the previous one
  const kept = `if exist "${ending}" move /Y "${ending}" "${ending}.1" >nul`
  return ['@echo off', ...lines, kept, `"${program}" run > "${ending}" 2>&1`, ''].join('\r\n')
}

function taskText(script: string): string {
  const command = script.replaceAll('&', '&amp;')
  return `<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.3" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Coffer agent: collects the configurations of devices</Description></RegistrationInfo>
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Principals>
    <Principal id="Author"><UserId>${networkService}</UserId><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
    <Priority>7</Priority>
  </Settings>
  <Actions Context="Author"><Exec><Command>${command}</Command></Exec></Actions>
</Task>
`
}
