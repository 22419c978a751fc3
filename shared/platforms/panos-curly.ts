import { message } from '../messages/message.ts'
import { describeMasks, isMask, isSecretName, loginBy, type PanosAccount } from './panos-masks.ts'
import { hasOddQuotes } from './unbalanced-quotes.ts'
import { ArtifactUnavailable, type TextInspector } from './requests.ts'

/** Bytes of a line that are checked. */
const lineLength = 64 * 1024

/**
 * Inspects a configuration in braces, which releases without XML on the command line return: whether every brace
 * outside of quoted values (some with several lines) is closed, and what is masked. Such a text can be read and
 * compared, but not loaded.
 * @param facts of the device, for the version's metadata
 */
export function createPanosCurlyInspector(facts: Record<string, unknown>): TextInspector {
  const path: string[] = []
  const accounts: PanosAccount[] = []
  let rest = ''
  let isQuoted = false
  let isFirst = true
  let isOver = false
  let maskedSecrets = 0
  let hasAdministrators = false
  let hasDevices = false

  function look(line: string): void {
    const wasQuoted = isQuoted
    if (hasOddQuotes(line)) isQuoted = !isQuoted
    const text = line.trim()
    if (wasQuoted || text === '') return
    if (isOver) throw cut('more behind its end')
    if (isFirst && text !== 'config {') throw other()
    isFirst = false
    if (text === '}') {
      path.pop()
      isOver = path.length === 0
      return
    }
    const begins = /^(.+?) \{$/.exec(text)?.[1]
    if (begins !== undefined) {
      if (/^users?$/.test(path.at(-1) ?? '')) {
        const isAdministrator = path.join('/') === 'config/mgt-config/users'
        accounts.push({ name: begins.replace(/^"|"$/g, ''), hasKey: false, isElsewhere: false, isAdministrator })
      }
      path.push(begins)
      const at = path.join('/')
      hasAdministrators ||= at === 'config/mgt-config/users'
      hasDevices ||= at === 'config/devices'
      return
    }
    const [, name = '', value = ''] = /^(\S+) (.*?);?$/.exec(text) ?? []
    const account = /^users?$/.test(path.at(-2) ?? '') ? accounts.at(-1) : undefined
    const login = account && loginBy(name, value)
    if (account && name === 'phash') account.hash = value
    if (account && login) account[login] = true
    if (isSecretName(name) && isMask(value)) maskedSecrets += 1
  }

  return {
    push(piece) {
      const text = rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      const lines = text.split('\n')
      rest = (lines.pop() ?? '').slice(0, lineLength)
      for (const line of lines) look(line)
    },
    end() {
      if (rest !== '') look(rest)
      if (isQuoted) throw cut('an open quotation mark')
      if (!isOver) throw cut(`${path.length} braces that are open`)
      const { metadata, warnings } = describeMasks(accounts, maskedSecrets)
      const lacks = [...(hasAdministrators ? [] : ['administrators']), ...(hasDevices ? [] : ['devices'])]
      return {
        metadata: { ...facts, form: 'curly', ...metadata, ...(lacks.length > 0 ? { partial: true } : {}) },
        warnings: [
          message('warning_curly_not_loadable'),
          ...warnings,
          ...lacks.map((part) => message('warning_panos_part', { part })),
        ],
      }
    },
  }
}

function cut(seen: string): ArtifactUnavailable {
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'output_truncated',
    expected: message('expected_closed_braces'),
    seen,
  })
}

function other(): ArtifactUnavailable {
  const seen = 'another first line'
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'protocol_error',
    expected: message('expected_complete_text_of', { beginning: 'config {' }),
    seen,
  })
}
