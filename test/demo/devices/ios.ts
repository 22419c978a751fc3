import { fixture } from '../../support/recordings.ts'
import { iosBehaviour, iosModel, type IosBehaviour } from '../../support/ios-device.ts'
import { shellDevice } from '../../support/shell-device.ts'
import type { LabDevice } from '../lab-device.ts'
import { behind, type Chapter, chapterOf, type SystemContext, type Story } from '../story.ts'

type Described = Omit<LabDevice, 'platform' | 'path' | 'serve'>

/** Returns a Catalyst or an ISR over SSH. `changes` of a night: faults of its command line. */
export function iosDevice(
  described: Described,
  story: Story,
  changes: (moment: SystemContext) => Partial<IosBehaviour> = () => ({}),
): LabDevice {
  return {
    ...described,
    platform: 'netco_iosxe',
    path: 'ssh',
    serve(moment) {
      const chapter = chapterOf(story, moment)
      const behaviour = iosBehaviour({
        hostname: described.name,
        runningConfig: shown(chapter, chapter.text, moment),
        startupConfig: `Using ${chapter.saved.length} out of 33554432 bytes\n${headed(chapter, chapter.saved)}`,
        version: versionOf(described.name, moment),
        inventory: fixture('netco_iosxe/genieparser/show_inventory__golden_output_asr1k_output.txt').toString('latin1'),
        ...changes(moment),
      })
      return { shell: (wire, seen) => shellDevice(iosModel(behaviour), behaviour, wire, seen) }
    },
  }
}

function shown(chapter: Chapter, text: string, { ago }: SystemContext): string {
  return `Building configuration...\n\nCurrent configuration : ${text.length + ago} bytes\n${headed(chapter, text)}`
}

function headed({ at, by }: Chapter, text: string): string {
  return `!\n! Last configuration change at ${iosTime(at)} by ${by}\n!\n${text}`
}

/** `14:05:11 UTC Tue Mar 3 2026` */
function iosTime(at: Date): string {
  const [day, date, month, year, time] = at.toUTCString().replace(',', '').split(' ')
  return `${time} UTC ${day} ${month} ${Number(date)} ${year}`
}

function versionOf(name: string, { ago }: SystemContext): string {
  return fixture('netco_iosxe/lab-validation/eos_iosxe_aws_demo__exitgw/show_version.txt')
    .toString('latin1')
    .replace(/^\S+ uptime is .*$/m, `${name} uptime is 41 weeks, ${7 - (ago % 7)} days, 3 hours, 12 minutes`)
}

export interface SwitchPlan {
  name: string
  address: string
  ports: number
  vlans: [id: number, name: string][]
  /** The lines of each access list. */
  lists?: Record<string, string[]>
  routes?: string[]
}

/** Returns the configuration of an access switch or a small core. */
export function switchText({ name, address, ports, vlans, lists = {}, routes = [] }: SwitchPlan): string {
  const vlanOf = (port: number) => vlans[port % vlans.length]
  return [
    'version 17.9',
    'service timestamps debug datetime msec localtime show-timezone',
    'service timestamps log datetime msec localtime show-timezone',
    'service password-encryption',
    '!',
    `hostname ${name}`,
    '!',
    'enable secret 9 $9$Xk3vGq8Lr2mN4E$c9FZpGd0WmVbTQ1s6hYyR7uJkLxAoPi2EeNnCcMmBb.',
    '!',
    'aaa new-model',
    'aaa authentication login default group tacacs+ local',
    'aaa authorization exec default group tacacs+ local',
    '!',
    'clock timezone UTC 0 0',
    'ip domain name lab.example',
    'ip name-server 10.10.0.53',
    '!',
    'username backup privilege 15 secret 9 $9$nTq2VbR8sXw1eM$kd83jfLQpZo0aVn5xGmYc7rTiUeWhBs4uKlJfDdRrS2',
    'spanning-tree mode rapid-pvst',
    'spanning-tree extend system-id',
    '!',
    ...vlans.flatMap(([id, label]) => [`vlan ${id}`, ` name ${label}`, '!']),
    'interface Loopback0',
    ` ip address ${address} 255.255.255.255`,
    '!',
    ...Array.from({ length: ports }, (_, at) => [
      `interface GigabitEthernet1/0/${at + 1}`,
      ` description ${vlanOf(at)?.[1].toLowerCase()} outlet ${String(at + 1).padStart(2, '0')}`,
      ` switchport access vlan ${vlanOf(at)?.[0]}`,
      ' switchport mode access',
      ' spanning-tree portfast',
      '!',
    ]).flat(),
    'interface TenGigabitEthernet1/1/1',
    ' description uplink to core',
    ' switchport mode trunk',
    '!',
    'router ospf 10',
    ` router-id ${address}`,
    ' passive-interface default',
    ' network 10.0.0.0 0.255.255.255 area 0',
    '!',
    ...routes.map((route) => `ip route ${route}`),
    'ip route 0.0.0.0 0.0.0.0 10.10.0.1',
    '!',
    ...Object.entries(lists).flatMap(([list, lines]) => [
      `ip access-list extended ${list}`,
      ...lines.map((line) => ` ${line}`),
      '!',
    ]),
    'snmp-server community n0t-public RO 10',
    'snmp-server location rack 4',
    'ntp server 10.10.0.123 prefer',
    'tacacs server tac-1',
    ' address ipv4 10.10.0.49',
    ' key 7 0822455D0A16',
    '!',
    'line con 0',
    ' logging synchronous',
    'line vty 0 15',
    ' transport input ssh',
    '!',
    'end',
    '',
  ].join('\n')
}

/** Returns the changes of a switch while the demonstration runs. */
export function nextOnSwitch(number: number): ReturnType<Story['next']> {
  const by = ['l.peeters', 'm.jansen', 's.okafor'][number % 3] ?? 'l.peeters'
  const port = (number % 8) + 1
  const label = ` description moved to room ${100 + number}`
  return { by, edit: behind(`interface GigabitEthernet1/0/${port}`, label) }
}
