import type { Request, Response } from 'express'
import { type LoginDevices, createLoginDevices } from '../domain/inventory/login/login-devices.ts'
import { type LoginLanes, createLoginLanes } from '../domain/inventory/login/login-lanes.ts'
import type { PendingLogin } from '../domain/inventory/login/login-challenge.ts'
import type { LoginContext, OpenedSession } from '../domain/inventory/login/open-session.ts'
import type { Dependencies } from '../dependencies.ts'
import { originOf } from './authorise.ts'
import { deviceCookie } from './device-cookie.ts'

/** What all kinds of logins share: their limits, and how they are answered. */
export interface LoginAnswers {
  lanes: LoginLanes
  devices: LoginDevices
  requestOf: (req: Request) => LoginContext
  sendSession: (res: Pick<Response, 'cookie' | 'json'>, opened: OpenedSession) => void
  sendChallenge: (res: Pick<Response, 'status' | 'json'>, pending: PendingLogin) => void
}

/** Creates the answers of one process. */
export function createLoginAnswers(dependencies: Dependencies): LoginAnswers {
  const { serviceKeys, settings, secrets, now } = dependencies
  const devices = createLoginDevices(serviceKeys)
  const cookieOf = (email: string) => deviceCookie(settings.baseUrl, devices.cookieName(email))
  return {
    lanes: createLoginLanes(dependencies.knex),
    devices,
    requestOf: (req) => ({
      origin: originOf(req),
      now: now(),
      sessionTtlMinutes: settings.sessionTtlMinutes,
      userAgent: req.get('user-agent') ?? null,
      readDeviceToken: (email) => cookieOf(email).read(req),
    }),
    sendSession(res, opened) {
      cookieOf(opened.email).set(res, opened.deviceToken)
      res.json({ token: opened.token, expires_at: opened.expiresAt.toISOString() })
    },
    sendChallenge(res, { challenge, expiresAt, factors, passkeyOptions }) {
      secrets?.addRecent(challenge)
      res.status(202)
      res.json({
        challenge,
        expires_at: expiresAt.toISOString(),
        factors,
        passkey_options: passkeyOptions && { ...passkeyOptions },
      })
    },
  }
}
