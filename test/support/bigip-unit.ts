import { fixture } from './recordings.ts'

const folder = 'lbco_bigip/config'

/** Returns the configuration of a lab unit, by the paths of its files in an archive. */
export function unitMembers(): Record<string, string> {
  const names = ['bigip_base.conf', 'bigip.conf', 'bigip_user.conf', 'partitions/foo/bigip.conf']
  return Object.fromEntries(names.map((name) => [`config/${name}`, textOf(`${folder}/${name}`)]))
}

/** Returns the same as one file, as the unit saves it. */
export function unitScf(members = unitMembers()): string {
  const [first = '', ...others] = Object.values(members)
  return [first, ...others.map((text) => text.replace(/^#TMSH-VERSION.*\n+/, ''))].join('')
}

function textOf(path: string): string {
  return fixture(path).toString('latin1').replaceAll('\r\n', '\n')
}
