import { commitMs } from '../../shared/agent-protocol/intervals.ts'
import type { AdviceMessage, ExpectationMessage, StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { junosPromptText, junosRole, routecoJunos } from '../../shared/platforms/routeco_junos.ts'
import type { ShellDescription } from '../../shared/platforms/platform.ts'
import { openShellOn } from '../collect/shell.ts'
import { openCliSession } from '../collect/open-cli.ts'
import { openSshSession, shellAccountOf } from '../collect/ssh-path.ts'
import { DeviceFailure } from '../device-failure.ts'
import { secretsOf } from '../job-spec.ts'
import { ScpRefused, sendScpFile } from '../sessions/scp.ts'
import type { RestoreDependencies, RestoreJob } from './restore-procedure.ts'

/** A Junos device on whose command line things are changed. */
export interface JunosSession {
  /**
   * The device's whole answer to one command, in whatever mode. `last`: nothing is typed behind it to make sure.
   * @throws DeviceFailure
   */
  ask(command: string, step: StepMessage, last?: 'last'): Promise<string>
  /** What stood in front of the prompt after the last answer: `[edit]`, the notice of a pending commit. */
  lead(): string[]
  /** @throws DeviceFailure command_refused, and of the connection */
  upload(path: string, bytes: Buffer): Promise<void>
  /** The configuration that is active, as a backup reads it. @throws DeviceFailure */
  readActive(): Promise<Buffer>
  /** A failure; `seen` is what may be told, as `junosWords` has it. */
  fail(
    code: DeviceFailure['code'],
    facts: { step: StepMessage; expected?: ExpectationMessage; seen: string; advice?: AdviceMessage },
  ): DeviceFailure
  /** Leaves the device, and with it an exclusive candidate. Never rejects. */
  close(): Promise<void>
}

const shell: ShellDescription = {
  ...routecoJunos.ssh,
  comment: undefined, // nothing is typed that the mode could take for a statement
  // the prompt changes with the mode, and with a host name that is committed: any line that can be one is taken for one
  prompt: new RegExp(`^(?<host>)(?<end>)${junosPromptText.source}[>%$#]\\s?$`),
  promptVaries: new RegExp(`${junosPromptText.source}[>%$#]`),
  promptLead: new RegExp(
    `^(?:(?:${junosRole.source})?\\[edit[^\\]]*\\]|${junosRole.source}|# commit confirmed will be .*)$`,
  ),
}

/** Logs in, on a connection of its own. @throws DeviceFailure */
export async function openJunosSession(job: RestoreJob, dependencies: RestoreDependencies): Promise<JunosSession> {
  const session = await openSshSession(job, dependencies)
  const account = shellAccountOf(job)
  const limits = { ...shell.limits, idleMs: commitMs, ...dependencies.shellLimits }
  const fail: JunosSession['fail'] = (code, facts) => new DeviceFailure(code, facts, secretsOf(job))
  try {
    const talk = await openCliSession(session, shell, account, limits, dependencies.log)
    return {
      // a newline behind each answer shows that the prompt was one, and no line that looks like it
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
        dependencies.log('info', `${bytes.length} bytes are uploaded to ${path}`)
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
