import { platformById } from '../../../../shared/platforms/registry.ts'

/**
 * Returns the platform for a name that another inventory uses: Coffer's own identifier, the names that NetBox, NAPALM,
 * Netmiko, Ansible, Oxidized and RANCID use for the system, or a Linux distribution. Undefined for an unknown name.
 */
export function netboxPlatforms({ slug, name }: { slug: string; name: string }): string | undefined {
  for (const text of [slug, name]) {
    const key = keyOf(text)
    const id = names.find(([, keys]) => keys.some((one) => keyOf(one) === key))?.[0] ?? asIdentifier(text)
    if (id && platformById(id)) return id
  }
  return undefined
}

function asIdentifier(text: string): string {
  return text.toLowerCase().replaceAll('-', '_')
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const linux = [
  'linux',
  'linuxgeneric',
  'linux-generic',
  'debian',
  'ubuntu',
  'rhel',
  'red-hat',
  'redhat',
  'centos',
  'rocky',
  'rocky-linux',
  'almalinux',
]

const names: [string, string[]][] = [
  ['netco_iosxe', ['ios', 'ios-xe', 'iosxe', 'cisco-ios', 'cisco-ios-xe', 'cisco-iosxe', 'cisco-xe']],
  ['netco_nxos', ['nxos', 'nx-os', 'nxos-ssh', 'cisco-nxos', 'cisco-nx-os', 'cisco-nx']],
  ['fwco_fortios', ['fortios', 'fortinet', 'fortinet-fortios', 'fortigate', 'forti-os']],
  [
    'pafw_panos',
    ['panos', 'pan-os', 'paloalto-panos', 'palo-alto-pan-os', 'palo-alto-panos', 'paloaltonetworks-panos', 'paloalto'],
  ],
  ['pafw_panorama', ['panorama', 'palo-alto-panorama', 'paloalto-panorama']],
  ['lbco_bigip', ['bigip', 'big-ip', 'f5', 'f5-bigip', 'f5-big-ip', 'f5-tmos', 'f5-tmsh', 'tmos']],
  ['routeco_junos', ['junos', 'junos-os', 'juniper', 'juniper-junos', 'juniper-junos-os']],
  ['linux_server', [...linux, 'oracle-linux', 'fedora', 'opensuse', 'sles', 'suse', 'alpine']],
]
