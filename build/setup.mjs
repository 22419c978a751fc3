// Runs on the system's Node (20 or newer) before `npm start` and `npm test`. Prints nothing if nothing is missing.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'

const forTests = process.argv.includes('--test')
const forBench = process.argv.includes('--bench')

installPackages()
buildSite('the console', 'build/console.ts')
buildSite('the documentation', 'build/docs.ts')
if (forTests) installPrograms()

function installPackages() {
  if (mtime('node_modules/.package-lock.json') >= mtime('package-lock.json')) return
  console.log('coffer: installing packages (once, about a minute)')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Builds a site that the service serves and the tests open. The API works without it. */
function buildSite(name, program) {
  const node = process.platform === 'win32' ? 'node.exe' : 'node' // npm puts the packages' Node first in PATH
  const { status } = spawnSync(node, [program, '--if-stale'], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) console.log(`coffer: ${name} could not be built; the API works without it`)
}

/** Installs the programs that the tests use. It needs root on Debian; elsewhere the tests that need them report it. */
function installPrograms() {
  const s3 = { 'ceph-mon': 'ceph-mon', 'ceph-osd': 'ceph-osd', radosgw: 'radosgw', 'ceph-common': 'ceph' }
  const swift = {
    'swift-proxy': 'swift-proxy-server',
    'swift-account': 'swift-account-server',
    'swift-container': 'swift-container-server',
    'swift-object': 'swift-object-server',
  }
  const login = { 'openssh-server': 'sshd', rsync: 'rsync', sudo: 'sudo' }
  const browser = { 'chromium-headless-shell': 'chromium-headless-shell' }
  const proxy = { 'nginx-light': 'nginx' }
  const monitoring = { prometheus: 'promtool' }
  const devices = { netconfd: 'netconfd' }
  const directory = { slapd: 'slapd' }
  const syslog = { rsyslog: 'rsyslogd', 'rsyslog-gnutls': 'rsyslog/lmnsd_gtls.so' }
  const documents = { 'poppler-utils': 'pdftotext' }
  const receivers = { postfix: 'postfix', ...syslog, snmptrapd: 'snmptrapd', snmp: 'snmptrap' }
  const wanted = {
    ...login,
    ...s3,
    ...swift,
    ...browser,
    ...proxy,
    ...monitoring,
    ...devices,
    ...directory,
    ...receivers,
    ...documents,
    ...(forBench && { restic: 'restic', borgbackup: 'borg', diffutils: 'diff', rancid: 'rancid-run' }),
  }
  const missing = Object.entries(wanted).filter(([, program]) => !isOnPath(program))
  if (missing.length === 0) return
  const names = missing.map(([name]) => name)
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    console.log(`coffer: the tests also need ${names.join(', ')}; install them with the system's package manager`)
    return
  }
  console.log(`coffer: installing ${names.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], env)
}

function run(command, args, env = process.env) {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32', env })
  } catch (error) {
    console.error(`coffer: '${command} ${args.join(' ')}' did not succeed (${error.message.split('\n')[0]})`)
    process.exit(1)
  }
}

/** A library is found below /usr/lib of any architecture. */
function isOnPath(program) {
  return spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program} || ls /usr/lib/*/${program}`]).status === 0
}

function mtime(file) {
  return fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0
}
