import type { SystemContext } from '../story.ts'
import type { Files } from './server.ts'

/** A web server: certificates are renewed, sites are added and removed, SSH is hardened. */
export function webFiles({ ago, more }: SystemContext): Files {
  const since = (changed: number, after: string, before: string) =>
    ago < changed ? { text: after, changedAgo: changed } : { text: before, changedAgo: 300 }
  const files: Files = {
    '/etc/hostname': old('web-01\n'),
    '/etc/hosts': old('127.0.0.1 localhost\n10.30.1.10 web-01.harbour.example web-01\n'),
    '/etc/localtime': { text: '', target: '../usr/share/zoneinfo/Europe/Brussels', changedAgo: 300 },
    '/etc/ssh/sshd_config': since(11, sshText('no'), sshText('prohibit-password')),
    '/etc/nginx/nginx.conf': old(
      'worker_processes auto;\nevents { worker_connections 1024; }\nhttp {\n  include sites-enabled/*;\n}\n',
    ),
    '/etc/nginx/sites-enabled/portal.conf': old(siteText('portal', 8443)),
    '/etc/nginx/sites-enabled/tracking.conf': since(6, siteText('tracking', 9443), siteText('tracking', 8444)),
    '/etc/systemd/system/portal.service': old(
      '[Unit]\nDescription=Customer portal\n[Service]\nExecStart=/opt/portal/run\nRestart=always\n',
    ),
    '/etc/cron.d/certbot': since(3, '0 3 * * * root certbot -q renew\n', '0 */12 * * * root certbot renew --staging\n'),
    '/etc/ssl/portal.pem': { text: certificateText(Math.floor((30 - ago) / 7)), mode: 0o600, changedAgo: ago },
  }
  for (let at = 1; at <= 24; at += 1) {
    files[`/etc/alternatives/tool-${at}`] = { text: '', target: `/usr/bin/tool-${at}`, changedAgo: 300 }
  }
  if (ago < 2)
    files['/etc/nginx/sites-enabled/tracking-v2.conf'] = { text: siteText('tracking-v2', 9444), changedAgo: 2 }
  if (ago >= 4) files['/etc/nginx/sites-enabled/old-shop.conf'] = old(siteText('old-shop', 8445))
  for (let at = 1; at <= more; at += 1) {
    files[`/etc/nginx/sites-enabled/event-${at}.conf`] = { text: siteText(`event-${at}`, 9500 + at), changedAgo: 0 }
  }
  return files
}

/** An application server: a growing pool, and an account for a vendor. */
export function applicationFiles({ ago, more }: SystemContext): Files {
  const pool = (ago < 8 ? 60 : 40) + more
  const users = 'root:x:0:0:root:/root:/bin/bash\nhis:x:1001:1001::/srv/his:/usr/sbin/nologin\n'
  const vendor = 'vendor:x:1002:1002::/home/vendor:/bin/bash\n'
  return {
    '/etc/hostname': old('his-app-1\n'),
    '/etc/passwd': ago < 2 ? { text: `${users}${vendor}`, changedAgo: 2 } : old(users),
    '/srv/his/conf/database.properties': {
      text: `url=jdbc:postgresql://his-db/his\npool.max=${pool}\npool.min=5\n`,
      mode: 0o640,
      changedAgo: ago < 8 ? 8 : 300,
    },
    '/srv/his/conf/hl7.xml': old('<hl7>\n  <listener port="2575" encoding="UTF-8"/>\n</hl7>\n'),
    '/srv/his/conf/logging.properties': old('handlers=file\nfile.level=INFO\n'),
  }
}

function old(text: string) {
  return { text, changedAgo: 300 }
}

function sshText(root: string): string {
  return `PermitRootLogin ${root}\nPasswordAuthentication no\nUsePAM yes\n`
}

function certificateText(week: number): string {
  const body = Buffer.from(`certificate of the demonstration, week ${week}`).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`
}

function siteText(name: string, port: number): string {
  return `server {
  listen 443 ssl;
  server_name ${name}.harbour.example;
  ssl_certificate /etc/ssl/portal.pem;
  location / {
    proxy_pass https://10.30.1.20:${port};
  }
}
`
}
