import { stdin, stderr } from 'node:process'
import { createInterface } from 'node:readline/promises'
import type { RunLog } from '../collect/captured.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'
import { endWith, exitCodes } from '../exit-codes.ts'
import type { Observed, TrustDecision } from '../sessions/session.ts'
import { openSsh, sshTimeouts } from '../sessions/ssh.ts'

/**
 * What a run takes place in that no service has ordered: what it shows is for the person who started it.
 * @param expected the fingerprint that was given with the command
 */
export function standaloneContext(log: RunLog, signal: AbortSignal, expected?: string) {
  return {
    openSsh,
    timeouts: sshTimeouts,
    log,
    signal,
    now: () => new Date(),
    judge(observed: Observed): Promise<TrustDecision> {
      if (expected === undefined) return askTrust(observed)
      log('warn', `${observed.fingerprint} is another one than ${expected}, which was given with --fingerprint`)
      return Promise.resolve('refused')
    },
  } satisfies Partial<CollectDependencies>
}

/** Lines for a person who watches, on standard error; what is of no interest to him is left out. */
export function watchedLog(isVerbose: boolean): RunLog {
  return (level, line) => {
    if (isVerbose || level !== 'info') stderr.write(`${level === 'info' ? '' : `${level}: `}${line}\n`)
  }
}

/** Only a person decides; where there is none, the fingerprint has to be given with the command. */
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
