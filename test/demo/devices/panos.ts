import { fixture } from '../../support/recordings.ts'
import { panosBehaviour, panosModel } from '../../support/panos-device.ts'
import { shellDevice } from '../../support/shell-device.ts'
import type { LabDevice } from '../lab-device.ts'
import { chapterOf, type Edit, instead, type Story } from '../story.ts'

type Described = Omit<LabDevice, 'platform' | 'path' | 'serve' | 'login'>

/** Returns a PAN-OS firewall over SSH. */
export function panosDevice(described: Described, changes: Story['changes']): LabDevice {
  const story: Story = { text: firewallText(described.name), changes, next: nextOnFirewall }
  return {
    ...described,
    platform: 'pafw_panos',
    path: 'ssh',
    login: 'network',
    serve(moment) {
      const { text } = chapterOf(story, moment)
      const behaviour = panosBehaviour({ hostname: described.name, runningConfig: text.trimEnd(), model: 'PA-440' })
      return { shell: (wire, seen) => shellDevice(panosModel(behaviour), behaviour, wire, seen) }
    },
  }
}

/** Adds a rule. */
export function withRule(name: string, from: string, to: string, application: string): Edit {
  const member = (value: string) => `<member>${value}</member>`
  const rule = `            <entry name="${name}">
              <from>${member(from)}</from>
              <to>${member(to)}</to>
              <source>${member('any')}</source>
              <destination>${member('any')}</destination>
              <application>${member(application)}</application>
              <service>${member('application-default')}</service>
              <action>allow</action>
            </entry>
`
  return instead('          </rules>\n', `${rule}          </rules>\n`)
}

function nextOnFirewall(number: number): ReturnType<Story['next']> {
  return { by: 'admin', edit: withRule(`temporary-${number}`, 'trust', 'untrust', 'ssl') }
}

/** Returns the baseline of a firewall with its own rulebase. */
function firewallText(name: string): string {
  const baseline = fixture('pafw_panos/iron-skillet/baseline.xml').toString('latin1')
  const text = baseline
    .slice(baseline.indexOf('<config'))
    .replace(/<hostname>[^<]*<\/hostname>/, `<hostname>${name}</hostname>`)
  const rules =
    '        <rulebase>\n        <security>\n          <rules>\n          </rules>\n        </security>\n        </rulebase>\n'
  const at = text.lastIndexOf('</entry>', text.lastIndexOf('</vsys>'))
  const ruled = text.includes('<rules>') ? text : `${text.slice(0, at)}${rules}${text.slice(at)}`
  return withRule('web-out', 'trust', 'untrust', 'web-browsing')(ruled)
}
