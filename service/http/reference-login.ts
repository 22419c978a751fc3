/**
 * Returns the script of a page that shows the API description in the element `reference`. If the document needs a
 * token, it shows a login form first, and asks for a code if the user has a second factor. The token exists only in the page's memory.
 * @param show source of a function of the parsed document and the token, or null if no token is needed
 */
export function loginFirst(show: string): string {
  return `(async () => {
  const show = ${show}
  const place = document.getElementById('reference')
  const read = async (token) => {
    const headers = token === null ? {} : { authorization: 'Bearer ' + token }
    const answer = await fetch('/api/openapi.json', { headers })
    if (answer.ok) {
      place.replaceChildren()
      show(await answer.json(), token)
    }
    return answer.ok
  }
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const said = await answer.json()
    if (!answer.ok) throw new Error(said.detail)
    return said
  }
  let challenge = null
  const logIn = async () => {
    if (challenge === null) {
      const said = await post('/api/auth/login', { email: email.input.value, password: password.input.value })
      if (said.token) return said.token
      challenge = said.challenge
      password.row.replaceWith(code.row)
      code.input.focus()
      return null
    }
    const typed = code.input.value.trim()
    const factor = /^[0-9]{6}$/.test(typed) ? { totp: typed } : { recovery_code: typed }
    return (await post('/api/auth/login/second-factor', { challenge, ...factor })).token
  }
  const field = (label, type, autocomplete) => {
    const line = document.createElement('label')
    const input = document.createElement('input')
    Object.assign(input, { type, autocomplete, name: type })
    line.append(label, ' ', input)
    const row = document.createElement('p')
    row.append(line)
    return { row, input }
  }
  if (await read(null)) return
  const form = document.createElement('form')
  const title = document.createElement('h1')
  title.textContent = 'Log in to read the API reference'
  const email = field('E-mail', 'email', 'username')
  const password = field('Password', 'password', 'current-password')
  const code = field('Code of your authenticator app, or a recovery code', 'text', 'one-time-code')
  const button = document.createElement('button')
  button.textContent = 'Log in'
  const problem = document.createElement('p')
  problem.setAttribute('role', 'alert')
  form.append(title, email.row, password.row, button, problem)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.textContent = ''
    try {
      const token = await logIn()
      if (token !== null) await read(token)
    } catch (error) {
      problem.textContent = error.message
    }
  })
  place.replaceChildren(form)
  email.input.focus()
})()`
}
