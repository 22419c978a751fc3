/** `node test/shared/agent-protocol/write-requests.ts`: stores the requests of agents. Only before a first release. */
import fs from 'node:fs'
import { readAgentRequests, storedRequests } from './agent-requests.ts'

fs.writeFileSync(storedRequests, `${JSON.stringify(readAgentRequests(), null, 2)}\n`)
