import { expect } from 'chai'
import { compareLines } from '../../../shared/diff/compare-lines.ts'
import { render } from '../../../shared/messages/render.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { summariseChange } from '../../../shared/platforms/summarise-change.ts'

function textOf(platform: string, before: string, after: string): string {
  return render(summariseChange(platformById(platform)!, compareLines(before, after)).message, 'en')
}

describe('the summary of a change states', () => {
  const block = (name: string, mtu: number) => `interface ${name}\n mtu ${mtu}\n`
  const blocks = block('A', 1) + block('B', 2)
  const cases: [title: string, platform: string, before: string, after: string, expected: string][] = [
    ['unrelated lines apart', 'netco_iosxe', 'ip http server\n', 'ip name-server 8.8.8.8\n', 'ip http server removed; ip name-server 8.8.8.8 added'],
    ['unrelated negated lines apart', 'netco_iosxe', 'no ip http server\n', 'no ip domain lookup\n', 'no ip http server removed; no ip domain lookup added'],
    ['unrelated features apart', 'netco_nxos', 'feature bgp\n', 'feature lldp\n', 'feature bgp removed; feature lldp added'],
    ['a value before other words', 'netco_iosxe', 'permit tcp any any\n', 'permit udp any any\n', 'permit tcp any any → udp any any'],
    ['a value of several words', 'netco_iosxe', 'ip address 10.0.0.1 255.0.0.0\n', 'ip address 10.0.0.2 255.255.0.0\n', 'ip address 10.0.0.1 255.0.0.0 → 10.0.0.2 255.255.0.0'],
    ['a text of several words', 'netco_iosxe', 'description To core\n', 'description From the edge\n', 'description To core → From the edge'],
    ['no value of a line that differs after what is shown', 'netco_iosxe', `banner ${'x '.repeat(200)}A\n`, `banner ${'x '.repeat(200)}B\n`, `banner ${'x '.repeat(36)}… changed`],
    ['no value of a line with other blanks', 'netco_iosxe', 'a  b\n', 'a b\n', 'a b changed'],
    ['no change of a comma in JSON', 'netco_meraki', '{\n  "a": 1,\n  "b": 2\n}\n', '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n', 'c 3 added'],
    ['a new object of a list in JSON by its lines', 'netco_meraki', '{\n  "a": [\n    {\n      "b": 1\n    }\n  ]\n}\n', '{\n  "a": [\n    {\n      "b": 1\n    },\n    {\n      "b": 2\n    }\n  ]\n}\n', 'a: 2 lines added'],
    ['that a block moved', 'netco_iosxe', `${blocks}${block('C', 3)}`, `${block('C', 3)}${blocks}`, '2 lines moved'],
    ['that a block changed and moved', 'netco_iosxe', `${blocks}${block('C', 3)}`, `${block('C', 4)}${blocks}`, 'interface C changed'],
    ['one change of a statement that became a block', 'routeco_junos', 'system {\n    ssh;\n}\n', 'system {\n    ssh {\n        x 1;\n    }\n}\n', 'system: ssh changed'],
    ['one change of a block that became a statement', 'routeco_junos', 'system {\n    ssh {\n        x 1;\n    }\n}\n', 'system {\n    ssh;\n}\n', 'system: ssh changed'],
  ] // prettier-ignore
  for (const [title, platform, before, after, expected] of cases) {
    it(title, () => {
      expect(textOf(platform, before, after)).to.equal(expected)
    })
  }
})
