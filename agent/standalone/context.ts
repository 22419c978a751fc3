import { stdin, stderr } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { message } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'
import type { RunLog } from '../collect/captured.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'
import { endWith, exitCodes } from '../exit-codes.ts'
import type { Observed, TrustDecision } from '../sessions/session.ts'
import { openSsh, sshTimeouts } from '../sessions/ssh.ts'

/**
 * Returns the context of a run without a service. Its output is for the user who started it.
 * @param expected the fingerprint given with the command
 */
export function standaloneContext(log: RunLog, signal: AbortSignal, expected?: string) {
  return {
    openSsh,
    timeouts: sshTimeouts,
    log,
    signal,
    now: () => new Date(),
    checkFingerprint(observed: Observed): Promise<TrustDecision> {
      if (expected === undefined) return askTrust(observed)
      log('warn', message('log_fingerprint_differs', { shown: observed.fingerprint, expected }))
      return Promise.resolve('refused')
    },
  } satisfies Partial<CollectDependencies>
}

/** Returns a log that writes lines for the user to standard error, without details. */
export function watchedLog(isVerbose: boolean): RunLog {
  return (level, line) => {
    if (isVerbose || level !== 'info') stderr.write(`${level === 'info' ? '' : `${level}: `}${render(line, 'en')}\n`)
  }
}

/** Asks the user for approval. If there is no terminal, the fingerprint must be given with the command. */
async function askTrust({ kind, algorithm, fingerprint, host, port }: Observed): Promise<TrustDecision> {
  if (!stdin.isTTY) return 'pending'
  const what = kind === 'ssh_host_key' ? 'host key' : 'certificate'
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    stderr.write(`${host} port ${port} shows the ${algorithm} ${what}\n  ${fingerprint}\n`)
    const answer = await lines.question('Is it the one of this device? (yes/no) ')
    return /^y(es)?$/i.test(answer.trim()) ? 'approved' : 'refused'
  } catch (error) {
    throw endWith(exitCodes.stopped, 'answer_missing', { reason: (error as Error).message })
  } finally {
    lines.close()
  }
}
