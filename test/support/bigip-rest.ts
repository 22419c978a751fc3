import { bigipDevice, type BigipOptions } from './bigip-device.ts'
import type { DeviceAnswer, SeenRequest } from './https-device.ts'
import { loginSecret } from './open-simulator.ts'

export type BigipRest = ReturnType<typeof bigipRest>

export interface BigipRestOptions extends Partial<BigipOptions> {
  /** Of the account. */
  password?: string
  /** Number of tokens that other programs left. */
  othersTokens?: number
  /** Number of polls before a task ends. */
  polls?: number
  /** Number of polls after which the services restart, which deletes the task and all tokens. */
  restartsAt?: number
  /** The error message with which the task fails. */
  taskFails?: string
  /** Whether the list of archives is always empty, as before release 12. */
  listsNothing?: boolean
  /** The first answers to the login. */
  starting?: DeviceAnswer[]
  /** Whether it ignores Content-Range: every piece has at most a mebibyte, and answers do not state its position. */
  ignoresRange?: boolean
}

const mebibyte = 1024 * 1024
const maxTokens = 100
const downloads = '/mgmt/shared/file-transfer/ucs-downloads/'

/** Returns the API of a BIG-IP, iControl REST, over the same files as its command line. */
export function bigipRest(options: BigipRestOptions = {}) {
  const { polls = 2, othersTokens = 0, role = 'administrator' } = options
  const starting = [...(options.starting ?? [])]
  const device = bigipDevice(options)
  const tokens = new Set(Array.from({ length: othersTokens }, (_, at) => `OTHER${at}`))
  const tasks = new Map<string, { name: string; isStarted: boolean; asked: number }>()
  let made = 0
  let asked = 0

  function logIn({ body }: SeenRequest): DeviceAnswer {
    const early = starting.shift()
    if (early) return early
    const { username, password, loginProviderName } = JSON.parse(body) as Record<string, string>
    if (password !== (options.password ?? loginSecret) || loginProviderName !== 'tmos')
      return error(401, 'Authentication failed.')
    if (tokens.size >= maxTokens) return error(400, `user ${username} has reached maximum active login tokens`)
    const token = `TOKEN${(made += 1)}`
    tokens.add(token)
    return json({ token: { token, name: token, userName: username, timeout: 1200 }, generation: 0 })
  }

  function bash({ body }: SeenRequest): DeviceAnswer {
    if (role !== 'administrator') return error(403, 'Authorization failed: user lacks shell access')
    const { utilCmdArgs = '' } = JSON.parse(body) as Record<string, string>
    const [, command = ''] = /^-c '(.*)'$/s.exec(utilCmdArgs) ?? []
    const { said, complaint } = device.bash(command)
    const commandResult = said.toString('utf8') + complaint // bytes that are not UTF-8 are lost here
    return json({ kind: 'tm:util:bash:runstate', command: 'run', ...(commandResult === '' ? {} : { commandResult }) })
  }

  function newTask({ body }: SeenRequest): DeviceAnswer {
    if (role === 'guest') return error(403, 'Authorization failed: role guest may not')
    const { name = '' } = JSON.parse(body) as Record<string, string>
    const id = String(1606307886548143 + tasks.size)
    tasks.set(id, { name, isStarted: false, asked: 0 })
    return json({ _taskId: Number(id), _taskState: 'STARTED' })
  }

  function task({ path, method }: SeenRequest): DeviceAnswer {
    const [, id = ''] = /\/ucs\/(\d+)/.exec(path) ?? []
    const known = tasks.get(id)
    if (!known) return error(404, `Object not found - ${id}`)
    if (method === 'PUT') {
      known.isStarted = true
      return { ...json({ message: 'Task will execute asynchronously.' }), status: 202 }
    }
    known.asked += 1
    if (!known.isStarted || known.asked <= polls) return known.asked === 1 ? json('') : json({ _taskState: 'STARTED' })
    if (options.taskFails) return json({ _taskState: 'FAILED', message: options.taskFails })
    if (known.asked === polls + 1) device.bash(`tmsh -q -c "save sys ucs ${known.name}"`)
    return json({ _taskState: 'COMPLETED' })
  }

  function list(): DeviceAnswer {
    const items = [...device.files]
      .filter(([path]) => path.endsWith('.ucs'))
      .map(([filename, bytes]) => ({
        apiRawValues: { filename, file_size: `${bytes.length} (in bytes)`, encrypted: 'no' },
      }))
    const isEmpty = options.listsNothing || items.length === 0
    return json({ kind: 'tm:sys:ucs:ucscollectionstate', ...(isEmpty ? {} : { items }) })
  }

  function download({ path, headers }: SeenRequest): DeviceAnswer {
    const file = device.files.get(`/var/local/ucs/${path.slice(downloads.length)}`)
    if (!file || options.noScp) return error(options.noScp ? 403 : 404, 'File not found')
    const [, first, last] = /^(\d+)-(\d+)\/\d+$/.exec(String(headers['content-range'])) ?? []
    const type = { 'content-type': 'application/octet-stream' }
    if (first === undefined || options.ignoresRange)
      return { status: 200, headers: type, body: file.subarray(0, mebibyte) }
    if (Number(last) >= file.length) return error(400, 'bad range')
    const end = Math.min(Number(last), Number(first) + mebibyte - 1)
    const range = `${first}-${end}/${file.length}`
    return { status: 200, headers: { ...type, 'content-range': range }, body: file.subarray(Number(first), end + 1) }
  }

  function remove({ path }: SeenRequest): DeviceAnswer {
    if (options.mayNotDelete) return error(403, 'Authorization failed')
    const name = `/var/local/ucs/${path.split('/').at(-1)}`
    return device.files.delete(name) ? json('') : error(404, `01020036:3: The requested file (${name}) was not found.`)
  }

  return {
    device,
    /** The valid tokens. */
    tokens,
    answer(request: SeenRequest): DeviceAnswer {
      const { path, method, headers } = request
      if (path === '/mgmt/shared/authn/login') return logIn(request)
      asked += 1
      if (asked === options.restartsAt) {
        tokens.clear()
        for (const { name } of tasks.values()) device.bash(`tmsh -q -c "save sys ucs ${name}"`)
        tasks.clear()
      }
      if (!tokens.has(String(headers['x-f5-auth-token']))) return error(401, 'X-F5-Auth-Token does not exist.')
      if (path.startsWith('/mgmt/shared/authz/tokens/')) {
        if (method === 'DELETE') tokens.delete(path.split('/').at(-1) ?? '')
        return json({})
      }
      if (path === '/mgmt/tm/util/bash') return bash(request)
      if (path === '/mgmt/tm/util/unix-rm') return error(403, 'Authorization failed')
      if (path === '/mgmt/tm/task/sys/ucs') return newTask(request)
      if (path.startsWith('/mgmt/tm/task/sys/ucs/')) return task(request)
      if (path === '/mgmt/tm/sys/ucs') return list()
      if (path.startsWith('/mgmt/tm/sys/ucs/') && method === 'DELETE') return remove(request)
      if (path.startsWith(downloads)) return download(request)
      return error(404, `Public URI path not registered: ${path}`)
    },
  }
}

function json(value: unknown): DeviceAnswer {
  const body = value === '' ? '' : JSON.stringify(value)
  return { status: 200, headers: { 'content-type': 'application/json; charset=UTF-8' }, body }
}

function error(code: number, message: string): DeviceAnswer {
  return { ...json({ code, message, errorStack: [], apiError: 3 }), status: code }
}
