import { commitMs } from '../../shared/agent-protocol/intervals.ts'
import type { AdviceMessage, ExpectationMessage, StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { junosPromptText, junosRole, routecoJunos } from '../../shared/platforms/routeco_junos.ts'
import type { ShellDescription } from '../../shared/platforms/platform.ts'
import { openShellOn } from '../collect/cli/shell.ts'
import { openCliSession } from '../collect/cli/open-cli.ts'
import { openSshSession, shellAccountOf } from '../collect/ssh-path.ts'
import { DeviceFailure } from '../device-failure.ts'
import { secretsOf } from '../job-spec.ts'
import { ScpRefused, sendScpFile } from '../sessions/scp.ts'
import type { RestoreDependencies, RestoreJob } from './restore-procedure.ts'

/** A session on the command line of a Junos device for changing its configuration. */
export interface JunosSession {
  /**
   * Returns the device's complete answer to one command, in any mode. `last`: no newline is sent behind it to confirm
   * the prompt.
   * @throws DeviceFailure
   */
  ask(command: string, step: StepMessage, last?: 'last'): Promise<string>
  /** The lines before the prompt after the last answer: `[edit]`, the notice of a pending commit. */
  lead(): string[]
  /** @throws DeviceFailure command_refused, and codes of the connection */
  upload(path: string, bytes: Buffer): Promise<void>
  /** Returns the active configuration as a backup reads it. @throws DeviceFailure */
  readActive(): Promise<Buffer>
  /** Returns a failure. `seen` contains only what may be quoted, as `junosWords` returns it. */
  fail(
    code: DeviceFailure['code'],
    facts: { step: StepMessage; expected?: ExpectationMessage; seen: string; advice?: AdviceMessage },
  ): DeviceFailure
  /** Closes the session, which releases an exclusive candidate. Never rejects. */
  close(): Promise<void>
}

const shell: ShellDescription = {
  ...routecoJunos.ssh,
  comment: undefined, // nothing is sent that the mode could take for a statement
  // The prompt changes with the mode and with a committed host name: any line that can be a prompt counts as one.
  prompt: new RegExp(`^(?<host>)(?<end>)${junosPromptText.source}[>%$#]\\s?$`),
  promptVaries: new RegExp(`${junosPromptText.source}[>%$#]`),
  promptLead: new RegExp(
    `^(?:(?:${junosRole.source})?\\[edit[^\\]]*\\]|${junosRole.source}|# commit confirmed will be .*)$`,
  ),
}

/** Logs in over a new connection. @throws DeviceFailure */
export async function openJunosSession(job: RestoreJob, dependencies: RestoreDependencies): Promise<JunosSession> {
  const session = await openSshSession(job, dependencies)
  const account = shellAccountOf(job)
  const limits = { ...shell.limits, idleMs: commitMs, ...dependencies.shellLimits }
  const fail: JunosSession['fail'] = (code, facts) => new DeviceFailure(code, facts, secretsOf(job))
  try {
    const talk = await openCliSession(session, shell, account, limits, dependencies.log)
    return {
      // a newline after each answer confirms that the prompt is not a line of it
      ask: (command, step, last) => talk.ask(command, step, () => last === undefined),
      lead: () => talk.lead(),
      async upload(path, bytes) {
        const step = message('step_uploading_configuration', { path })
        try {
          await sendScpFile(session, path, bytes, limits.promptMs)
        } catch (error) {
          if (!(error instanceof ScpRefused)) throw error
          throw fail('command_refused', {
            step,
            expected: message('expected_file_accepted'),
            seen: error.message,
            advice: scpAdvice,
          })
        }
        dependencies.log('info', message('log_uploaded', { bytes: bytes.length, path }))
      },
      async readActive() {
        const key = routecoJunos.restore.key
        const { log, now, shellLimits } = dependencies
        const path = await openShellOn(session, routecoJunos, account, { log, now, limits: shellLimits })
        try {
          const { texts, failed } = await path.read([key])
          const text = texts.find((one) => one.key === key)
          if (text) return text.raw
          throw fail('output_truncated', {
            step: message('step_reading', { artifact: key }),
            seen: failed[0]?.message ?? 'nothing',
          })
        } finally {
          await path.close()
        }
      },
      fail,
      async close() {
        await talk.leave()
        await session.close()
      },
    }
  } catch (failure) {
    await session.close()
    throw failure
  }
}

const scpAdvice = message('advice_junos_scp')
