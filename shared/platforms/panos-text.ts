import { message } from '../messages/message.ts'
import { describeMasks, isMask, isSecretName, loginBy, type PanosAccount } from './panos-masks.ts'
import { ArtifactUnavailable, type TextInspector } from './requests.ts'
import { createXmlElements, NotWellFormed } from './xml-elements.ts'
import { attributesOf, plainText, type XmlOpen } from './xml-tokens.ts'

export interface PanosTextKind {
  product: 'firewall' | 'panorama'
  isCandidate: boolean
  /** One virtual system: an `entry`, which cannot be loaded as a document. */
  vsys?: string
  /** Facts of the device, for the version's metadata. */
  facts: Readonly<Record<string, unknown>>
}

/** Characters stored of a secret: enough to detect a mask, or a cut at the width of a terminal. */
const valueLength = 64 * 1024

/**
 * Inspects a PAN-OS configuration as a stream: whether it is of the product and the requested one, what is masked, and
 * which part a restricted account lacks.
 */
export function createPanosInspector(kind: PanosTextKind): TextInspector {
  const isWhole = kind.vsys === undefined
  const seen = new Set<string>()
  const accounts: PanosAccount[] = []
  const open: (PanosAccount & { depth: number })[] = []
  let maskedSecrets = 0
  let deviceGroups = 0
  let value: string | undefined
  let version: string | undefined

  const elements = createXmlElements({
    open(path, tag) {
      if (!kind.isCandidate && /\sdirtyId\s*=/.test(tag.source)) throw notRunning()
      if (path.length <= 5) meet(path, tag)
      const name = path.at(-1) ?? ''
      if (name === 'entry' && /^users?$/.test(path.at(-2) ?? '')) {
        const isAdministrator = path.join('/') === 'config/mgt-config/users/entry'
        const account = {
          name: attributesOf(tag).get('name') ?? '',
          hasKey: false,
          isElsewhere: false,
          isAdministrator,
        }
        open.push({ depth: path.length, ...account })
      }
      const isOfAccount = path.length === (open.at(-1)?.depth ?? 0) + 1
      value = isOfAccount || isSecretName(name) ? '' : undefined
    },
    text(_path, source) {
      if (value !== undefined && value.length < valueLength) value += source
    },
    close(path) {
      const name = path.at(-1) ?? ''
      const account = open.at(-1)
      const isOfAccount = account !== undefined && path.length === account.depth + 1
      if (value !== undefined) {
        const text = plainText(value).trim()
        if (/^-A\S*\s+\S/.test(text)) throw broken(name)
        const login = isOfAccount && loginBy(name, text)
        if (login) account[login] = true
        if (isOfAccount && name === 'phash') account.hash = text
        else if (isSecretName(name) && isMask(text)) maskedSecrets += 1
      }
      value = undefined
      if (account?.depth === path.length) {
        open.pop()
        accounts.push(account)
      }
    },
  })

  function meet(path: readonly string[], tag: XmlOpen): void {
    if (path.length === 1) version = attributesOf(tag).get('version')
    const at = path.join('/')
    if (watched.has(at)) seen.add(at)
    if (at === 'config/devices/entry/device-group/entry') deviceGroups += 1
  }

  function read(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof NotWellFormed)) throw error
      throw new ArtifactUnavailable({
        kind: 'failed',
        code: 'output_truncated',
        expected: message('expected_whole_xml'),
        seen: error.message,
      })
    }
  }

  return {
    push: (piece) =>
      read(() => elements.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1'))),
    end() {
      read(() => elements.end())
      if (isWhole) refuseOther(kind, seen, version)
      const isPartial = isWhole && !seen.has('config/mgt-config/users')
      const masks = describeMasks(accounts, maskedSecrets)
      return {
        metadata: {
          ...shownFacts(kind.facts),
          ...(isWhole ? {} : { vsys: kind.vsys }),
          ...(kind.product === 'panorama' ? { device_groups: deviceGroups } : {}),
          ...masks.metadata,
          ...(isPartial ? { partial: true } : {}),
        },
        warnings: [
          ...masks.warnings,
          ...(isPartial ? [message('warning_panos_part', { part: 'administrators' })] : []),
        ],
      }
    },
  }
}

/** Returns the device's facts for a version's metadata. */
export function shownFacts(facts: PanosTextKind['facts']): Record<string, unknown> {
  const shown = ['model', 'serial', 'software'].filter((name) => facts[name] !== undefined)
  return Object.fromEntries(shown.map((name) => [name, facts[name]]))
}

const watched: ReadonlySet<string> = new Set([
  'config/devices',
  'config/mgt-config/users',
  'config/devices/entry/vsys',
  'config/devices/entry/device-group',
  'config/devices/entry/template',
])

/** Error for a cut value: encrypted values are one word. */
function broken(name: string): ArtifactUnavailable {
  const expected = message('expected_encrypted_values_whole')
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'output_disturbed',
    expected,
    seen: `a ${name} that is broken into lines`,
  })
}

/** Error for a candidate in place of the running configuration: only its elements have the user of the last change. */
function notRunning(): ArtifactUnavailable {
  const seen = 'marks of changes that nobody committed (dirtyId)'
  const advice = message('advice_panos_pending_changes')
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'protocol_error',
    expected: message('expected_running_configuration'),
    seen,
    advice,
  })
}

/** @throws ArtifactUnavailable for the configuration of the other product, or another document */
function refuseOther({ product }: PanosTextKind, seen: ReadonlySet<string>, version: string | undefined): void {
  const other =
    product === 'firewall'
      ? seen.has('config/devices/entry/device-group') || seen.has('config/devices/entry/template')
      : seen.has('config/devices/entry/vsys')
  const expected = message('expected_configuration_of_product', { product })
  if (other) {
    const words = `that of a ${product === 'firewall' ? 'Panorama' : 'firewall'}`
    const advice = message('advice_check_device_address')
    throw new ArtifactUnavailable({ kind: 'failed', code: 'protocol_error', expected, seen: words, advice })
  }
  if (version !== undefined && seen.has('config/devices')) return
  const words = `a document without ${version === undefined ? 'a version' : 'devices'}`
  throw new ArtifactUnavailable({ kind: 'failed', code: 'privilege_insufficient', expected, seen: words })
}
