import path from 'node:path'
import { systemStateDir } from '../settings.ts'
import type { InstallPlan, InstallWishes } from './install-plan.ts'
import { networkService, restrictFolder } from './windows-folder.ts'

const task = 'Coffer Agent'

/**
 * A task of the Task Scheduler that begins with the computer and is begun again when it ends: a program needs to be more
 * than one file to be a service of Windows.
 */
export function windowsPlan({ settings }: InstallWishes): InstallPlan {
  const { win32 } = path
  const programFiles = process.env['ProgramFiles'] ?? 'C:\\Program Files'
  const folder = win32.join(programFiles, 'Coffer Agent')
  const program = win32.join(folder, 'coffer-agent.exe')
  const stateDir = systemStateDir('win32', process.env)
  // where the agent's account may not write: the programs in it run as that account
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
    protect: [...restrictFolder(folder, 'RX'), ...restrictFolder(stateDir, 'M')], // the script may hold a proxy's password
    install: [
      ['schtasks', '/Create', '/F', '/TN', task, '/XML', description],
      ['schtasks', '/Run', '/TN', task],
    ],
    uninstall: [['schtasks', '/Delete', '/F', '/TN', task]],
    forget: [],
    leftovers: [win32.join(stateDir, 'run.cmd')], // where an earlier version wrote it
    afterwards: `schtasks /Query /TN "${task}" /V /FO LIST; its log: ${win32.join(stateDir, 'agent.log')}`,
  }
}

/** In a batch file a percent sign is doubled. */
function scriptText(program: string, stateDir: string, settings: Readonly<Record<string, string>>): string {
  const logFile = `${stateDir}\\agent.log`
  const lines = Object.entries({ ...settings, BKP_AGENT_STATE_DIR: stateDir, BKP_AGENT_LOG_FILE: logFile }).map(
    ([name, value]) => `set "${name}=${value.replaceAll('%', '%%')}"`,
  )
  const ending = `${stateDir}\\agent-end.log` // why it ended, if it did: of this start and the one before
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
