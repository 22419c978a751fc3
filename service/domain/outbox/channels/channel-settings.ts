/** Kinds of channels. */
export const channelKinds = [
  'mail',
  'slack',
  'teams',
  'mattermost',
  'pagerduty',
  'ntfy',
  'http',
  'syslog',
  'snmp',
] as const
export type ChannelKind = (typeof channelKinds)[number]

/** The mail server of the installation, through which every channel of kind `mail` sends. */
export interface MailServer {
  /** Name or address, 1 to 253 characters. */
  host: string
  /** 1 to 65535; usually 587 for `starttls` and 465 for `tls`. */
  port: number
  /** `starttls` and `tls` require a valid certificate. `none` is accepted only for an address of this machine. */
  security: 'starttls' | 'tls' | 'none'
  /** PEM, up to 64 KiB; null: the authorities that Node trusts. */
  caCertificates: string | null
  /** Up to 200 characters; null: no login. A login is never sent without TLS. */
  username: string | null
  /** Secret, up to 1000 characters; null: no login. */
  password: string | null
  /** Address of the sender, up to 254 characters, without a display name. */
  from: string
}

export interface MailSettings {
  /** 1 to 20 addresses, each up to 254 characters, without display names. */
  to: string[]
}

/** An incoming webhook has no settings: its address contains workspace and channel. */
export type SlackSettings = Record<string, never>

export interface SlackSecrets {
  /** `https://hooks.slack.com/services/…`, up to 2000 characters. */
  url: string
}

/** A workflow has no settings: its address contains team and channel. */
export type TeamsSettings = Record<string, never>

export interface TeamsSecrets {
  /** Address of the workflow "When a Teams webhook request is received", up to 2000 characters. */
  url: string
}

export interface MattermostSettings {
  /** Overrides the channel of the webhook: a channel name or `@user`, up to 64 characters; null: the webhook's channel. */
  channel: string | null
}

export interface MattermostSecrets {
  /** `https://host/hooks/…`, up to 2000 characters. */
  url: string
}

export interface PagerdutySettings {
  /** Service region of the account. */
  region: 'us' | 'eu'
}

export interface PagerdutySecrets {
  /** Integration key of "Events API v2": 32 letters and digits. */
  routingKey: string
}

export interface NtfySettings {
  /** Address of the server, without a path unless it is served under one: `https://ntfy.sh`. Up to 2000 characters. */
  server: string
}

export interface NtfySecrets {
  /** 1 to 64 letters, digits, `-` and `_`. Secret: on a server without logins, the topic is the password. */
  topic: string
  /** Access token, up to 200 characters; null: none. */
  token: string | null
}

export interface HttpSettings {
  method: 'POST' | 'PUT'
  /** Value of `content-type`, up to 100 characters: `application/json`, or any `type/subtype`, optionally with a charset. */
  contentType: string
  /** Text of the body, up to 16 KiB; see `render-template.ts`. */
  template: string
}

export interface HttpSecrets {
  /** `http:` or `https:`, up to 2000 characters. */
  url: string
  /** Values by lower-case name; up to 20, with the same limits as the headers of webhooks. */
  headers: Record<string, string>
}

export interface SyslogSettings {
  /** Name or address, 1 to 253 characters. */
  host: string
  /** 1 to 65535; usually 6514 for `tls`, 601 for `tcp` and 514 for `udp`. */
  port: number
  /** `tcp` and `udp` transmit in plain text. */
  transport: 'tls' | 'tcp' | 'udp'
  /** 0 to 23 (RFC 5424, section 6.2.1); 16 is local0. */
  facility: number
  /** PEM, up to 64 KiB; null: the authorities that Node trusts. Only for `tls`. */
  caCertificates: string | null
  /** PEM, up to 64 KiB, of the client; null: none. Only for `tls`, together with `clientKey`. */
  clientCertificate: string | null
}

export interface SyslogSecrets {
  /** PEM, up to 16 KiB, without a passphrase; null: none. */
  clientKey: string | null
}

export interface SnmpSettings {
  /** Name or address, 1 to 253 characters. */
  host: string
  /** 1 to 65535; usually 162. */
  port: number
  version: '2c' | '3'
  /** A trap is not acknowledged; the receiver acknowledges an inform. */
  type: 'trap' | 'inform'
  /**
   * Enterprise number of the notifications (1.3.6.1.4.1.N), 1 to 4294967295; 32473 is reserved for documentation
   * (RFC 5612), and COFFER-MIB uses it.
   */
  enterpriseNumber: number
  /** User of version 3, 1 to 32 characters; null for version 2c. */
  username: string | null
  /** Of version 3; null for version 2c. */
  authProtocol: 'sha1' | 'sha256' | 'sha512' | null
  /** Of version 3; null for version 2c. */
  privProtocol: 'aes128' | 'aes256' | null
}

export interface SnmpSecrets {
  /** Of version 2c, 1 to 64 characters; null for version 3. It is sent in plain text. */
  community: string | null
  /** Of version 3, 8 to 128 characters; null for version 2c. */
  authPassword: string | null
  /** Of version 3, 8 to 128 characters; null for version 2c. */
  privPassword: string | null
}

/** Settings and secrets of a channel by its kind. Settings can be read in the API; secrets are sealed and never returned. */
export type ChannelFields =
  | { kind: 'mail'; settings: MailSettings; secrets: Record<string, never> }
  | { kind: 'slack'; settings: SlackSettings; secrets: SlackSecrets }
  | { kind: 'teams'; settings: TeamsSettings; secrets: TeamsSecrets }
  | { kind: 'mattermost'; settings: MattermostSettings; secrets: MattermostSecrets }
  | { kind: 'pagerduty'; settings: PagerdutySettings; secrets: PagerdutySecrets }
  | { kind: 'ntfy'; settings: NtfySettings; secrets: NtfySecrets }
  | { kind: 'http'; settings: HttpSettings; secrets: HttpSecrets }
  | { kind: 'syslog'; settings: SyslogSettings; secrets: SyslogSecrets }
  | { kind: 'snmp'; settings: SnmpSettings; secrets: SnmpSecrets }
