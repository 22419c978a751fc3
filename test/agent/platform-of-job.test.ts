import { expect } from 'chai'
import { DeviceFailure } from '../../agent/device-failure.ts'
import type { JobSpec } from '../../agent/job-spec.ts'
import { platformOfJob } from '../../agent/platform-of-job.ts'
import type { PlatformDocument } from '../../shared/platforms/documents/document.ts'
import { aDocument } from '../support/platform-documents.ts'

const { extended } = aDocument('acme_switch')

/** Only the platform of the job matters here. */
const jobOf = (platform: string, document?: unknown) => ({ device: { platform, document } }) as unknown as JobSpec

const failureOf = (job: JobSpec): DeviceFailure => {
  try {
    platformOfJob(job)
  } catch (error) {
    if (error instanceof DeviceFailure) return error
    throw error
  }
  throw new Error('the platform was accepted')
}

describe('the platform of a job', () => {
  it('is built-in, or compiled once from its document', () => {
    const job = jobOf('acme_switch', extended)

    expect(platformOfJob(jobOf('netco_iosxe')).name).to.match(/IOS/)
    expect(platformOfJob(job)).to.deep.include({ id: 'acme_switch', document: extended })
    expect(platformOfJob(job)).to.equal(platformOfJob(job))
  })

  it('fails for an unknown platform without a document', () => {
    expect(failureOf(jobOf('zephyr_os')).code).to.equal('platform_unsupported')
  })

  const artifact = { commands: ['show running-config'], last: '^end$' }
  for (const [what, change, seen] of [
    [
      'a command that changes the device',
      { artifacts: { config: { ...artifact, commands: ['reload'] } } },
      'command_changes_device',
    ],
    [
      'a command that starts others',
      { artifacts: { config: { ...artifact, commands: ['show x; reload'] } } },
      'command_starts_others',
    ],
    ['a configuration mode as display verb', { allow: ['configure'] }, 'document_verb_denied'],
    ['no family of verbs, so that no command is checked', { verbs: undefined }, 'document_key_missing'],
    ['another enable command', { ssh: { ...extended.ssh, enable: { command: 'reload' } } }, 'document_enable_unknown'],
    ['no end of a text', { artifacts: { config: { commands: ['show x'] } } }, 'document_end_unproven'],
    ['values of another type', { artifacts: 'all' }, 'platform acme_switch'],
    ['a pattern that the matcher does not support', { secrets: ['(?=a)(b)'] }, 'platform acme_switch'],
  ] as const)
    it(`is rejected for a document with ${what}`, () => {
      const document = { ...extended, ...change } as unknown as PlatformDocument

      const failure = failureOf(jobOf(document.id, document))

      expect(failure.code).to.equal('platform_document_refused')
      expect(failure.seen).to.include(seen)
    })
})
