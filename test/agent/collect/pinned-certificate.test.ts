import { expect } from 'chai'
import { collectDevice } from '../../../agent/collect/collect.ts'
import { answererOf, readApiCaptures } from '../../support/api-captures.ts'
import { apiDeps, apiOrder } from '../../support/collect-over-api.ts'
import { failureOf } from '../../support/failure-of.ts'
import { type HttpsDevice, startHttpsDevice } from '../../support/https-device.ts'

const other = Array(32).fill('AB').join(':')

describe('the option tls_fingerprint', () => {
  let device: HttpsDevice

  beforeEach(async () => {
    const capture = readApiCaptures().find(({ path }) => path.startsWith('fwco_fortios/api/vm-6.4/'))
    device = await startHttpsDevice(answererOf(capture as NonNullable<typeof capture>))
  })
  afterEach(() => device.close())

  /** Collects a device with a self-signed certificate. @param approved fingerprints that a user approved */
  function collect(options: Record<string, unknown>, approved: string[], log: string[] = []) {
    const order = { ...apiOrder(device, 'fwco_fortios', options), approved: { ssh: [], api: approved } }
    return collectDevice(order, apiDeps(log))
  }

  it('trusts the certificate that it pins, in any letter case and without approval', async () => {
    const log: string[] = []

    const upper = await collect({ tls_fingerprint: device.fingerprint.toUpperCase() }, [], log)
    const lower = await collect({ tls_fingerprint: device.fingerprint.toLowerCase() }, [])

    for (const { texts } of [upper, lower]) expect(texts.map(({ key }) => key)).to.deep.equal(['full-configuration'])
    expect(log.join('\n')).to.contain(`${device.fingerprint}: it is the pinned certificate`)
  })

  it('rejects any other certificate before sending a secret, even if approved or unverified', async () => {
    for (const options of [{}, { verify_tls: false }]) {
      const failure = await failureOf(collect({ ...options, tls_fingerprint: other }, [device.fingerprint]))

      expect(failure).to.include({ code: 'tls_untrusted' })
      expect(failure.message).to.contain(`the certificate that tls_fingerprint pins, ${other}`)
    }
    expect(device.connections()).to.equal(2)
    expect(device.requests).to.deep.equal([])
  })

  it('rejects an invalid pin before it connects', async () => {
    expect(await failureOf(collect({ tls_fingerprint: 'AB:CD' }, [device.fingerprint]))).to.include({
      code: 'options_invalid',
    })
    expect(device.requests).to.deep.equal([])
  })
})
