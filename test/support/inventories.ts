import type { components } from '../../shared/contract/api-types.ts'

/** A document for an import of one tenant's devices. */
export function anInventory(devices: object[], more: object = {}) {
  return { format: 'coffer-inventory', version: 1, devices, ...more }
}

type Warning = components['schemas']['ImportReport']['warnings'][number]

/** Returns the warnings of an import, except those for new devices without a schedule or an agent. */
export function otherWarnings(warnings: Warning[]): Warning[] {
  return warnings.filter(({ code }) => code !== 'unscheduled' && code !== 'no_agent')
}

/** Returns the codes and parameters of `otherWarnings`. */
export function codedWarnings(warnings: Warning[]): Pick<Warning, 'code' | 'params'>[] {
  return otherWarnings(warnings).map(({ code, params }) => ({ code, params }))
}

/** Returns rejected lines without sentences: each field error as `path code`. */
export function codedRejections(rejected: components['schemas']['ImportReport']['rejected']) {
  return rejected.map(({ row, name, errors }) => ({
    row,
    name,
    errors: errors.map(({ path, code }) => `${path} ${code}`),
  }))
}

/** Returns a form with a table in its field `file`. */
export function aTable(content: string | Buffer, field = 'file'): FormData {
  const form = new FormData()
  form.set(field, new Blob([Buffer.from(content)], { type: 'text/csv' }), 'devices.csv')
  return form
}

/** Credentials and agents that random inventories use. */
export const namedInInventories = { credentials: ['all', 'api; only', '=ssh'], agents: ['East', 'West, 2'] }

/**
 * Returns devices that are valid in the contract, with random values, sorted as in an export.
 * @param random numbers in [0, 1)
 */
export function randomInventory(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const some = <T>(from: readonly T[]): T[] => from.filter(() => random() < 0.5)
  const maybe = <T>(make: () => T): T | null => (random() < 0.4 ? null : make())
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const { credentials, agents } = namedInInventories
  const aDay = () => new Date(Date.UTC(2027, between(0, 11), between(1, 28), between(0, 23), between(0, 59)))
  const aTime = () => `${String(between(0, 23)).padStart(2, '0')}:${String(between(0, 59)).padStart(2, '0')}`
  const weekly = () => {
    const days = some(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])
    return { name: pick(['office', 'été']), days: days.length > 0 ? days : ['mon'] }
  }
  const aBlackout = () => {
    const start = aDay()
    const end = new Date(start.getTime() + between(1, 90) * 3_600_000)
    return random() < 0.5
      ? { ...weekly(), from: aTime(), to: aTime() }
      : { name: 'once', starts_at: start.toISOString(), ends_at: end.toISOString() }
  }
  const aDeviceAt = (at: number) => {
    const isServer = random() < 0.3
    return {
      name: `device-${at}`,
      hostname: pick(['192.0.2.1', '2001:db8::1', 'core.example.net']),
      platform: isServer ? 'linux_server' : 'netco_iosxe',
      transport_pref: isServer ? 'ssh' : pick(['auto', 'api', 'ssh']),
      schedule: pick(['', '5 2 * * *', '*/15 * * * 1-5']),
      site: pick(['', 'Gent', '=1+1', 'Aix "les" B\'ns']),
      tags: some(['core', 'a;b', 'été']),
      credential: maybe(() => pick(credentials)),
      credential_api: maybe(() => pick(credentials)),
      credential_ssh: maybe(() => pick(credentials)),
      agents: some(agents),
      options: isServer
        ? { paths: ['/etc'], sudo: random() < 0.5 }
        : { ...maybe(() => ({ ssh_port: between(1, 65_535) })) },
      staleness_hours: maybe(() => between(1, 1_000) / 4),
      retry_attempts: between(0, 5),
      retry_delay_minutes: between(1, 1_440),
      trust_posture: maybe(() => 'strict' as const),
      restore_policy: maybe(() => pick(['allow', 'deny'])),
      retention: maybe(() => ({ keep_days: between(1, 36_500), keep_last: maybe(() => between(1, 100_000)) })),
      blackouts: Array.from({ length: Math.max(0, between(-1, 3)) }, aBlackout),
      enabled: random() < 0.8,
    }
  }
  return Array.from({ length: between(1, 8) }, (_, at) => aDeviceAt(at))
}
