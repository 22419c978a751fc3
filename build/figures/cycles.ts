/** Returns the groups of nodes that reach each other, each of at least two nodes (Tarjan's algorithm). */
export function findCycles(edges: ReadonlyMap<string, Iterable<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(node: string): number {
    const own = index.size
    index.set(node, own)
    low.set(node, own)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      const reached = !index.has(next) ? visit(next) : stack.includes(next) ? index.get(next)! : own
      low.set(node, Math.min(low.get(node)!, reached))
    }
    if (low.get(node) === own) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) cycles.push(group)
    }
    return low.get(node)!
  }

  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return cycles
}
