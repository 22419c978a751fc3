import type { InstallPlan, InstallOptions } from './install-plan.ts'
import { launchdPlan } from './launchd.ts'
import { systemdPlan } from './systemd.ts'
import { windowsPlan } from './windows.ts'

/** Undefined for a system that is not supported. */
export function planFor(system: NodeJS.Platform, options: InstallOptions): InstallPlan | undefined {
  if (system === 'linux') return systemdPlan(options)
  if (system === 'darwin') return launchdPlan(options)
  return system === 'win32' ? windowsPlan(options) : undefined
}
