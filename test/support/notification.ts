import type { Notification } from '../../service/domain/outbox/channels/notification.ts'
import type { SenderDependencies } from '../../service/domain/outbox/channels/sender-dependencies.ts'
import type { OutgoingAnswer, OutgoingRequest } from '../../service/outbound/outbound-client.ts'

/** A notification of a failed backup; its device has a name that every format must escape. */
export function aNotification(fields: Partial<Notification> = {}): Notification {
  const line = `Backup of ${hostileName} failed. The device refused the login.`
  return {
    id: '01980f3a-5c00-7000-8000-00000000000a',
    kind: 'event',
    at: new Date('2026-11-28T10:27:00Z'),
    severity: 'warning',
    title: 'A backup failed',
    lines: [line],
    summaries: [],
    link: 'https://coffer.example.net/runs/01980f3a-5c00-7000-8000-000000000010',
    customer: 'Acme & Sons',
    alert: null,
    events: [anEvent()],
    ...fields,
  }
}

/** With the special characters of HTML, Markdown, Slack and syslog. */
export const hostileName = 'core_<b>*1* "]\\ @all & `x`'

export function anEvent(fields: object = {}): Record<string, unknown> {
  return {
    id: '01980f3a-5c00-7000-8000-00000000000b',
    type: 'run.failed',
    severity: 'warning',
    at: '2026-11-28T10:26:59.500Z',
    tenant_id: '01980f3a-5c00-7000-8000-000000000001',
    device: { id: '01980f3a-5c00-7000-8000-000000000005', name: hostileName, site: '', platform: 'netco_iosxe', tags: [] }, // prettier-ignore
    agent: null,
    data: { run_id: '01980f3a-5c00-7000-8000-000000000010', trigger: 'schedule', error_code: 'auth_failed' },
    ...fields,
  }
}

/** Dependencies of senders, with a client that records requests and returns `answer`. */
export function senderDependencies(
  fields: Partial<SenderDependencies> = {},
  answer: Partial<OutgoingAnswer> = {},
): SenderDependencies & { requests: OutgoingRequest[] } {
  const requests: OutgoingRequest[] = []
  const outgoing = async (request: OutgoingRequest) => {
    requests.push(request)
    return { status: 200, headers: {}, body: Buffer.from('ok'), ...answer }
  }
  return {
    outgoing,
    locale: 'en',
    mailServer: null,
    hostname: 'coffer.example.net',
    now: () => new Date('2026-11-28T10:27:00Z'),
    signal: new AbortController().signal,
    requests,
    ...fields,
  }
}
