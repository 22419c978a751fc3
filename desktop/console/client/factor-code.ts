/** Returns a typed code as the API accepts it: six digits are of an authenticator app, anything else is a recovery code. */
export function parseFactorCode(typed: string): { totp: string } | { recovery_code: string } {
  const code = typed.trim()
  return /^\d{3}\s?\d{3}$/.test(code) ? { totp: code.replace(/\s/, '') } : { recovery_code: code }
}
