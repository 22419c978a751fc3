import { expect } from 'chai'
import { netcoNxos } from '../../../shared/platforms/netco_nxos.ts'
import { normaliseForUnsavedChanges } from '../../../shared/platforms/normalise.ts'
import { nxosBehaviour } from '../../support/nxos-device.ts'

describe('the comparison of running and startup configuration of netco_nxos', () => {
  const { runningConfig, startupConfig } = nxosBehaviour()
  const compared = (key: string, text: string) =>
    normaliseForUnsavedChanges(netcoNxos, key, Buffer.from(text, 'latin1')).toString('latin1')
  const diverges = (running: string, saved: string) =>
    compared('running-config', running) !== compared('startup-config', saved)

  it('ignores when each was created, read or saved', () => {
    expect(diverges(runningConfig, startupConfig ?? '')).to.equal(false)
  })

  it('detects an unsaved line', () => {
    expect(diverges(runningConfig.replace(/^feature /m, 'feature telnet\nfeature '), startupConfig ?? '')).to.equal(
      true,
    )
  })

  it('ignores the order of accounts, which changes after a restart', () => {
    const accounts = ['username a role network-admin', 'username b role network-operator']
    const text = (order: string[]) => `version 9.3(12)\nhostname sw1\n${order.join('\n')}\nend\n`

    expect(diverges(text(accounts), text(accounts.toReversed()))).to.equal(false)
  })
})
