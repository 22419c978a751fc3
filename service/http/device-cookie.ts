import type { Request, Response } from 'express'
import { deviceDays } from '../domain/inventory/users/login-devices.ts'

/**
 * The cookie that holds a device token: sent to the login alone, not readable by pages. It authorises nothing.
 * @param baseUrl whose path a proxy puts in front of the API
 */
export function deviceCookie(baseUrl: string, name: string) {
  const { protocol, pathname } = new URL(baseUrl)
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
