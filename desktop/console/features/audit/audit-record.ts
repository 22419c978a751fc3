import type { components } from '../../../../shared/contract/api-types.ts'
import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import { messageText } from '../../language/service-messages.ts'
import { configReadings } from '../../../../shared/contract/config-answers.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

export type AuditRecord = components['schemas']['AuditRecord']

export const outcomeAppearance: Record<AuditRecord['outcome'], { tone: Tone; icon: IconName }> = {
  done: { tone: 'good', icon: 'done' },
  refused: { tone: 'warn', icon: 'blocked' },
  failed: { tone: 'bad', icon: 'failed' },
}

const readings = new Set(configReadings)

/** Returns whether the record is a read of a configuration. */
export function isReading({ action }: Pick<AuditRecord, 'action'>): boolean {
  return readings.has(action)
}

/** Facts that identify an object among its kind, the best first. */
const tellingFacts = ['name', 'email', 'slug', 'pattern', 'device', 'path', 'key', 'hostname', 'host', 'day', 'dump', 'reason', 'operation'] // prettier-ignore

/** Returns the object's name from the record itself; '' if it has only an id. */
export function aboutOf({ detail }: Pick<AuditRecord, 'detail'>): string {
  for (const name of tellingFacts) {
    const value = detail?.[name]
    if (typeof value === 'string' && value !== '') return value
    const sentence = sentenceOf(value)
    if (sentence !== undefined) return sentence
  }
  return ''
}

export interface AuditFact {
  name: string
  value: string
  isLong: boolean
  /** The page of the object with that id. */
  path?: string
}

const pagesOfIds: Record<string, string> = { device_id: '/devices/', run_id: '/runs/', version_id: '/versions/' }

/** Returns the sentence of a message or of several; undefined for any other value and for an unknown code. */
function sentenceOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const sentences = value.map(sentenceOf)
    return value.length > 0 && !sentences.includes(undefined) ? sentences.join(' ') : undefined
  }
  return isMessage(value) ? messageText(value) : undefined
}

function isMessage(value: unknown): value is ReceivedMessage {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('params' in value)) return false
  return typeof value.code === 'string' && typeof value.params === 'object' && value.params !== null
}

/** Returns the facts of a record, in order. Nested values are written as JSON. */
export function listFacts({ detail }: Pick<AuditRecord, 'detail'>): AuditFact[] {
  return Object.entries(detail ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const isPlain = typeof value !== 'object'
      const text = isPlain ? String(value) : (sentenceOf(value) ?? JSON.stringify(value, null, 2))
      const page = pagesOfIds[name]
      const isLong = text.length > 60 || text.includes('\n')
      return { name, value: text, isLong, ...(page && isPlain && { path: `${page}${text}` }) }
    })
}

/** Returns the page of an object, by its kind. */
export function objectRoute({
  object,
  object_id: id,
  action,
}: AuditRecord): { name: string; path?: string } | undefined {
  if (id === null || /\.(delete|purge)$/.test(action)) return undefined
  if (object === 'device') return { name: 'devices', path: `/devices/${id}` }
  if (object === 'run') return { name: 'runs', path: `/runs/${id}` }
  if (object === 'version') return { name: 'compare', path: `/versions/${id}` }
  if (object === 'artifact') return { name: 'compare', path: `/compare?artifact=${id}` }
  if (object === 'fingerprint') return { name: 'trust', path: `/trust?view=all&id=${id}` }
  const own: Record<string, string> = {
    tenant: 'customers',
    user: 'users',
    notification_channel: 'notification-channels',
    webhook: 'notification-channels',
    fleet: 'discovery',
  }
  const page = own[object]
  if (page) return { name: page, path: `/${page}/${id}` }
  const lists: Record<string, string> = {
    agent: 'agents',
    credential: 'credentials',
    token: 'tokens',
    extra_command: 'extra-commands',
    golden_configuration: 'golden-configurations',
    device_pair: 'device-pairs',
  }
  const name = lists[object]
  return name === undefined ? undefined : { name }
}
