import { proposeDocument } from '../../../../agent/dry-run/explore/propose-document.ts'
import { type DryRunEnd, runDryRun } from '../../../../agent/dry-run/run-dry-run.ts'
import type { JobSpec } from '../../../../agent/job-spec.ts'
import { createSharedBudget, openBudget } from '../../../../agent/repository/memory-budget.ts'
import { byteQueue, openReplay } from '../../../../agent/sessions/replay.ts'
import type { Session } from '../../../../agent/sessions/session.ts'
import { applyRules } from '../../../../shared/platforms/documents/apply-rules.ts'
import { readDocument } from '../../../../shared/platforms/documents/read-document.ts'
import { findShippedDocument } from '../../../../shared/platforms/documents/shipped-documents.ts'
import { apiDeps, jobSpec } from '../../../support/collect-over-api.ts'
import { testLimits } from '../../../support/open-simulator.ts'
import { noFaults, shellDevice, type ShellFaults, type ShellModel } from '../../../support/shell-device.ts'

/** A draft that a user has before anything is known of a device. */
export const emptyDraft = `coffer: 1
id: unknown_os
name: Unknown
vendor: Unknown
evidence: { level: modelled }
verbs: menu
ssh:
  prompt: { host: '[\\w.@()/:~\\[\\] -]+', privileged: '#', user: '>' }
artifacts:
  running-config: { commands: [show running-config], min_lines: 5 }
`

export interface Account {
  enableSecret?: string
}

/** Explores a device for which no document exists. */
export async function explore(open: () => Session, account: Account = {}): Promise<DryRunEnd> {
  return proposeDocument(jobFor(emptyDraft, true, account), dependenciesOf(open))
}

/** Tries a document on a device. */
export async function tryOn(open: () => Session, source: string, account: Account = {}): Promise<DryRunEnd> {
  return runDryRun(jobFor(source, false, account), dependenciesOf(open))
}

/** Returns the draft with the rules that an exploration proposes. */
export function proposedSource({ report }: DryRunEnd): string {
  const source = applyRules(emptyDraft, report.proposal ?? [])
  if (source === null) throw new Error('the rules do not fit the draft')
  return source
}

function jobFor(source: string, proposes: boolean, { enableSecret }: Account): JobSpec {
  const { extended, errors } = readDocument(source, findShippedDocument)
  if (!extended) throw new Error(`${JSON.stringify(errors)}\n${source}`)
  const credential = { username: 'backup', password: 'login-Secret1', enable_secret: enableSecret }
  const order = jobSpec(extended.id, { transport: 'ssh', credential, port: 22 })
  return {
    ...order,
    kind: 'dry_run',
    device: { ...order.device, document: extended },
    dryRun: { readings: 1, intervalSeconds: 1, proposes },
  }
}

function dependenciesOf(open: () => Session) {
  return {
    ...apiDeps([]),
    openSsh: () => Promise.resolve(open()),
    memory: openBudget(createSharedBudget(64 * 1024 * 1024, 1), 0),
    sleep: () => Promise.resolve(),
    shellLimits: testLimits,
    explorationLimits: { quietMs: 40, silenceMs: 400 },
  }
}

/** Opens a session on a simulated command line. */
export function session(model: ShellModel, sent: string[] = [], faults: Partial<ShellFaults> = {}): Session {
  return {
    ...openReplay({ greeting: Buffer.alloc(0), exchanges: [] }),
    shell() {
      const queue = byteQueue()
      const wire = { write: queue.push, hangUp: queue.end }
      const shell = shellDevice(model, noFaults(faults), wire, (line) => sent.push(line))
      const close = () => {
        shell.stop()
        queue.end()
      }
      return Promise.resolve({
        [Symbol.asyncIterator]: queue.read,
        write: (data: Buffer | string) => shell.take(Buffer.from(data as string, 'latin1')),
        end: close,
        destroy: close,
      })
    },
  }
}
