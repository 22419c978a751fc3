import { openSsh, sshTimeouts } from '../../../agent/sessions/ssh.ts'
import type { JobResult, JobLink } from '../../../agent/job-link.ts'
import type { JobKind } from '../../../agent/job-spec.ts'
import type { LeasedJob } from '../../../agent/leased-job.ts'
import { runJob } from '../../../agent/runner.ts'
import { createSharedBudget, openBudget } from '../../../agent/repository/memory-budget.ts'
import type { ReportedLine } from '../../../shared/agent-protocol/report.ts'
import { fingerprintOf } from '../../../shared/repository/fingerprint.ts'
import { testLimits } from '../../support/open-simulator.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

export const restoreId = '0190b2c0-0000-7000-8000-000000000001'
const chunkIdKey = Buffer.alloc(32, 7)

/** The outcome of a restore job. */
export interface RestoreRun {
  findings: JobResult | undefined
  log: string[]
  /** Whether it reported that it can no longer be stopped. */
  hasCommitted: boolean
}

/** Executes one restore job with the agent's own runner, over real SSH. */
export async function runOnJunos(
  simulator: Pick<SshSimulator, 'port'>,
  {
    kind,
    text,
    payload = () => Promise.resolve(Buffer.from(text)),
    minutes = 10,
    signal = new AbortController().signal,
    onLog,
    onCommitting,
    username = 'backup',
  }: {
    kind: JobKind
    text: string
    /** Overrides the text that arrives. */
    payload?: () => Promise<Buffer>
    minutes?: number
    signal?: AbortSignal
    onLog?: (line: string) => void
    onCommitting?: () => void
    username?: string
  },
): Promise<RestoreRun> {
  const run: RestoreRun = { findings: undefined, log: [], hasCommitted: false }
  const job = jobOf(simulator.port, kind, text, minutes, username)
  const none = () => Promise.reject(new Error('a restore stores nothing'))
  const add = (lines: ReportedLine[]) => run.log.push(...lines.map(({ level, line }) => `${level} ${line}`))
  const link: JobLink = {
    checkFingerprint: () => Promise.resolve('approved'),
    baseline: async function* () {},
    payload,
    check: none,
    missingChunks: none,
    storePack: none,
    async log(lines) {
      add(lines)
    },
    commit(findings, lines) {
      add(lines)
      run.findings = findings
      return Promise.resolve('over')
    },
  }
  await runJob(job, link, {
    openSsh: (target, stop) => {
      onLog?.('connecting')
      return openSsh(target, stop)
    },
    memory: openBudget(createSharedBudget(1024 * 1024, 1), 0),
    now: () => new Date('2026-01-10T12:00:00Z'),
    signal,
    onCommitting() {
      run.hasCommitted = true
      onCommitting?.()
    },
    timeouts: { ...sshTimeouts, graceMs: 200 },
    shellLimits: testLimits,
  })
  return run
}

function jobOf(port: number, kind: JobKind, text: string, confirmMinutes: number, username: string): LeasedJob {
  const bytes = Buffer.from(text)
  return {
    order: {
      jobId: kind === 'restore' ? restoreId : '0190b2c0-0000-7000-8000-000000000002',
      leaseId: '0190b2c0-0000-7000-8000-000000000006',
      kind,
      restore: {
        restoreId,
        versionId: '0190b2c0-0000-7000-8000-000000000003',
        sizeBytes: bytes.length,
        fingerprint: fingerprintOf(chunkIdKey, bytes),
        confirmMinutes,
      },
      device: {
        id: '0190b2c0-0000-7000-8000-000000000004',
        name: 'r1',
        platform: 'routeco_junos',
        host: '127.0.0.1',
        ports: { ssh: port, api: 830 },
        options: {},
      },
      transports: ['ssh'],
      credentials: { ssh: { username, password: 'login-Secret1' } },
      addressApproved: true,
      approved: { ssh: [], api: [] },
      rejected: [],
      posture: 'strict',
    },
    target: { tenantId: '0190b2c0-0000-7000-8000-000000000005', repositoryPublicKey: Buffer.alloc(32), chunkIdKey },
  }
}
