import { expect } from 'chai'
import { secretPatterns } from '../../../../agent/dry-run/explore/known-patterns.ts'
import { documentPattern } from '../../../../shared/platforms/documents/document-pattern.ts'
import { maskSecrets } from '../../../../shared/platforms/mask-secrets.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'

const platform = { secrets: secretPatterns.map(documentPattern) } as unknown as Platform

describe('the secrets of unknown devices', () => {
  for (const line of [
    'username admin privilege 15 secret 9 HIDDEN',
    'enable password HIDDEN',
    'snmp-server community HIDDEN RO',
    'tacacs-server key 7 HIDDEN',
    'radius-server host 192.0.2.1 auth-port 1812 key HIDDEN',
    'crypto isakmp key HIDDEN address 192.0.2.1',
    'pre-shared-key address 192.0.2.1 key HIDDEN',
    ' ip ospf message-digest-key 1 md5 HIDDEN',
    ' ntp authentication-key 1 md5 HIDDEN',
    ' neighbor 192.0.2.2 password 7 HIDDEN',
    ' authentication-key HIDDEN',
    ' wpa-psk ascii 0 HIDDEN',
    'snmp-server user ops v3group v3 auth md5 HIDDEN',
    'snmp-server user ops v3group v3 auth sha OTHER priv aes 128 HIDDEN',
    'set system login user ops authentication encrypted-password "$6$HIDDEN"',
  ])
    it(`are masked in “${line}”`, () => {
      expect(maskSecrets(platform, line)).not.to.include('HIDDEN')
    })

  for (const line of ['hostname edge-1', 'crypto key generate rsa', 'key chain ospf-keys', 'ntp server 192.0.2.1'])
    it(`leave “${line}” as it is`, () => {
      expect(maskSecrets(platform, line)).to.equal(line)
    })
})
