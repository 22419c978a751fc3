import { expect } from 'chai'
import { netcoIosxe } from '../../../shared/platforms/netco_iosxe.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import type { TextRequest } from '../../../shared/platforms/requests.ts'
import { fixture } from '../../support/recordings.ts'

const hardware = () =>
  JSON.parse(fixture('netco_iosxe/restconf/device-hardware.json').toString()) as Record<string, Hardware>

interface Hardware {
  'device-inventory': Record<string, unknown>[]
  'device-system-data': Record<string, unknown>
  'device-hw-alarm'?: unknown
}

/** Data that changes between two reads of an unchanged device. */
const idle: Record<string, (data: Hardware) => void> = {
  clocks: (data) => Object.assign(data['device-system-data'], { 'current-time': 'later', 'boot-time': '1 s later' }),
  alarms: (data) => void delete data['device-hw-alarm'],
  'the order of parts': (data) => void data['device-inventory'].reverse(),
  'a sensor that appears and disappears': (data) => void data['device-inventory'].pop(),
  'disk wear': (data) => Object.assign(data['device-inventory'][1] ?? {}, { lifetime: 92 }),
  'unsaved changes': (data) => Object.assign(data['device-system-data'], { 'unsaved-config': true }),
}

/** Real changes. */
const changed: Record<string, { key: 'inventory' | 'version'; change: (data: Hardware) => void }> = {
  'another serial number': {
    key: 'inventory',
    change: (data) => Object.assign(data['device-inventory'][0] ?? {}, { 'serial-number': 'ART9' }),
  },
  'a removed part': { key: 'inventory', change: (data) => void data['device-inventory'].shift() },
  'another release': {
    key: 'version',
    change: (data) => Object.assign(data['device-system-data'], { 'software-version': 'Version 17.12.1' }),
  },
}

describe('inventory and version of netco_iosxe over RESTCONF', () => {
  for (const [what, change] of Object.entries(idle)) {
    it(`compare equal despite ${what}`, () => {
      for (const key of ['inventory', 'version'] as const) expect(textOf(key, change)).to.equal(textOf(key))
    })
  }

  for (const [what, { key, change }] of Object.entries(changed)) {
    it(`show ${what}`, () => {
      expect(textOf(key, change)).to.not.equal(textOf(key))
    })
  }
})

describe('the native model of netco_iosxe', () => {
  it('compares equal in any list order, and shows each value', () => {
    const native = JSON.parse(fixture('netco_iosxe/restconf/native.json').toString()) as Record<string, Native>
    const [name = ''] = Object.keys(native)
    const model = native[name] as Native
    const reordered = {
      ...model,
      interface: { ...model.interface, GigabitEthernet: [...interfacesOf(model)].reverse() },
    }

    const text = taken('running-config', { [name]: model }, 1)

    expect(taken('running-config', { [name]: reordered }, 1)).to.equal(text)
    expect(taken('running-config', { [name]: { ...model, hostname: 'another' } }, 1)).to.not.equal(text)
  })
})

interface Native {
  interface: { GigabitEthernet: unknown }
}

function interfacesOf({ interface: { GigabitEthernet: list } }: Native): unknown[] {
  return Array.isArray(list) ? list : [list]
}

function textOf(key: 'inventory' | 'version', change: (data: Hardware) => void = () => undefined): string {
  const answer = hardware()
  for (const data of Object.values(answer)) change(data)
  return taken(key, answer, 0)
}

function taken(key: keyof typeof netcoIosxe.api.artifacts, answer: unknown, which: number): string {
  const artifact = netcoIosxe.api.artifacts[key]
  if (!artifact || !('requests' in artifact)) throw new Error(`${key} is no text`)
  const requests: readonly TextRequest[] = artifact.requests({ options: {}, facts: {} })
  const taker = requests[which]?.extract?.(200)
  taker?.push(Buffer.from(JSON.stringify(answer)))
  return normaliseText(netcoIosxe, key, taker?.end() ?? Buffer.alloc(0)).toString()
}
