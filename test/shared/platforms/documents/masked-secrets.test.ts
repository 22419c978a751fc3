import { expect } from 'chai'
import { maskSecrets } from '../../../../shared/platforms/mask-secrets.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'

describe('the secrets that platform documents mask', () => {
  for (const [platform, line, secret] of [
    ['extreme_exos', 'configure radius mgmt-access primary shared-secret encrypted "#$abc"', '#$abc'],
    ['extreme_exos', 'configure account admin encrypted "$5$abc"', '$5$abc'],
    ['extreme_exos', 'configure snmpv3 add community s3cret name x', 's3cret'],
    ['dlink', 'config radius add 1 192.0.2.1 key s3cret default', 's3cret'],
    [
      'truenas',
      "INSERT INTO account_bsdusers VALUES(1,'root:0:XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX:8846F7EAEE8FB117AD06BDD830B7586C:[U]:');",
      '8846F7EAEE8FB117AD06BDD830B7586C',
    ],
    ['truenas', "INSERT INTO services_snmp VALUES(1,'','ops@example.com',0,'s3cret');", 's3cret'],
    ['truenas', "INSERT INTO services_ups VALUES(1,'ups','upsmon','s3cret','');", 's3cret'],
    ['cisco_esa', '<private-key>s3cret</private-key>', 's3cret'],
    ['cisco_esa', '<private_key>s3cret</private_key>', 's3cret'],
  ] as const)
    it(`of ${platform} include that of ${line}`, () => {
      expect(line).to.contain(secret)
      expect(maskSecrets(platformById(platform)!, line)).to.not.contain(secret)
    })
})
