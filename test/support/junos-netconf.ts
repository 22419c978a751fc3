import type { JunosAccount } from './junos-cli.ts'
import type { JunosDevice } from './junos-device.ts'
import { escaped, wholeView, type JunosView } from './junos-text.ts'
import type { NetconfServed } from './netconf-server.ts'

/** The hello of releases up to 23.2; `rfc` is `netconf rfc-compliant` with `version-1.1`. */
export function junosHello(rfc = false): string {
  const versions = rfc ? ['base:1.0', 'base:1.1'] : ['base:1.0']
  const names = [
    ...versions.map((version) => `urn:ietf:params:netconf:${version}`),
    'urn:ietf:params:netconf:capability:candidate:1.0',
    'urn:ietf:params:netconf:capability:confirmed-commit:1.0',
    'http://xml.juniper.net/netconf/junos/1.0',
    'http://xml.juniper.net/dmi/system/1.0',
  ]
  const prefix = rfc ? 'nc:' : ''
  const capabilities = names.map((name) => `    <${prefix}capability>${name}</${prefix}capability>\n`).join('')
  const namespace = `xmlns${rfc ? ':nc' : ''}="urn:ietf:params:xml:ns:netconf:base:1.0"`
  return `<!-- user backup, class super-user -->\n<${prefix}hello ${namespace}>\n  <${prefix}capabilities>\n${capabilities}  </${prefix}capabilities>\n  <${prefix}session-id>5026</${prefix}session-id>\n</${prefix}hello>`
}

/** A device's NETCONF on its model. The default of `database` is the candidate, as on a device. */
export function junosNetconf(device: JunosDevice, account: JunosAccount): Pick<NetconfServed, 'reply'> {
  const view: JunosView = { ...wholeView, ...account.view, omit: false }
  return {
    reply(operation, messageId) {
      const asked = /^<get-configuration((?: \w+="\w+")*)\/>$/.exec(operation)?.[1]
      if (asked === undefined)
        return inReply(rpcError('syntax error', /^<([\w-]+)/.exec(operation)?.[1]), account, messageId)
      const of = asked.includes('database="committed"') ? 'active' : 'candidate'
      const form = /format="(\w+)"/.exec(asked)?.[1]
      if (form === 'text')
        return inReply(wrapped('configuration-text', device.show('conf', view, of)), account, messageId)
      if (form === 'set') return inReply(wrapped('configuration-set', device.show('set', view, of)), account, messageId)
      return inReply(device.show('xml', view, of), account, messageId)
    },
  }
}

export function wrapped(element: string, text: string): string {
  return `<${element} xmlns="http://xml.juniper.net/xnm/1.1/xnm">\n${escaped(text)}</${element}>`
}

function rpcError(message: string, element = '', severity = 'error'): string {
  const bad = element === '' ? '' : `<error-info>\n<bad-element>${element}</bad-element>\n</error-info>\n`
  return `<rpc-error>\n<error-type>protocol</error-type>\n<error-tag>operation-failed</error-tag>\n<error-severity>${severity}</error-severity>\n<error-message>${message}</error-message>\n${bad}</rpc-error>`
}

function inReply(content: string, { release }: JunosAccount, messageId: string): string {
  const namespaces = `xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" xmlns:junos="http://xml.juniper.net/junos/${release.replace(/-.*/, '')}/junos"`
  return `<rpc-reply ${namespaces} message-id="${messageId}">\n${content}\n</rpc-reply>`
}
