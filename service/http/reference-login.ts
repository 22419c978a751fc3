/**
 * Returns the script of a page that shows the API description in the element `reference`. If the document needs a
 * token, it shows a login form first. The token exists only in the page's memory.
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
  const logIn = async (email, password) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify({ email, password }) })
    const said = await answer.json()
    if (!answer.ok) throw new Error(said.detail)
    return said.token
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
  const button = document.createElement('button')
  button.textContent = 'Log in'
  const problem = document.createElement('p')
  problem.setAttribute('role', 'alert')
  form.append(title, email.row, password.row, button, problem)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.textContent = ''
    try {
      await read(await logIn(email.input.value, password.input.value))
    } catch (error) {
      problem.textContent = error.message
    }
  })
  place.replaceChildren(form)
  email.input.focus()
})()`
}
