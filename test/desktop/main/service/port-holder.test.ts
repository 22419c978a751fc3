import { expect } from 'chai'
import {
  holderInLsof,
  listeningInodes,
  nameInTasklist,
  pidInNetstat,
} from '../../../../desktop/main/service/port-holder.ts'

describe('the process that holds a port', () => {
  it('is read from the socket tables of Linux', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 88123 1 0 100 0 0 10 0',
      '   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 88124 1 0 20 4 30 10 -1',
      '   2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 88125 1 0 100 0 0 10 0',
    ].join('\n')

    expect(listeningInodes(table, 8080)).to.deep.equal(['88123'])
    expect(listeningInodes(table, 8081)).to.deep.equal([])
  })

  it('is read from lsof on macOS', () => {
    expect(holderInLsof('p4711\ncnginx\nf6\n')).to.deep.equal({ pid: 4711, name: 'nginx' })
    expect(holderInLsof('')).to.deep.equal({ pid: null, name: null })
  })

  it('is read from netstat and tasklist on Windows, in any language', () => {
    const said = [
      'Aktive Verbindungen',
      '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
      '  TCP    127.0.0.1:52011        127.0.0.1:8080         HERGESTELLT      99',
      '  TCP    127.0.0.1:8080         0.0.0.0:0              ABHÖREN          4711',
    ].join('\r\n')

    expect(pidInNetstat(said, 8080)).to.equal(4711)
    expect(pidInNetstat(said, 80)).to.equal(null)
    expect(nameInTasklist('"nginx.exe","4711","Console","1","9,120 K"\r\n')).to.equal('nginx.exe')
  })
})
