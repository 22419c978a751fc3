import { expect } from 'chai'
import { ArtifactReader } from '../../../agent/collect/cli/artifact-reader.ts'
import type { Platform, ShellDescription } from '../../../shared/platforms/platform.ts'
import { netcoIosxe } from '../../../shared/platforms/netco_iosxe.ts'
import { netcoNxos } from '../../../shared/platforms/netco_nxos.ts'
import { fixture } from '../../support/recordings.ts'

const devices: [Platform, string][] = [
  [netcoIosxe, 'version 17.9\nhostname r1\n$\nend\n'],
  [netcoNxos, 'version 9.3(9)\nhostname r1\n$\n'],
]

for (const [platform, frame] of devices) {
  describe(`a configuration of ${platform.name}`, () => {
    const interfaces = Array.from({ length: 20 }, (_, at) => `interface Ethernet1/${at}`)
    const readWith = async (lines: string[]) => {
      const shell = platform.ssh as ShellDescription
      const artifact = shell.artifacts['running-config']!
      const reader = new ArtifactReader(artifact, shell, { options: {}, facts: {} })
      await reader.push(frame.replace('$', lines.join('\n')).split('\n'))
      return reader.decision()
    }

    it('is accepted without log lines in it', async () => {
      expect(await readWith(interfaces)).to.include({ kind: 'text' })
    })

    const intruders = fixture(`${platform.id}/intruders.txt`).toString().trimEnd().split('\n')
    for (const syslogLine of intruders) {
      it(`is rejected with a log line in it: ${syslogLine}`, async () => {
        const decision = await readWith([...interfaces.slice(0, 9), syslogLine, ...interfaces.slice(9)])

        expect(decision).to.include({ kind: 'failed', code: 'output_disturbed' })
      })
    }
  })
}
