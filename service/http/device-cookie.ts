import type { Request, Response } from 'express'
import { deviceDays } from '../domain/inventory/login/login-devices.ts'

/**
 * Returns the cookie of a device token: it is sent only to the login, and pages cannot read it. It authorises nothing.
 * With TLS, its prefix makes browsers accept it only over TLS; `__Host-` would send it to every path.
 * @param baseUrl its path is the prefix that a proxy adds to the API
 */
export function deviceCookie(baseUrl: string, unprefixed: string) {
  const { protocol, pathname } = new URL(baseUrl)
  const name = protocol === 'https:' ? `__Secure-${unprefixed}` : unprefixed
  return {
    read({ headers }: Pick<Request, 'headers'>): string | undefined {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    },
    set(res: Pick<Response, 'cookie'>, token: string): void {
      res.cookie(name, token, {
        httpOnly: true,
        sameSite: 'strict',
        secure: protocol === 'https:',
        path: `${pathname.replace(/\/$/, '')}/api/auth/login`,
        maxAge: deviceDays * 86_400_000,
      })
    },
  }
}
