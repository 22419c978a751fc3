import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { makeCertificate } from './certificate.ts'
import { freePort, whenListening, whenWritten } from './listening-program.ts'
import { temporaryFolder } from './temporary-folders.ts'

export type Rsyslog = Awaited<ReturnType<typeof startRsyslog>>

const program = '/usr/sbin/rsyslogd'
const tlsModule = 'rsyslog/lmnsd_gtls.so'
const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64']

/** Returns why no rsyslog with TLS can be started here, or undefined. */
export function rsyslogMissing(): string | undefined {
  if (!fs.existsSync(program)) return `needs ${program}`
  return libraries.some((folder) => fs.existsSync(`${folder}/${tlsModule}`)) ? undefined : 'needs rsyslog-gnutls'
}

/** Starts Debian's rsyslog on ports of 127.0.0.1. Over TLS it accepts only clients with its client certificate. */
export async function startRsyslog() {
  const folder = temporaryFolder('coffer-test-rsyslog-')
  const certificate = makeCertificate({ hosts: ['127.0.0.1'] })
  const client = makeCertificate({ hosts: ['coffer.example.net'] })
  fs.writeFileSync(`${folder}/cert.pem`, certificate.cert)
  fs.writeFileSync(`${folder}/key.pem`, certificate.key)
  fs.writeFileSync(`${folder}/client.pem`, client.cert)
  const [tls, plain] = [await freePort(), await freePort()]
  fs.writeFileSync(`${folder}/rsyslog.conf`, configuration(folder, tls, plain))
  const rsyslog = spawn(program, ['-n', '-f', `${folder}/rsyslog.conf`, '-i', `${folder}/pid`], { stdio: 'ignore' })
  await whenListening(rsyslog, tls)
  await whenListening(rsyslog, plain)

  return {
    certificate,
    client,
    tlsPort: tls,
    /** Of TCP and UDP. */
    plainPort: plain,
    /** Resolves with everything received, one JSON object a line, when it matches. */
    received: (pattern: RegExp) => whenWritten(`${folder}/received`, pattern),
    async stop() {
      rsyslog.kill('SIGKILL')
      await once(rsyslog, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, tls: number, plain: number): string {
  const fields = ['pri', 'hostname', 'app-name', 'msgid', 'timereported', 'structured-data', 'msg']
  const line = fields.map((name) => property(name)).join(`constant(value=",") `)
  return `
global(
  workDirectory="${folder}"
  defaultNetstreamDriver="gtls"
  defaultNetstreamDriverCAFile="${folder}/client.pem"
  defaultNetstreamDriverCertFile="${folder}/cert.pem"
  defaultNetstreamDriverKeyFile="${folder}/key.pem"
)
module(load="imtcp")
module(load="imudp")
template(name="json" type="list") { constant(value="{") ${line} constant(value="}\\n") }
ruleset(name="store") { action(type="omfile" file="${folder}/received" template="json" asyncWriting="off" flushOnTXEnd="on") }
input(type="imtcp" address="127.0.0.1" port="${tls}" ruleset="store"
  streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="x509/certvalid")
input(type="imtcp" address="127.0.0.1" port="${plain}" ruleset="store" streamDriver.name="ptcp" streamDriver.mode="0")
input(type="imudp" address="127.0.0.1" port="${plain}" ruleset="store")
`
}

function property(name: string): string {
  const date = name === 'timereported' ? 'dateFormat="rfc3339" ' : ''
  return `property(outname="${name}" name="${name}" ${date}format="jsonf") `
}
