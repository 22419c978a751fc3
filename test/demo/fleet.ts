import type { JunosClock } from '../support/junos-device.ts'
import { balancer } from './devices/bigip.ts'
import { fortiosDevice, withPolicy } from './devices/fortios.ts'
import { iosDevice, nextOnSwitch, type SwitchPlan, switchText } from './devices/ios.ts'
import { edgeText, junosDevice, nextOnEdge } from './devices/junos.ts'
import { nxosDevice } from './devices/nxos.ts'
import { panosDevice, withRule } from './devices/panos.ts'
import { recordedDevice } from './devices/recorded.ts'
import { serverDevice } from './devices/server.ts'
import { applicationFiles, webFiles } from './devices/server-files.ts'
import type { TenantSlug, LabDevice } from './lab-device.ts'
import { all, behind, type Change, instead, type Story } from './story.ts'

/** Creates every device of the demonstration. Some have state, so each call creates new ones. */
export function demoFleet(clock: JunosClock): LabDevice[] {
  return [...harbour(clock), ...northwind(clock)]
}

function harbour(clock: JunosClock): LabDevice[] {
  const at = placed('harbour-logistics')
  return [
    iosDevice(
      at('ant-core-1', 'Antwerp DC', ['core', 'critical']),
      switchStory(
        {
          name: 'ant-core-1',
          address: '10.10.255.1',
          ports: 24,
          vlans: [
            [10, 'OFFICE'],
            [20, 'SCANNERS'],
            [30, 'CAMERAS'],
            [40, 'VOICE'],
          ],
          lists: { MANAGEMENT: ['permit tcp 10.10.0.0 0.0.0.255 any eq 22', 'deny ip any any log'] },
        },
        [
          { ago: 26, by: 'm.jansen', edit: behind('vlan 40', ' name VOICE-OLD') },
          { ago: 19, by: 'm.jansen', edit: all(behind(' name VOICE', '!', 'vlan 50', ' name GUEST')) },
          {
            ago: 13,
            by: 'l.peeters',
            edit: behind('ip access-list extended MANAGEMENT', ' permit tcp host 10.10.4.17 any eq 22'),
          },
          {
            ago: 8,
            by: 's.okafor',
            edit: instead(
              'ip route 0.0.0.0 0.0.0.0 10.10.0.1',
              'ip route 10.40.0.0 255.255.0.0 10.10.0.2\nip route 0.0.0.0 0.0.0.0 10.10.0.1',
            ),
          },
          {
            ago: 4,
            by: 'm.jansen',
            edit: all(
              instead(' description office outlet 01', ' description reception desk'),
              instead(' name GUEST', ' name VISITORS'),
            ),
          },
          {
            ago: 2,
            by: 'l.peeters',
            edit: behind(
              'ip access-list extended MANAGEMENT',
              ' permit tcp 10.10.9.0 0.0.0.255 any eq 443',
              ' permit tcp 10.10.9.0 0.0.0.255 any eq 22',
            ),
          },
          { ago: 1, by: 'l.peeters', edit: instead('n0t-public RO 10', 'n0t-public RO 11'), isUnsaved: true },
        ],
      ),
    ),
    recordedDevice(
      { ...at('ant-core-2', 'Antwerp DC', ['core', 'critical']), platform: 'netco_iosxe' },
      'netco_iosxe/api/rendered-from-model',
      [
        { ago: always, change: { dc1border: 'ant-core-2' } },
        { ago: 6, change: { 'network 22\\.22\\.22\\.0': 'network 10.22.0.0' } },
      ],
      (number) => ({ '33\\.33\\.33\\.0': `33.33.${number}.0` }),
    ),
    nxosDevice(at('ant-leaf-1', 'Antwerp DC', ['fabric']), [
      { ago: 21, by: 'admin', edit: behind('vlan 20', '  name storage') },
      {
        ago: 10,
        by: 'admin',
        edit: all(
          instead('vlan 1,10,20', 'vlan 1,10,20,30'),
          behind('  vn-segment 5020', 'vlan 30', '  vn-segment 5030'),
        ),
      },
      {
        ago: 3,
        by: 'admin',
        edit: behind('interface Ethernet1/4', '  description hypervisor 7, port 2', '  switchport access vlan 30'),
      },
    ]),
    recordedDevice(
      { ...at('ant-leaf-2', 'Antwerp DC', ['fabric']), platform: 'netco_nxos' },
      'netco_nxos/api/n9k-json-rpc',
      [
        { ago: always, change: { N9K2: 'ant-leaf-2' } },
        { ago: 9, change: { 'feature telnet\\\\n': '' } },
      ],
    ),
    fortiosDevice({ ...at('ant-fw-1', 'Antwerp DC', ['firewall', 'critical']), login: 'network' }, [
      {
        ago: 24,
        by: 'e.novak',
        edit: withPolicy({
          id: 6,
          name: 'erp-partner',
          from: 'wan1',
          to: 'dmz',
          source: 'net-partner',
          target: 'vip-erp',
          service: 'HTTPS',
        }),
      },
      { ago: 16, by: 'e.novak', edit: instead('set admintimeout 10', 'set admintimeout 5') },
      {
        ago: 7,
        by: 'e.novak',
        edit: withPolicy({
          id: 7,
          name: 'camera-cloud',
          from: 'lan',
          to: 'wan1',
          source: 'net-cameras',
          target: 'fqdn-camera-cloud',
          service: 'HTTPS',
        }),
      },
      {
        ago: 2,
        by: 'admin',
        edit: all(
          withPolicy({
            id: 8,
            name: 'any-any-test',
            from: 'lan',
            to: 'dmz',
            source: 'all',
            target: 'all',
            service: 'ALL',
          }),
          instead('set remote-gw 203.0.113.40', 'set remote-gw 203.0.113.44'),
        ),
      },
      {
        ago: 1,
        by: 'e.novak',
        edit: instead('        set name "any-any-test"', '        set name "any-any-test"\n        set status disable'),
      },
    ]),
    balancer({ ...at('ant-lb-1', 'Antwerp DC', ['balancer']), path: 'api' }, [
      { ago: 18, name: 'portal', address: '10.30.1.10' },
      { ago: 5, name: 'tracking', address: '10.30.1.20' },
      { ago: 1, name: 'tracking-v2', address: '10.30.1.21' },
    ]),
    junosDevice(
      { ...at('ant-edge-1', 'Antwerp DC', ['edge', 'critical']), path: 'ssh', agent: 'edge' },
      {
        text: edgeText('ant-edge-1', '10.10.255.9'),
        next: nextOnEdge,
        changes: [
          {
            ago: 20,
            by: 'm.jansen',
            edit: instead('description "upstream B"', 'description "upstream B, circuit 4471"'),
          },
          {
            ago: 11,
            by: 's.okafor',
            edit: instead(
              '        route 10.0.0.0/8 next-hop 10.10.0.1;\n',
              '        route 10.0.0.0/8 next-hop 10.10.0.1;\n        route 172.16.0.0/12 next-hop 10.10.0.1;\n',
            ),
          },
          {
            ago: 2,
            by: 'm.jansen',
            edit: instead(
              '            neighbor 198.51.100.1;\n',
              '            neighbor 198.51.100.1 {\n                local-preference 80;\n            }\n',
            ),
          },
          // reverted by a restore
          {
            ago: 1,
            by: 'backup',
            edit: instead(
              '            neighbor 198.51.100.1 {\n                local-preference 80;\n            }\n',
              '            neighbor 198.51.100.1;\n',
            ),
          },
        ],
      },
      clock,
    ),
    serverDevice({ ...at('web-01', 'Antwerp DC', ['linux', 'web']), options: { paths: ['/etc'] } }, webFiles),
    iosDevice(
      { ...at('ghent-sw-1', 'Ghent depot', ['access']), mood: (ago) => (ago === 5 || ago === 14 ? 'away' : 'well') },
      switchStory(accessPlan('ghent-sw-1', '10.10.255.21'), [
        {
          ago: 17,
          by: 's.okafor',
          edit: instead(' description office outlet 04', ' description printer packing hall'),
        },
        {
          ago: 3,
          by: 's.okafor',
          edit: instead(
            'switchport access vlan 20\n switchport mode access',
            'switchport access vlan 30\n switchport mode access',
          ),
        },
      ]),
      // its startup-config is being written at that time
      ({ ago }) => (ago === 0 || ago === 9 ? { answers: { 'show inventory': '% Invalid input detected\n' } } : {}),
    ),
    iosDevice(
      at('ghent-sw-2', 'Ghent depot', ['access', 'new']),
      switchStory(accessPlan('ghent-sw-2', '10.10.255.22'), []),
    ),
    fortiosDevice(
      { ...at('rot-fw-1', 'Rotterdam depot', ['firewall']), login: 'network' },
      [
        {
          ago: 12,
          by: 'e.novak',
          edit: withPolicy({
            id: 6,
            name: 'quay-wifi',
            from: 'lan',
            to: 'wan1',
            source: 'net-quay',
            target: 'all',
            service: 'WEB',
          }),
        },
      ],
      false,
    ),
    balancer({ ...at('rot-lb-1', 'Rotterdam depot', ['balancer']), path: 'ssh', options: { artifacts: ['scf'] } }, [
      { ago: 15, name: 'gate', address: '10.30.2.10' },
    ]),
  ]
}

function northwind(clock: JunosClock): LabDevice[] {
  const at = placed('northwind-clinics')
  return [
    iosDevice(
      at('hosp-core-1', 'City hospital', ['core', 'critical']),
      switchStory(
        {
          name: 'hosp-core-1',
          address: '10.60.255.1',
          ports: 36,
          vlans: [
            [110, 'WARDS'],
            [120, 'IMAGING'],
            [130, 'LAB'],
          ],
        },
        [
          { ago: 22, by: 'd.ivanov', edit: behind('vlan 130', ' name LABORATORY') },
          {
            ago: 6,
            by: 'd.ivanov',
            edit: instead('ip name-server 10.10.0.53', 'ip name-server 10.60.0.53 10.60.1.53'),
          },
        ],
      ),
      // half of it disappears in one night, with a proper end
      ({ ago, more }) =>
        ago === 0 && more === 0
          ? {
              runningConfig: halfOf(
                switchText({ name: 'hosp-core-1', address: '10.60.255.1', ports: 6, vlans: [[110, 'WARDS']] }),
              ),
            }
          : {},
    ),
    iosDevice(
      { ...at('hosp-sw-1', 'City hospital', ['access']), mood: (ago) => (ago <= 1 ? 'replaced' : 'well') },
      switchStory(accessPlan('hosp-sw-1', '10.60.255.11'), [
        {
          ago: 14,
          by: 'd.ivanov',
          edit: instead(' description office outlet 07', ' description ward 3 nurse station'),
        },
      ]),
    ),
    panosDevice(at('hosp-fw-1', 'City hospital', ['firewall', 'critical']), [
      { ago: 23, by: 'admin', edit: withRule('imaging-vendor', 'trust', 'untrust', 'ssl') },
      { ago: 9, by: 'admin', edit: withRule('lab-results', 'trust', 'dmz', 'ms-rdp') },
      { ago: 2, by: 'admin', edit: withRule('remote-radiology', 'untrust', 'dmz', 'ssl') },
    ]),
    recordedDevice(
      {
        ...at('hosp-fw-2', 'City hospital', ['firewall']),
        platform: 'pafw_panos',
        options: { artifacts: ['running-config', 'candidate-config', 'device-state'] },
      },
      'pafw_panos/api/vm-9.1',
      [{ ago: 4, change: { '<hostname>[^<]*</hostname>': '<hostname>hosp-fw-2</hostname>' } }],
    ),
    recordedDevice(
      { ...at('panorama-1', 'City hospital', ['firewall', 'management']), platform: 'pafw_panorama' },
      'pafw_panorama/api/virtual-8.0',
      [{ ago: 7, change: { 'shared-host1': 'imaging-archive' } }],
    ),
    junosDevice(
      { ...at('east-rtr-1', 'East clinic', ['edge']), path: 'api' },
      {
        text: edgeText('east-rtr-1', '10.60.255.9'),
        next: nextOnEdge,
        changes: [{ ago: 5, by: 'm.jansen', edit: instead('peer-as 64497', 'peer-as 64499') }],
      },
      clock,
    ),
    iosDevice(
      { ...at('east-sw-1', 'East clinic', ['access']), mood: (ago) => (ago <= 2 ? 'away' : 'well') },
      switchStory(accessPlan('east-sw-1', '10.60.255.31'), []),
    ),
    iosDevice(
      { ...at('east-sw-2', 'East clinic', ['access']), mood: (ago) => (ago === 0 ? 'refusing' : 'well') },
      switchStory(accessPlan('east-sw-2', '10.60.255.32'), [
        {
          ago: 10,
          by: 'contractor',
          edit: instead('snmp-server community n0t-public RO 10', 'snmp-server community public RO'),
        },
      ]),
    ),
    iosDevice(
      { ...at('east-sw-3', 'East clinic', ['access']), mood: (ago) => (ago === 1 ? 'silent' : 'well') },
      switchStory(accessPlan('east-sw-3', '10.60.255.33'), []),
    ),
    serverDevice(
      { ...at('his-app-1', 'City hospital', ['linux', 'critical']), options: { paths: ['/etc', '/srv/his/conf'] } },
      applicationFiles,
    ),
  ]
}

/** For changes that apply to a recording from the start. */
const always = 9_999

function placed(customer: TenantSlug) {
  return (name: string, site: string, tags: string[]) => ({
    customer,
    name,
    site,
    tags,
    login: 'network' as const,
  })
}

function switchStory(plan: SwitchPlan, changes: Change[]): Story {
  return { text: switchText(plan), changes, next: nextOnSwitch }
}

function accessPlan(name: string, address: string): SwitchPlan {
  const vlans: SwitchPlan['vlans'] = [
    [10, 'OFFICE'],
    [20, 'DEVICES'],
    [30, 'VOICE'],
  ]
  return { name, address, ports: 12, vlans }
}

function halfOf(text: string): string {
  return `Building configuration...\n\nCurrent configuration : ${text.length} bytes\n!\n${text}`
}
