import { message } from '../messages/message.ts'
import { hasOddQuotes } from './unbalanced-quotes.ts'
import { ArtifactUnavailable, type TextInspector } from './requests.ts'

/** Bytes of a line that are checked. Multi-line values have no longer lines, and a mask is at the end of its value. */
const lineBytes = 64 * 1024

/** `set psksecret FortinetPasswordMask`, `set password ******`: shown to a profile without full permissions. */
const masked = /^\s*set .*(?:\bFortinetPasswordMask|\*{3,})"?\s*$/

/**
 * Inspects a FortiOS configuration as a stream. Checks that outside of multi-line values every `config` has its `end`
 * and every `edit` its `next`. Determines whose configuration it is, what is masked, and which part a restricted
 * account lacks.
 * @param vdom the requested virtual domain, or `global`; absent for the whole device
 */
export function createFortiosInspector(vdom?: string): TextInspector {
  let rest = ''
  const open: string[] = []
  let isQuoted = false
  let domain: string | undefined
  let maskedValues = 0
  let hasAdmins = false

  function look(line: string): void {
    const wasQuoted = isQuoted
    if (hasOddQuotes(line)) isQuoted = !isQuoted
    if (masked.test(line)) maskedValues += 1
    if (wasQuoted) return
    follow(line.trim())
    if (/^\s*config system admin\s*$/.test(line)) hasAdmins = true
    domain ??= /^#global_vdom=(.*)$/.exec(line)?.[1]
  }

  /** A virtual domain begins with `edit` below `config vdom` and ends with the `end` of both. */
  function follow(line: string): void {
    if (/^(?:config|edit) /.test(line)) open.push(line)
    if (line === 'next' && !open.pop()?.startsWith('edit ')) throw unbalanced('a `next` without its `edit`')
    if (line !== 'end') return
    if (open.at(-1)?.startsWith('edit ') && open.at(-2) === 'config vdom') open.pop()
    if (!open.pop()?.startsWith('config ')) throw unbalanced('an `end` without its `config`')
  }

  return {
    push(piece) {
      const lines = (rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')).split(
        '\n',
      )
      rest = (lines.pop() ?? '').slice(0, lineBytes)
      for (const line of lines) look(line.replace(/\r$/, ''))
    },
    end() {
      if (rest !== '') look(rest)
      if (isQuoted) throw unbalanced('an open quotation mark')
      if (open.length > 0) throw unbalanced(`${open.length} \`config\` and \`edit\` that are open`)
      if (vdom !== undefined && !isOf(vdom, domain)) {
        const expected = message('expected_configuration_of_vdom', { vdom })
        const seen = domain === undefined ? 'a text that does not say whose it is' : `#global_vdom=${domain}`
        const advice = message('advice_fortios_vdom_of_account')
        throw new ArtifactUnavailable({ kind: 'failed', code: 'options_invalid', expected, seen, advice })
      }
      const isPartial = (vdom === undefined || vdom === 'global') && !hasAdmins
      return {
        metadata: {
          ...(maskedValues > 0 ? { masked: { secrets: maskedValues } } : {}),
          ...(isPartial ? { partial: true } : {}),
        },
        warnings: [
          ...(maskedValues > 0 ? [message('warning_fortios_secrets_masked', { secrets: maskedValues })] : []),
          ...(isPartial ? [message('warning_fortios_part')] : []),
        ],
      }
    },
  }
}

/** The global part has a comment that it belongs to no single domain. Its wording differs between releases. */
function isOf(vdom: string, domain: string | undefined): boolean {
  return vdom === 'global' ? domain?.startsWith('0:vd_name=') !== true : domain === `0:vd_name=${vdom}`
}

function unbalanced(seen: string): ArtifactUnavailable {
  const expected = message('expected_closed_blocks')
  return new ArtifactUnavailable({ kind: 'failed', code: 'output_truncated', expected, seen })
}
