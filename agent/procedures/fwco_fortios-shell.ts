import { type ExpectationMessage, type StepMessage, failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { fortiosBriefShell, fortiosShell, wantedVdom } from '../../shared/platforms/fortios-shell.ts'
import type { Platform, ShellDescription } from '../../shared/platforms/platform.ts'
import type { OpenPath } from '../collect/device-collector.ts'
import { type EnterContext, openShellAt, type ShellContext } from '../collect/cli/shell.ts'
import type { CommandSession } from '../collect/cli/command-session.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'

/**
 * Collects over a FortiGate's command line, in the virtual domain that the device's options name. If the full
 * configuration times out, it reads the shorter form over a second connection.
 */
export const openFortiosShell: OpenPath = async (job, platform, dependencies) => {
  const enter: EnterContext = async (talk, { options, facts }) => {
    const wanted = wantedVdom(options)
    return wanted === undefined ? accountContext(talk) : enterVdom(talk, wanted, String(facts['vdom'] ?? ''))
  }
  const measured: EnterContext = async (talk, request) => {
    const context = await enter(talk, request)
    const read: ShellContext['talk']['read'] = (...request) => {
      const answer = context.talk.read(...request)
      return readsConfiguration(request[0], request[1]) ? inTime(answer) : answer
    }
    return { ...context, talk: { isPrivileged: true, read } }
  }
  let path = await openShellAt(job, platform, dependencies, measured)
  return {
    async read(keys) {
      try {
        return await path.read(keys)
      } catch (failure) {
        if (!(failure instanceof AnswerTimeout)) throw failure
        const sentences = failureSentences(failure.cause)
        dependencies.log('warn', message('log_reading_non_defaults', { failure: sentences }))
        await path.close()
        path = await openShellAt(job, briefly(platform), dependencies, enter)
        return path.read(keys)
      }
    },
    probe: () => path.probe(),
    close: () => path.close(),
  }
}

/** Whether a command reads an artifact of the platform. An extra command may be the same. */
export function readsConfiguration(command: string, step: StepMessage): boolean {
  if (step.code !== 'step_reading_with_command') return false
  return fortiosShell.artifacts[step.params.artifact]?.commands.includes(command) ?? false
}

/** Returns the platform with the shorter form of its configuration, and with its extra commands. */
function briefly(platform: Platform): Platform {
  const { artifacts } = platform.ssh as ShellDescription
  return {
    ...platform,
    ssh: { ...fortiosBriefShell, artifacts: { ...artifacts, ...fortiosBriefShell.artifacts } },
  }
}

/** An answer that did not arrive, or not completely, within its time limit. */
class AnswerTimeout extends Error {
  declare readonly cause: DeviceFailure

  constructor(cause: DeviceFailure) {
    super(cause.message, { cause })
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (failure) {
    const isLate =
      failure instanceof DeviceFailure && (failure.code === 'prompt_timeout' || failure.code === 'output_truncated')
    throw isLate ? new AnswerTimeout(failure) : failure
  }
}

/**
 * Enters a virtual domain. Because `edit` creates a virtual domain that does not exist, with the same output, only a
 * name that was listed exactly is entered. The answer and the prompt verify the context.
 * @param landed the context where the account landed
 */
async function enterVdom(talk: CommandSession, wanted: string, landed: string): Promise<ShellContext> {
  const step = message('step_entering_virtual_domain', { vdom: wanted })
  const isGlobal = await enters(talk, 'config global', 'global', step)
  if (!isGlobal) {
    if (wanted === landed) return accountContext(talk) // the account is limited to this domain
    throw unknownVdom(step, `the account sees ${landed} only`)
  }
  if (wanted === 'global') return vdomContext(talk)

  const listing = await talk.ask('show system vdom-property | grep edit', message('step_listing_virtual_domains'))
  const names = [...listing.matchAll(/^\s*edit "?([^"\s]+)"?\s*$/gm)].map(([, name]) => name)
  await backToTop(talk, step)
  if (/^\s*Unknown action/.test(listing)) {
    const advice = message('advice_fortios_profile')
    throw new DeviceFailure('privilege_insufficient', {
      step,
      seen: knownWords(listing, [/^\s*Unknown action/]),
      advice,
    })
  }
  if (!names.includes(wanted)) throw unknownVdom(step, names.length > 0 ? names.join(', ') : 'none listed')

  if (!(await enters(talk, 'config vdom', 'vdom', step)))
    throw unexpectedContext(talk, step, message('expected_vdom_prompt', { context: 'vdom' }))
  const answer = await talk.ask(`edit ${wanted}`, step)
  const isThere = answer.split('\n').some((line) => line.startsWith(`current vf=${wanted}:`))
  if (!isThere || !isInContext(talk, wanted))
    throw unexpectedContext(talk, step, message('expected_vdom_entered', { vdom: wanted }))
  return vdomContext(talk)
}

/** Returns false if the device refuses and remains in its context. */
async function enters(talk: CommandSession, command: string, context: string, step: StepMessage): Promise<boolean> {
  const answer = await talk.ask(command, step)
  if (isInContext(talk, context)) return true
  if (contextOf(talk) === undefined && answer.trim() !== '') return false
  throw unexpectedContext(talk, step, message('expected_vdom_prompt', { context }))
}

async function backToTop(talk: CommandSession, step: StepMessage): Promise<void> {
  await talk.ask('end', step)
  if (contextOf(talk) !== undefined) throw unexpectedContext(talk, step, message('expected_prompt_without_context'))
}

/** Enters no context. */
function accountContext(talk: CommandSession): ShellContext {
  return { talk, leave: () => Promise.resolve() }
}

/** A context that is left by `end` if the device is at its prompt, otherwise by closing the connection. */
function vdomContext(talk: CommandSession): ShellContext {
  let isAtPrompt = true
  return {
    talk: {
      isPrivileged: talk.isPrivileged,
      async read(...request) {
        isAtPrompt = false
        const answer = await talk.read(...request)
        isAtPrompt = true
        return answer
      },
    },
    async leave() {
      if (!isAtPrompt) return
      try {
        await backToTop(talk, message('step_leaving_virtual_domain'))
      } catch {
        talk.abandon()
      }
    },
  }
}

/** Returns the text in parentheses behind a blank, before the mark. */
function contextOf(talk: CommandSession): string | undefined {
  return / \(([^)]*)\)~? ?[#$>]$/.exec(talk.shownPrompt)?.[1]
}

/** Whether the prompt shows the context. Long names are cut in the prompt. */
function isInContext(talk: CommandSession, context: string): boolean {
  const shown = contextOf(talk)
  return shown === context || (shown?.endsWith('~') === true && context.startsWith(shown.slice(0, -1)))
}

/** Returns the failure for an unexpected context, in which no more commands are sent. */
function unexpectedContext(talk: CommandSession, step: StepMessage, expected: ExpectationMessage): DeviceFailure {
  const seen = talk.shownPrompt
  talk.abandon()
  return new DeviceFailure('device_misbehaved', { step, expected, seen })
}

function unknownVdom(step: StepMessage, seen: string): DeviceFailure {
  const advice = message('advice_fortios_vdom')
  return new DeviceFailure('options_invalid', { step, expected: message('expected_vdom_exists'), seen, advice })
}
