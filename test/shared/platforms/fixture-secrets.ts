/** Secrets of recorded texts that the patterns of their platforms once did not find, by platform, with the words before them. */
export const fixtureSecrets: Record<string, readonly string[]> = {
  netco_iosxe: ['WLANSECR3T', 'WLAN SECR3T', 'MGMTPASSW0RD', 'MGMTSECR3T'],
  netco_nxos: ['trap public'],
  dell_os6: ['Eeng7sa9Cohhook2', 'version 2 "public"'],
  mrv_optiswitch: ['ASU4602O551PTV6', 'trapsess 10.1.1.2 2 secret'],
  adva_fsp150f3: ['snmp-comm-3'],
  cisco_aireos: ['df54cb494cddd573f74b80cf6436b6e5', 'c16b31809c669ad447cfa9269d5fd322026e8ace', '27cc2f098c98'],
  hpe_comware: ['securityname public'],
  fs_fsos: ['77fea4aabdf'],
  mikrotik_routeros: ['name=somestringa'],
}
