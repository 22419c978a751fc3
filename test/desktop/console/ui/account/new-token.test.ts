import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { endOf } from '../../../../../desktop/console/ui/account/token.ts'
import { permissionsOf } from '../../../../../shared/permissions/permissions.ts'
import {
  defaultTokenRole,
  exampleOf,
  splitList,
  tokenRoles,
} from '../../../../../desktop/console/ui/account/new-token.ts'
import { parseNetworks } from '../../../../../desktop/console/ui/networks.ts'

describe('an API token in the console', () => {
  const now = new Date('2026-03-01T12:00:00Z')

  it('expires soon in the two weeks before its expiry', () => {
    expect(endOf({ expires_at: '2026-03-01T12:00:00Z' }, now)).to.equal('expired')
    expect(endOf({ expires_at: '2026-03-15T12:00:00Z' }, now)).to.equal('soon')
    expect(endOf({ expires_at: '2026-03-15T12:00:01Z' }, now)).to.equal('later')
  })

  it('can have the roles that its creator may grant, for one customer or all', () => {
    expect(tokenRoles(permissionsOf('platform_admin'), true)).to.deep.equal([
      'platform_auditor',
      'platform_operator',
      'platform_admin',
    ])
    expect(tokenRoles(permissionsOf('platform_operator'), false)).to.deep.equal([
      'tenant_auditor',
      'tenant_readonly',
      'tenant_operator',
    ])
    expect(tokenRoles(permissionsOf('tenant_admin'), false)).to.deep.equal([
      'tenant_auditor',
      'tenant_readonly',
      'tenant_operator',
      'tenant_admin',
    ])
    expect(tokenRoles(permissionsOf('tenant_readonly'), false)).to.deep.equal(['tenant_readonly'])
    expect(tokenRoles(['device:read', 'report:read', 'audit:read', 'backup:trigger'], false)).to.deep.equal([
      'tenant_auditor',
    ])
  })

  it('has the role of a reader if nothing else is chosen, or the least of those that its creator may grant', () => {
    expect(defaultTokenRole(['tenant_auditor', 'tenant_readonly', 'tenant_admin'])).to.equal('tenant_readonly')
    expect(defaultTokenRole(['platform_auditor', 'platform_admin'])).to.equal('platform_auditor')
    expect(defaultTokenRole(['tenant_auditor'])).to.equal('tenant_auditor')
    expect(defaultTokenRole([])).to.equal(undefined)
  })

  it('accepts sites and tags separated by commas', () => {
    expect(splitList(' Lyon, Nantes 2,, ')).to.deep.equal(['Lyon', 'Nantes 2'])
  })

  it('accepts networks separated by lines or commas', () => {
    expect(parseNetworks(' 192.0.2.10\n\n2001:db8::/32, 198.51.100.0/24 ')).to.deep.equal([
      '192.0.2.10',
      '2001:db8::/32',
      '198.51.100.0/24',
    ])
    expect(parseNetworks(' \n ')).to.deep.equal([])
  })

  it('is used in an example command that keeps it out of arguments and other accounts’ reach', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-token-example-'))
    const [, , , curl, ...more] = exampleOf('https://coffer.example.net').split('\n')
    try {
      fs.writeFileSync(path.join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@" > arguments\n', { mode: 0o755 })
      execFileSync('bash', ['--norc', '-c', exampleOf('https://coffer.example.net')], {
        cwd: folder,
        input: 'coffer_secret\n',
        env: { PATH: `${folder}:/usr/bin:/bin` },
      })

      expect(more).to.deep.equal([])
      expect(curl).to.include("'https://coffer.example.net/api/devices?limit=5'")
      expect(fs.readFileSync(path.join(folder, 'arguments'), 'utf8')).to.not.include('secret')
      expect(fs.readFileSync(path.join(folder, 'coffer-token'), 'utf8')).to.equal(
        'Authorization: Bearer coffer_secret\n',
      )
      expect(fs.statSync(path.join(folder, 'coffer-token')).mode & 0o777).to.equal(0o600)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})
