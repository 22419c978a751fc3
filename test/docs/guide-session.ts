import fs from 'node:fs'
import path from 'node:path'
import { type Shell, startShell } from '../support/doc-shell.ts'
import { openGuide } from '../support/guide.ts'

/** How a reader of a guide is logged in, and the variables that the quick start leaves. */
export interface GuideSession {
  url: string
  token: string | null
  /** Sent by `confirmed`, in place of giving the password again. */
  confirmation?: string
  variables: Record<string, string>
}

/** Returns a shell in `folder` with the functions of the quick start and the session of a test's user. */
export async function startGuideShell(folder: string, session: GuideSession): Promise<Shell> {
  const shell = startShell(folder)
  const { url, token, confirmation, variables } = session
  fs.mkdirSync(path.join(folder, 'data'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'data/session'), `Authorization: Bearer ${token}\n`, { mode: 0o600 })
  await shell.run(openGuide('docs/quick-start.md').take('request() {', { 'http://127.0.0.1:8080': url }))
  if (confirmation) await shell.run(`confirmed() { api -H 'X-Coffer-Confirmation: ${confirmation}' "$@"; }`)
  for (const [name, value] of Object.entries(variables)) await shell.run(`${name}='${value}'`)
  return shell
}
