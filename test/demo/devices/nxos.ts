import { fixture } from '../../support/recordings.ts'
import { nxosBehaviour, nxosModel } from '../../support/nxos-device.ts'
import { shellDevice } from '../../support/shell-device.ts'
import type { LabDevice } from '../lab-device.ts'
import { behind, chapterOf, type Story } from '../story.ts'

type Described = Omit<LabDevice, 'platform' | 'path' | 'serve'>

/** Returns a Nexus over SSH. */
export function nxosDevice(described: Described, changes: Story['changes']): LabDevice {
  const text = leafText(described.name)
  const story: Story = { text, changes, next: nextOnLeaf }
  return {
    ...described,
    platform: 'netco_nxos',
    path: 'ssh',
    serve(moment) {
      const chapter = chapterOf(story, moment)
      const at = chapter.at.toUTCString().replace(',', '')
      const running = `!Command: show running-config\n!Running configuration last done at: ${at}\n!Time: ${at}\n\n`
      const saved = `!Command: show startup-config\n!Time: ${at}\n!Startup config saved at: ${at}\n\n`
      const behaviour = nxosBehaviour({
        hostname: described.name,
        runningConfig: `${running}${chapter.text}`,
        startupConfig: `${saved}${chapter.saved}`,
      })
      return { shell: (wire, seen) => shellDevice(nxosModel(behaviour), behaviour, wire, seen) }
    },
  }
}

/** Returns the leaf of a recorded fabric, under another name. */
function leafText(name: string): string {
  const recorded = fixture('netco_nxos/lab-validation/nxos_evpn_l2vni__NX-1/show_running-config.txt').toString('latin1')
  return recorded
    .slice(recorded.indexOf('version '))
    .replace(/^hostname NX-1$/m, `hostname ${name}`)
    .replace(/^vdc NX-1 /m, `vdc ${name} `)
}

function nextOnLeaf(number: number): ReturnType<Story['next']> {
  return {
    by: 'admin',
    edit: behind(`interface Ethernet1/${4 + (number % 16)}`, `  description server ${40 + number}, nic 1`),
  }
}
