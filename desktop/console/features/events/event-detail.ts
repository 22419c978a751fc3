import type { LiveEvent } from '../../client/follow-events.ts'

/**
 * Returns the details of an event besides its type and subject; '' without details.
 * @param say returns the text of a run's or device's state, or the name of a failure or maintenance task
 */
export function detailOf(
  { data }: LiveEvent,
  say: (of: 'runStatus' | 'deviceState' | 'failure' | 'task', code: string) => string,
): string {
  const {
    error_code: code,
    key,
    added,
    removed,
    host,
    port,
    fingerprint,
    status,
    day,
    was,
    name,
    email,
    network,
    failures,
    task,
    hostname,
  }: Record<string, unknown> = data
  const size = typeof added === 'number' && typeof removed === 'number' ? `+${added} −${removed}` : ''
  const place = typeof host === 'string' ? `${host}:${String(port)}` : ''
  const ended = typeof status === 'string' ? say('runStatus', status) : ''
  const before = typeof was === 'string' ? say('deviceState', was) : ''
  const count = typeof failures === 'number' ? `${failures} ×` : ''
  const failed = typeof code === 'string' ? say('failure', code) : ''
  const nightly = typeof task === 'string' ? say('task', task) : ''
  return [failed, key, size, place, fingerprint, ended, day, before, name, email, network, count, nightly, hostname]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(' · ')
}
