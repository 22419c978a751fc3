import { expect } from 'chai'
import { readComplaint, startFailure } from '../../../../agent/collect/tree/rsync-errors.ts'

describe('rsync error messages', () => {
  const complaints: [line: string, about: string, path: string, reason: string][] = [
    [
      'rsync: [sender] link_stat "/nope/x" failed: No such file or directory (2)',
      'link_stat',
      '/nope/x',
      'No such file or directory',
    ],
    ['rsync: [sender] opendir "/srv/b" failed: Permission denied (13)', 'opendir', '/srv/b', 'Permission denied'],
    [
      'rsync: [sender] send_files failed to open "/etc/shadow": Permission denied (13)',
      'send_files',
      '/etc/shadow',
      'Permission denied',
    ],
    [
      'rsync: link_stat "/nope" failed: No such file or directory (2)',
      'link_stat',
      '/nope',
      'No such file or directory',
    ],
    [
      'rsync: [sender] read errors mapping "/srv/big": No data available (61)',
      'read errors',
      '/srv/big',
      'No data available',
    ],
    [
      'rsync: [sender] readlink_stat("/srv/x") failed: Permission denied (13)',
      'readlink_stat',
      '/srv/x',
      'Permission denied',
    ],
    ['file has vanished: "/srv/v/2"', 'vanished', '/srv/v/2', 'it has vanished'],
    ['file has vanished: "/srv/caf\\#351 \\#012x"', 'vanished', '/srv/caf\xe9 \nx', 'it has vanished'],
  ]
  for (const [line, about, path, reason] of complaints) {
    it(`are parsed: ${line}`, () => {
      const complaint = readComplaint(line)

      expect(complaint?.path.toString('latin1')).to.equal(path)
      expect([complaint?.about, complaint?.reason]).to.deep.equal([about, reason])
    })
  }

  it('are ignored if they concern no path', () => {
    const line = 'rsync error: some files/attrs were not transferred (see previous errors) (code 23) at main.c(1956)'

    expect(readComplaint(line)).to.equal(undefined)
  })
})

describe('an rsync server that ends before its greeting', () => {
  const endings: [stderr: string, status: number | null, code: string, advice: string][] = [
    ['sudo: a password is required\n', 1, 'privilege_insufficient', 'advice_sudo_password'],
    ['sudo: interactive authentication is required\n', 1, 'privilege_insufficient', 'advice_sudo_password'],
    [
      'sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required\n',
      1,
      'privilege_insufficient',
      'advice_sudo_password',
    ],
    ['sudo: sorry, you must have a tty to run sudo\n', 1, 'privilege_insufficient', 'advice_sudo_terminal'],
    [
      "Sorry, user nbk is not allowed to execute '/usr/bin/rsync --server --sender -slogDtprHRe.Lsfu' as root on lnx-demo01.\n",
      1,
      'privilege_insufficient',
      'advice_sudoers',
    ],
    ['nbk is not in the sudoers file.\n', 1, 'privilege_insufficient', 'advice_sudoers'],
    ['bash: line 1: sudo: command not found\n', 127, 'privilege_insufficient', 'advice_sudo_absent'],
    ['env: ‘sudo’: No such file or directory\n', 127, 'privilege_insufficient', 'advice_sudo_absent'],
    ["env: 'sudo': No such file or directory\n", 127, 'privilege_insufficient', 'advice_sudo_absent'],
    ['sudo: rsync: command not found\n', 1, 'rsync_missing', 'advice_rsync_path_sudo'],
    ["env: 'rsync': No such file or directory\n", 127, 'rsync_missing', 'advice_rsync_path'],
    ['env: can’t execute\n', 127, 'rsync_missing', 'advice_rsync_missing'],
    ['rsync: -s: unknown option\nrsync error: syntax or usage error (code 1)\n', 1, 'rsync_too_old', 'advice_rsync_3'],
    ["rsync: unrecognized option `-s'\n", 1, 'rsync_too_old', 'advice_rsync_3'],
    ['', null, 'connection_lost', 'advice_connection_lost'],
    ['something else\n', 12, 'rsync_failed', 'advice_rsync_failed'],
  ]
  for (const [stderr, status, code, advice] of endings) {
    it(`fails with a specific code: ${stderr.trim() || 'a session that was cut'}`, () => {
      const failure = startFailure(stderr, { code: status, signal: null }, true)

      expect(failure.code).to.equal(code)
      expect(failure.advice.code).to.equal(advice)
    })
  }
})
