import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { migrations } from '../../../service/store/migrations/list.ts'

const folder = path.join(import.meta.dirname, '../../../service/store/migrations')

/** SHA-256 of each merged migration. Add a line for a new migration; never change an existing one. */
const merged: Record<string, string> = {
  '0001-people': 'b32ed16e576477ce22d7ec2881eea0d145c8436604e3ae3166c2cf056d729788',
  '0002-inventory': '2d93641b79186ed7df649a7306b05fdee798ff822921fd5adba0854f9bb759a6',
  '0003-jobs': '05b82ae896b3a38258b2cacbc244980955cdb8936f40f28b8eb1d1edf46e6743',
  '0004-repository': 'dcfa014c8cede38133212a0a6e283bd7039930b0efaa34a3b79e1b52bc9a01e6',
  '0005-lookups': 'c55f14be9256f3ca8b4e2d33a40477b86f2f5306f80519a30bbfd1e76939e1fc',
  '0006-schedules': '750020bdad2a33a6e021184ebcf954cd0ec212091fce334508d04defbe2c7783',
  '0007-policies': '7975ab9109a343c186ee42a9c88fd66060f9ef1b2ecd9b6006b2200daae54e50',
  '0008-sweep': '76fe333584746a843fca01f016e338f06c4612ed839a70afec5f2abf15c59932',
  '0009-integrity': 'cdb352377e8106ca24f9373c36131192c45504ecc2d228cefc37c4028d658cb3',
  '0010-reports': '3a718b3d9b781e2b6bd5cde3e001959bf0e5efee6c1769f269a6142f5817246a',
  '0011-dump': '929fa637e68fa54dcb71bf956a9c1df1f3923bad01e157149b18aac4153b7a9a',
  '0012-cloud': '151a8d705205c3b6011115dcc97e1e78249b5e3c5171c961dc266c83b93cc981',
  '0013-search': 'b7a6f6558f71592d0c3f683e2dadf412c5f5b4b0237a2e14301c0d15f8ccf214',
  '0014-changes': '8f295e1397b313ed0557f761f5c00dbf7a597953e97237773586e8956d144fbf',
  '0015-blackouts': '2392af6358fc90a39156cfcf27dab8d465f1caeec8c7c0efd827af118c79f544',
  '0016-events': 'd9cfe094f91aab589dae6741c758162d7ec15e8fb24ea16a150a69d0aac5006d',
  '0017-lookups-of-lists': '5ad6ecd3abca47e66a7aaf8b0ec88d3d45c38ec34a115aaf1a7e9dba71c0ff5b',
  '0018-lookups-of-events': '178c424a8b67e5561ad5c4fb6347f90b67d8dedb7e6739f03208cfb26986a72a',
  '0019-confirmations': '0096481b6b802925426f9968066c7526a5e32972a5469ca000d3349e71dcd4eb',
  '0020-address-approvals': '2c61ae725cd1a3646f459f8a271b1388f8584929934edbd97a08dbb1c8991f68',
  '0021-destructions': '0dd34d3b6ce0e2ab529ba64afcde190649ad9a2a061cdcb4ba4fa868867ef6a6',
  '0023-login-limits': 'c039c7a6e01feb922effedb3bead83d1a8c452deeee5950132526e4ecb52d095',
  '0024-retention-cuts': '5f3ed0728f96bf8f0513db2c6e796c2c36cd5cc491d548ef21212b5f4c89c233',
  '0025-tree-progress': 'b76625fc15ebb254bf85b653729f54c98d187bd45d9cc0e90541edbde426c4db',
  '0026-handed-secrets': '6f1f5bb513b00baef1c1607c2b4cb5f6732035015468f2b1ff6808bb08a661ad',
  '0027-unscheduled-devices': '60475ac21044109354ccd11de5abe52efd5d31f7fd476eba4681f349df441951',
  '0028-replayed-answers': '6d3d32756e809714ac57d3ed47491e0972b38818d5ab75d90b1d248aabd8f1af',
  '0029-revocations': 'a3c9dc0bc6e15edf73d3cb8d859d83dc647c5a8e7fb436e0cf7c122470f0b15a',
  '0030-open-alerts': '8fb3aec90657f90c0f619aec39eb5537ad3624db62dbf7335ec6f0bcb4bc33f6',
  '0031-former-keys': 'e284871ea2997ae9fdbb6a13680347c785cf6e3bcdf1558f78772e0c3b03df95',
  '0032-audit-devices': '2033a32dba76049fbd2c8efb2f753a99a16f1100f94f1b34fbc4e667e21ce863',
  '0033-object-locks': '77a7dd9609ec075948ab1abe74e0878751eff2d04f95f2aa00c35944371e245f',
  '0034-webhook-headers': '18b306515770f11a17f25e7b37b2ad1c982ed7fa9e58444ef0c50290b999b5ca',
  '0035-object-lock-turns': '92f97f131f8115fb224752654d62f0238bb07dba1cc7db8a59a9e1bd16835ccb',
  '0036-object-lock-counts': '61211667080d1a524013a6ca73191511e836e45c347651e3b2d2ca8363f3700e',
  '0037-suspicions': '46e5de538c1c079f96a16c809219aaa499fef67a29d1a6e8302c93cc3911e458',
  '0038-maintenance-reasons': '109c6ac631f83a8ab1deb1bbf4c3ba26e4e9cba6acfffda4be19a7cdfce65ea0',
  '0039-text-conversions': 'f6a927549738391b5cd64068c9ea1919363f9b9dc77e7465888783abda554ca9',
  '0040-storage-figures': '317940f9d29e1afba294416a33b91d757a0ee05ac00f7c3bcdd8944ccaf7bbba',
  '0041-webhook-reasons': 'bb2811c7c7f990035ec6733aed58d3c4b8e77f9fccdceb076015bfaf900266dd',
  '0042-log-blocks': 'a8174e3098c8e6c13d48cbe04e6db7901f7ead0b15f379a26adae70fcc3620e6',
  '0043-key-damage': '8b9a727a24f89d9349192b308148e7323a315f2e935dbf83a12a705530f65e57',
  '0044-platform-documents': 'c98d579b11491cf8d233560dd98d4a0ab924d8d522bc98cdac830d371298ffa2',
  '0045-document-versions-of-runs': 'f856160155bf91f2426316864d1e7776fe5ca8e214aa1547850394d71c1a0326',
  '0046-dry-runs': 'db88bc9789be78688647b7d3ac58389966f421a27f582260b4dbee5f24c91ebf',
  '0047-device-facts': 'da53dd42a6bbe35a63640b5520e503838006d60157ada235397e84992ae1a950',
  '0048-proposing-dry-runs': '81673dca943787d977d7f788ef1ba92548eabf3164418850702eafa23e25e21b',
  '0049-events-of-devices': '4132381bfb068fb46e9356fe5e1ce725b1d9a79f82e92fbe8a59b6ced655dd3c',
  '0050-restore-checks': '8fedca01f3101a0d56efec5e8610e1e9d31f271556172bdf210d647fd93b57a6',
  '0051-document-tests': '4b09fe6fac81eee376c30a9c388de05c0db1fec974053636d67714b42df384a6',
  '0052-events-of-tenants': '247933d66bfd94aa1c18fc1c6cb343f92fb1dfb17980241928dcb4c701ca07da',
  '0053-change-summaries': 'ab914218c8f7f896d1eb924442f4c74a1f5c8d8c09b7851e77bdd43fa94bd10d',
  '0054-extra-commands': '6a7b47d3a4bd15a5346424986ec3f98e5440a7585f546aec00e6817f8363439d',
  '0055-imported-document-tests': '6afe0b7749ae8daaf096043dc58e9a97d9feb31c1a7761afa957469a01db8278',
  '0056-end-of-life': '3b74de23731225c303fdaa9b4ec5e994c3bfa1a0dde33cd65b41bd82e01724f0',
  '0057-device-pairs': '89bdfc742df12ba853e95a7c621a2665051b73c01f441d031c04232e6f0f3e6a',
  '0058-golden-configurations': '8eed25374ccfcc1b0314ea13417f3b7480f5b80857f8f673ec56bd177d6f5f77',
  '0059-break-glass-copies': 'b20b78a5ea61215d5ffdd0a069594b04232a7e34bf4d44c1cdb553d879205389',
  '0060-second-factors': 'f57ff61d33e9fdc6943ead4a66b75a5cf802cad8e4c25e90ed7ad9e7a17024da',
  '0061-single-sign-on': '9bacf27a6df1b9c92b4f887697e8f84a388cf86f42618ff5f6ec4358364416ab',
  '0062-custom-roles': 'eeec122dc904d127cd7c1b5f8b91db6b13817d834f05ca1e7a681b482c42d8da',
  '0063-limited-scope': '5f5ce22826577e709a245feeb8869676b325be8dbc73cc63fa596e18fc35d2ee',
  '0065-approvals': '4869972015611e953333ce617ef41067b4d564a77e1bdbbad701a600bec93c50',
  '0066-tenant-networks': '6f26a5f61e6d862259e064552d33e55761853093e8d520c64dfb4811580e3d14',
  '0067-suspended-users': '25a76fd2f90d24468d92d331678d0820a0aa38e9d8bc5663a3048e2b0ec86a3c',
  '0068-saml-and-ldap': '801f6a322d671fecdd103066a198d651b6269f5f79f620fa3f141c83593d0288',
  '0069-service-accounts': '0039e88ad9675906dffc2fc94d5f7ab7f58bfd392f567642931cb59656b9441d',
  '0070-limited-platform-roles': 'a8613cde1ef8410369b841020478b94f52580ed870212003ad849b632c255e5a',
  '0072-login-codes': 'dd51e7fed184a68737944950845cdb3064dd307089ab1828d9135f6e609bd3f6',
  '0073-code-confirmations': '217c2f77ab843a9342091da8e823e7dfeb0f115228486662317ee26a41b7b6da',
  '0074-scim': '05a7de049c46f0fd4a294c2b7da9848f9e929158145711bf16f850db60606abf',
  '0075-bound-confirmations': '928ffe73cb37cfed0f6fb59e09a883d0fb05f4eadb1d77de20070450f0b72b4c',
  '0076-token-creators': '2ab0cc26f79a2e6c31f94b3e3571f57f4c5dc7075524b9cb3a7e606bb1c4d34b',
  '0077-notification-channels': 'd71ed8a271243f1e805f8292601276b222088d9cf75fd05930d26aa06187d7b5',
  '0078-escalations': 'b59d151cc6d4b9c6318ad6f5745ab87d256ff6d9dc05e48fe2b844291d466492',
  '0079-change-requests': '52a073e31024c354ebc34f74a2e6f08da5d3b6b0ea9adf153d86342d4a71721c',
  '0081-scim-group-roles': '3049d820e10bf408e3d0d3196ced475ca350c1bf02a02dd9e675306b70383c15',
  '0082-scim-names': 'cf9666da8e76d4a2f77d0554f2215e41ca6d382932110dfe207f6e55456fb0d0',
  '0083-channel-owners': '7c7452574d980f0c95f1040f2aeda461a2b70ff47d5c1c11db1540533c5a6e07',
  '0084-report-schedules': 'b8330ea420028d950c5f5148ccf91bacb88d095de232a11caab1e8f56c005f7a',
  '0085-period-reports': '1dc9916fd1a48daf54b454233d5dbb2a29b5764870a82257e48ebeab317518fe',
  '0086-run-traces': '0820cace51d5a8bad3cb9dae0eb57642209e0072a97c09b56e0c838e4c2b1590',
  '0087-snmp-users': '8c65c8ec4b9466d9c6ba09f6ee70a5e2136cd8b004ff908ad1ec24f2df164a96',
  '0088-suspension-causes': '26abbc7ca5260e1f5ad7364985cca6fc4c7dfd008a8b3af7fc8336ccf3e19168',
  '0089-local-agents': '3ae803964d69dad7e5e2a806af8fb9aac420bee4e126493307620fae6710dfd9',
  '0090-renamed-values': '53195d2d2fc90cdaf6fd083954623e8c176f26008836d0bcca491ecd8a621f8e',
  '0091-attempts-by-time': 'aacf66e4d00fc544a4444ef434a8ea4d3c15c0c7a90e12ae8720519f502bd4dc',
  '0092-packs-without-md5': '1a1f0c1e247fa0ea736bf1c4dab3380bed256033bba310fcc98d674265b3579a',
}

describe('the schema migrations', () => {
  it('are unchanged since they were merged', () => {
    const files = fs.readdirSync(folder).filter((name) => /^\d/.test(name))
    const found = files.map((name) => [
      name.replace('.ts', ''),
      createHash('sha256')
        .update(fs.readFileSync(path.join(folder, name)))
        .digest('hex'),
    ])

    expect(Object.fromEntries(found)).to.deep.equal(merged)
    expect(Object.keys(merged)).to.deep.equal(migrations.map(({ name }) => name))
  })
})
