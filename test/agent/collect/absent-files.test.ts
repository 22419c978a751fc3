import { expect } from 'chai'
import { ArtifactReader } from '../../../agent/collect/cli/artifact-reader.ts'
import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import { platformById } from '../../../shared/platforms/registry.ts'

describe('files that a system need not have', () => {
  for (const [platform, keys, answer] of [
    ['proxmox_ve', ['users', 'datacenter'], 'cat: /etc/pve/datacenter.cfg: No such file or directory'],
    ['proxmox_ve', ['virtual-machines', 'containers'], 'grep: /etc/pve/lxc/*.conf: No such file or directory'],
    ['synology_dsm', ['samba', 'exports'], 'cat: /etc/exports: No such file or directory'],
  ] as const)
    it(`of ${platform} are absent after ${answer}`, async () => {
      for (const key of keys) expect(await decisionOf(platform, key, answer), key).to.equal('absent')
    })

  it('are not those without which there is no backup', async () => {
    for (const [platform, key, file] of [
      ['proxmox_ve', 'storage', '/etc/pve/storage.cfg'],
      ['proxmox_ve', 'interfaces', '/etc/network/interfaces'],
      ['proxmox_ve', 'hostname', '/etc/hostname'],
      ['synology_dsm', 'synoinfo', '/etc/synoinfo.conf'],
      ['synology_dsm', 'version', '/etc.defaults/VERSION'],
      ['synology_dsm', 'hostname', '/etc/hostname'],
    ] as const)
      expect(await decisionOf(platform, key, `cat: ${file}: No such file or directory`), file).to.equal('failed')
  })
})

async function decisionOf(platform: string, key: string, answer: string): Promise<string> {
  const shell = platformById(platform)!.ssh as ShellDescription
  const reader = new ArtifactReader(shell.artifacts[key]!, shell, { options: {}, facts: {} })
  await reader.push([answer])
  return (await reader.decision()).kind
}
