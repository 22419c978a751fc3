import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { scanCommand, fingerprintCommand } from '../../../shared/platforms/fingerprint-commands.ts'
import { builtInPlatforms } from '../../../shared/platforms/registry.ts'

const place = { algorithm: 'ssh-ed25519', host: '192.0.2.7', port: 22 }

describe('the commands that show a fingerprint', () => {
  it('concern the key that was seen', () => {
    const commandsFor = (algorithm: string) =>
      fingerprintCommand('linux_server', { kind: 'ssh_host_key', algorithm })?.commands.join('\n')

    expect(commandsFor('ssh-ed25519')).to.equal('ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub')
    expect(commandsFor('ecdsa-sha2-nistp256')).to.contain('ssh_host_ecdsa_key.pub')
    expect(commandsFor('rsa-sha2-512')).to.contain('ssh_host_rsa_key.pub')
  })

  it('exist for each platform that can show one', () => {
    const without = builtInPlatforms.filter(
      ({ id }) => !fingerprintCommand(id, { kind: 'ssh_host_key', algorithm: 'ssh-rsa' }),
    )

    expect(without.map(({ id }) => id)).to.deep.equal(['fwco_fortios', 'netco_meraki'])
    expect(fingerprintCommand('pafw_panos', { kind: 'tls_certificate', algorithm: '' })).to.equal(undefined)
  })

  it('query the device’s port from another computer', () => {
    const key = scanCommand({ ...place, kind: 'ssh_host_key', port: 830 })
    const certificate = scanCommand({ ...place, kind: 'tls_certificate', host: '2001:db8::7', port: 443 })

    expect(key).to.equal('ssh-keyscan -p 830 -t ed25519 192.0.2.7 | ssh-keygen -lf -')
    expect(certificate).to.match(/^openssl s_client -connect '\[2001:db8::7\]:443' </)
  })

  it('quote a host name as one shell word', () => {
    const host = `a'b; touch /tmp/never $(id)`
    const line = scanCommand({ ...place, kind: 'ssh_host_key', host })

    const words = execFileSync('sh', ['-c', `set -- ${line.split(' | ')[0]}; printf '%s\\n' "$6"`], {
      encoding: 'utf8',
    })

    expect(words).to.equal(`${host}\n`)
  })
})
