import { expect } from 'chai'
import { failureToReport, mayTryNext } from '../../../agent/collect/transport-order.ts'
import { DeviceFailure } from '../../../agent/device-failure.ts'
import type { CredentialSecrets, JobSpec } from '../../../agent/job-spec.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/messages/message.ts'

const admin = { username: 'admin', password: 'one' }

describe('the order of transports', () => {
  for (const code of [
    'connection_refused',
    'connection_timeout',
    'dns_failure',
    'unsupported_algorithm',
    'enable_failed',
  ] as const) {
    it(`continues after ${code} while opening, not while reading`, () => {
      expect(goesOn(code, 'opening')).to.equal(true)
      expect(goesOn(code, 'reading')).to.equal(false)
    })
  }

  it('continues when the account lacks rights, even if only reading showed it', () => {
    expect(goesOn('privilege_insufficient', 'reading')).to.equal(true)
  })

  it('tries the next transport after a refused login only with secrets not yet sent', () => {
    expect(goesOn('auth_failed', 'opening', { ssh: admin, api: { ...admin } })).to.equal(false)
    expect(goesOn('auth_failed', 'opening', { ssh: admin, api: { ...admin, api_token: 'token' } })).to.equal(false)
    expect(goesOn('auth_failed', 'opening', { ssh: { ...admin, ssh_private_key: 'key' }, api: admin })).to.equal(false)
    expect(goesOn('auth_failed', 'opening', { ssh: admin, api: { ...admin, password: 'two' } })).to.equal(true)
    expect(goesOn('auth_failed', 'opening', { ssh: admin, api: { ...admin, username: 'other' } })).to.equal(true)
    expect(goesOn('auth_failed', 'opening', { ssh: admin, api: { username: 'admin', api_token: 'token' } })).to.equal(
      true,
    )
  })

  for (const code of [
    'fingerprint_unapproved',
    'fingerprint_rejected',
    'output_truncated',
    'command_refused',
  ] as const) {
    it(`stops at ${code}`, () => {
      expect(goesOn(code, 'opening')).to.equal(false)
    })
  }

  it('reports a permanent failure before a temporary one', () => {
    const passing = failureWith('connection_timeout')
    const lasting = failureWith('auth_failed')

    const isLasting = (code: FailureCode) => code === 'auth_failed'
    expect(failureToReport([passing, lasting], isLasting)).to.equal(lasting)
    expect(failureToReport([passing], isLasting)).to.equal(passing)
  })
})

type Credentials = { ssh?: CredentialSecrets; api?: CredentialSecrets }

function goesOn(code: FailureCode, phase: 'opening' | 'reading', credentials: Credentials = {}): boolean {
  const job: JobSpec = {
    jobId: 'job',
    leaseId: 'lease',
    kind: 'backup',
    device: {
      id: 'device',
      name: 'R1',
      platform: 'netco_iosxe',
      ports: { ssh: 22, api: 443 },
      host: '192.0.2.1',
      options: {},
    },
    transports: ['ssh', 'api'],
    credentials,
    addressApproved: true,
    approved: { ssh: [], api: [] },
    rejected: [],
    posture: 'strict',
  }
  return mayTryNext(failureWith(code), phase, job, 'ssh', 'api')
}

function failureWith(code: FailureCode): DeviceFailure {
  return new DeviceFailure(code, { step: message('step_reading_job') })
}
