import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type MailServer = Schemas['MailServer']

/** The form: texts, the password empty. */
export interface MailServerValues {
  host: string
  security: 'starttls' | 'tls' | 'none'
  port: number | ''
  username: string
  password: string
  from: string
  ca_certificates: string
}

/** Returns the values of the form; the stored password is never among them. */
export function mailServerValues(server: MailServer | undefined): MailServerValues {
  return {
    host: server?.host ?? '',
    security: server?.security ?? 'starttls',
    port: server?.port ?? '',
    username: server?.username ?? '',
    password: '',
    from: server?.from ?? '',
    ca_certificates: server?.ca_certificates ?? '',
  }
}

/** Returns the request; an empty password keeps the stored one. */
export function mailServerBody({ port, username, password, ca_certificates, ...same }: MailServerValues) {
  return {
    ...same,
    ...(port !== '' && { port }),
    username: username || null,
    ca_certificates: ca_certificates || null,
    ...(password !== '' && { password }),
  } satisfies Schemas['NewMailServer']
}
