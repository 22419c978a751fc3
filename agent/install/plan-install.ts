import type { InstallPlan, InstallWishes } from './install-plan.ts'
import { launchdPlan } from './launchd.ts'
import { systemdPlan } from './systemd.ts'
import { windowsPlan } from './windows.ts'

/** Undefined for a system that is not supported. */
export function planFor(system: NodeJS.Platform, wishes: InstallWishes): InstallPlan | undefined {
  if (system === 'linux') return systemdPlan(wishes)
  if (system === 'darwin') return launchdPlan(wishes)
  return system === 'win32' ? windowsPlan(wishes) : undefined
}
