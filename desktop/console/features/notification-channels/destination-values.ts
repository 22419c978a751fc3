import type { components } from '../../../../shared/contract/api-types.ts'
import type { Channel, ChannelKind } from './channel-state.ts'

type Schemas = components['schemas']

/** The destination by kind, as the form has it: texts, secrets empty. */
export interface DestinationValues {
  /** `to`: one address a line. */
  mail: { to: string; roles: Schemas['Role'][] }
  slack: { url: string }
  teams: { url: string }
  mattermost: { url: string; channel: string }
  pagerduty: { region: string; routing_key: string }
  ntfy: { server: string; topic: string; token: string; removesToken: boolean }
  syslog: {
    host: string
    port: number | ''
    transport: string
    facility: number | ''
    ca_certificates: string
    client_certificate: string
    client_key: string
  }
  snmp: {
    host: string
    port: number | ''
    version: string
    type: string
    enterprise_number: number | ''
    username: string
    auth_protocol: string
    priv_protocol: string
    community: string
    auth_password: string
    priv_password: string
  }
  /** `headers`: one `Name: value` a line; without a value the stored one is kept. */
  http: { url: string; method: string; content_type: string; template: string; headers: string }
  webhook: { url: string; secret: string; headers: string }
  /** The stored headers, one `Name:` a line. */
  storedHeaders: string
}

/** What the form of a new channel has; for an existing one, the service's settings replace it. */
const presets: Omit<DestinationValues, 'storedHeaders'> = {
  mail: { to: '', roles: [] },
  slack: { url: '' },
  teams: { url: '' },
  mattermost: { url: '', channel: '' },
  pagerduty: { region: 'us', routing_key: '' },
  ntfy: { server: 'https://ntfy.sh', topic: '', token: '', removesToken: false },
  syslog: { host: '', port: '', transport: 'tls', facility: 16, ca_certificates: '', client_certificate: '', client_key: '' }, // prettier-ignore
  snmp: {
    ...{ host: '', port: 162, version: '3', type: 'trap', enterprise_number: 32_473, username: '' },
    ...{ auth_protocol: 'sha256', priv_protocol: 'aes128', community: '', auth_password: '', priv_password: '' },
  },
  http: {
    url: '',
    method: 'POST',
    content_type: 'application/json',
    template:
      '{\n  "title": "{{title}}",\n  "text": "{{text}}",\n  "severity": "{{severity}}",\n  "link": {{json link}}\n}',
    headers: '',
  },
  webhook: { url: '', secret: '', headers: '' },
}

/** Returns the values of the form's destination fields. */
export function destinationValues(channel: Channel | undefined): DestinationValues {
  const values: DestinationValues = structuredClone({ ...presets, storedHeaders: '' })
  if (!channel) return values
  const { kind, settings } = channel
  const stored = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? '']))
  const storedHeaders = channel.header_names.map((name) => `${name}:`).join('\n')
  Object.assign(values[kind], stored)
  if (kind === 'mail') values.mail.to = ((settings['to'] as string[] | undefined) ?? []).join('\n')
  if (kind === 'http' || kind === 'webhook') values[kind].headers = storedHeaders
  return { ...values, storedHeaders }
}

/** A header as typed; a line without a value has none. */
export interface WrittenHeader {
  name: string
  value?: string
}

/** Parses lines `Name: value`; empty lines are skipped. */
export function headersIn(text: string): WrittenHeader[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [name = '', ...rest] = line.split(':')
    const value = rest.join(':').trim()
    return { name: name.trim(), ...(value !== '' && { value }) }
  })
}

type Bodies = { [Kind in ChannelKind]: (values: DestinationValues) => object }

/** Returns the destination of the kind in the field that is named as the kind. */
export function destinationOf({
  kind,
  ...values
}: DestinationValues & { kind: ChannelKind }): Partial<Schemas['NotificationChannelPatch']> {
  return { [kind]: bodies[kind](values) }
}

const bodies: Bodies = {
  mail: ({ mail: { to, roles } }) => ({
    to: [...new Set(to.split(/[\s,;]+/).filter((address) => address !== ''))],
    roles,
  }),
  slack: ({ slack: { url } }) => given({ url }),
  teams: ({ teams: { url } }) => given({ url }),
  mattermost: ({ mattermost: { url, channel } }) => ({ ...given({ url }), channel: channel.trim() || null }),
  pagerduty: ({ pagerduty: { region, routing_key } }) => ({ region, ...given({ routing_key }) }),
  ntfy: ({ ntfy: { server, topic, token, removesToken } }) => ({
    server: server.trim(),
    ...given({ topic, token }),
    ...(removesToken && { token: null }),
  }),
  syslog: ({ syslog: { host, port, transport, facility, ca_certificates, client_certificate, client_key } }) => ({
    ...{ host: host.trim(), transport },
    ...(port !== '' && { port }),
    ...(facility !== '' && { facility }),
    ca_certificates: transport === 'tls' ? ca_certificates.trim() || null : null,
    client_certificate: transport === 'tls' ? client_certificate.trim() || null : null,
    ...(transport === 'tls' && given({ client_key })),
  }),
  snmp({ snmp: { version, ...snmp } }) {
    const { host, port, type, enterprise_number, username, auth_protocol, priv_protocol } = snmp
    const common = {
      ...{ host: host.trim(), version, type },
      ...(port !== '' && { port }),
      ...(enterprise_number !== '' && { enterprise_number }),
    }
    if (version === '2c') return { ...common, ...given({ community: snmp.community }) }
    const { auth_password, priv_password } = snmp
    return {
      ...common,
      ...{
        username: username.trim() || null,
        auth_protocol: auth_protocol || null,
        priv_protocol: priv_protocol || null,
      },
      ...(auth_protocol !== '' && given({ auth_password })),
      ...(priv_protocol !== '' && given({ priv_password })),
    }
  },
  http: ({ http: { url, method, content_type, template, headers }, storedHeaders }) => ({
    ...given({ url }),
    ...{ method, content_type: content_type.trim(), template },
    ...changedHeaders(headers, storedHeaders),
  }),
  webhook: ({ webhook: { url, secret, headers }, storedHeaders }) => ({
    ...given({ url, secret }),
    ...changedHeaders(headers, storedHeaders),
  }),
}

/** Returns the texts that are not empty, without spaces around them. */
function given(texts: Record<string, string>): Record<string, string> {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}

function changedHeaders(headers: string, stored: string) {
  return headers.trim() === stored ? {} : { headers: headersIn(headers) }
}
