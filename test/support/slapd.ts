import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Client, type Change } from 'ldapts'
import { makeCertificate } from './certificate.ts'
import { freePort, whenListening } from './listening-program.ts'
import { temporaryFolder } from './temporary-folders.ts'

export type Slapd = Awaited<ReturnType<typeof startSlapd>>

const base = 'dc=example,dc=net'
const program = '/usr/sbin/slapd'
const rootPassword = 'of-the-test'

/** Returns why no slapd can be started here, or undefined. */
export function slapdMissing(): string | undefined {
  return fs.existsSync(program) ? undefined : `needs ${program}`
}

/** Starts Debian's slapd on ports of 127.0.0.1, with TLS, one directory, and a service account that may only search. */
export async function startSlapd() {
  const folder = temporaryFolder('coffer-test-slapd-')
  const certificate = makeCertificate({ rsaBits: 2048 })
  fs.writeFileSync(path.join(folder, 'cert.pem'), certificate.cert)
  fs.writeFileSync(path.join(folder, 'key.pem'), certificate.key)
  fs.mkdirSync(path.join(folder, 'data'))
  fs.writeFileSync(path.join(folder, 'slapd.conf'), configuration(folder))
  fs.writeFileSync(path.join(folder, 'start.ldif'), startLdif)
  execFileSync('/usr/sbin/slapadd', ['-q', '-f', `${folder}/slapd.conf`, '-l', `${folder}/start.ldif`])
  const [plain, tls] = [await freePort(), await freePort()]
  const addresses = `ldap://127.0.0.1:${plain} ldaps://127.0.0.1:${tls}`
  const slapd = spawn(program, ['-f', `${folder}/slapd.conf`, '-h', addresses, '-d', '0'], { stdio: 'ignore' })
  await whenListening(slapd, tls)
  const root = new Client({ url: `ldaps://127.0.0.1:${tls}`, tlsOptions: { ca: certificate.cert } })
  await root.bind(`cn=root,${base}`, rootPassword)

  return {
    base,
    certificate,
    /** With StartTLS; binds without TLS are refused. */
    plainPort: plain,
    tlsPort: tls,
    serviceDn: `cn=coffer,${base}`,
    servicePassword: 'service-password',

    /** Adds a user with the password `password-of-<uid>`. */
    async add(uid: string, attributes: Record<string, string | string[]> = {}): Promise<string> {
      const dn = `uid=${uid},ou=people,${base}`
      await root.add(dn, {
        objectClass: ['inetOrgPerson', 'shadowAccount'],
        ...{ cn: `User ${uid}`, sn: uid, mail: `${uid}@example.net` },
        userPassword: `password-of-${uid}`,
        ...attributes,
      })
      return dn
    },
    remove: (dn: string) => root.del(dn),
    modify: (dn: string, change: Change) => root.modify(dn, change),
    async stop() {
      await root.unbind()
      slapd.kill('SIGKILL')
      await once(slapd, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string): string {
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
security simple_bind=64
database mdb
suffix "${base}"
directory ${folder}/data
rootdn "cn=root,${base}"
rootpw ${rootPassword}
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=coffer,${base}" read by * none
`
}

const startLdif = `
dn: ${base}
objectClass: domain
dc: example

dn: ou=people,${base}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${base}
objectClass: organizationalUnit
ou: groups

dn: cn=coffer,${base}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: coffer
userPassword: service-password

dn: cn=operators,ou=groups,${base}
objectClass: groupOfNames
cn: operators
member: cn=coffer,${base}

dn: cn=admins,ou=groups,${base}
objectClass: groupOfNames
cn: admins
member: cn=coffer,${base}
`
