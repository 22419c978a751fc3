import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { makeCertificate } from './certificate.ts'
import { freePort, until, whenListening } from './listening-program.ts'
import { temporaryFolder } from './temporary-folders.ts'

export type Postfix = Awaited<ReturnType<typeof startPostfix>>

const daemons = '/usr/lib/postfix/sbin'

/** Returns why no postfix can be started here, or undefined. */
export function postfixMissing(): string | undefined {
  if (!fs.existsSync(`${daemons}/master`)) return `needs ${daemons}/master`
  return process.getuid?.() === 0 ? undefined : 'needs root: postfix starts no queue without it'
}

/** Starts Debian's postfix on ports of 127.0.0.1. It delivers mail of `noc@example.net` and `noc+…@example.net`, and refuses all other. */
export async function startPostfix() {
  const folder = temporaryFolder('coffer-test-postfix-')
  const certificate = makeCertificate({ hosts: ['127.0.0.1'], rsaBits: 2048 })
  const [startTls, tls, plain] = [await freePort(), await freePort(), await freePort()]
  prepareFolders(folder)
  fs.writeFileSync(`${folder}/cert.pem`, certificate.cert)
  fs.writeFileSync(`${folder}/key.pem`, certificate.key, { mode: 0o600 })
  fs.writeFileSync(`${folder}/main.cf`, mainConfiguration(folder))
  fs.writeFileSync(`${folder}/master.cf`, masterConfiguration(startTls, tls, plain))
  const master = spawn(`${daemons}/master`, ['-c', folder, '-d'], { stdio: 'ignore', env: { MAIL_CONFIG: folder } })
  await whenListening(master, startTls)
  const inbox = path.join(folder, 'mail/noc/new')

  return {
    certificate,
    /** Offers STARTTLS. */
    startTlsPort: startTls,
    /** With TLS from the start. */
    tlsPort: tls,
    /** Offers no TLS. */
    plainPort: plain,

    /** Resolves with the next message of the mailbox, and removes it. */
    async receive(): Promise<string> {
      const files = () => (fs.existsSync(inbox) ? fs.readdirSync(inbox) : [])
      await until(() => Promise.resolve(files().length > 0))
      const file = path.join(inbox, files()[0] ?? '')
      const text = fs.readFileSync(file, 'utf8')
      fs.rmSync(file)
      return text
    },
    /** Messages that are delivered or queued. */
    count(): number {
      const queues = ['incoming', 'active', 'deferred'].map((name) => path.join(folder, 'queue', name))
      return [...queues, inbox].flatMap((queue) => (fs.existsSync(queue) ? fs.readdirSync(queue) : [])).length
    },
    async stop() {
      master.kill('SIGTERM') // ends its daemons too
      await once(master, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function prepareFolders(folder: string): void {
  const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, 'postfix'])))
  fs.chmodSync(folder, 0o755)
  const owned = ['incoming', 'active', 'deferred', 'defer', 'bounce', 'hold', 'corrupt', 'saved', 'flush', 'trace', 'private', 'public', 'maildrop'] // prettier-ignore
  for (const name of [...owned.map((queue) => `queue/${queue}`), 'data', 'mail']) {
    fs.mkdirSync(path.join(folder, name), { recursive: true })
    fs.chownSync(path.join(folder, name), uid ?? -1, gid ?? -1)
  }
  fs.mkdirSync(path.join(folder, 'queue/pid'))
}

function mainConfiguration(folder: string): string {
  const { uid, gid } = fs.statSync(path.join(folder, 'mail'))
  return `
compatibility_level = 3.6
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = ${daemons}
command_directory = /usr/sbin
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.net
mydestination =
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = example.net
virtual_mailbox_maps = inline:{ noc@example.net=noc/ }
recipient_delimiter = +
virtual_mailbox_base = ${folder}/mail
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
virtual_minimum_uid = 1
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_security_level = may
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
smtpd_client_message_rate_limit = 0
smtpd_peername_lookup = no
`
}

function masterConfiguration(startTls: number, tls: number, plain: number): string {
  return `
127.0.0.1:${startTls} inet n - n - - smtpd
127.0.0.1:${tls} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
127.0.0.1:${plain} inet n - n - - smtpd
  -o smtpd_tls_security_level=none
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
tlsmgr unix - - n 1000? 1 tlsmgr
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
virtual unix - n n - - virtual
postlog unix-dgram n - n - 1 postlogd
`
}
