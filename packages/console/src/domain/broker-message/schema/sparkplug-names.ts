/** The limits of the nodes whose names are kept, and of the names of each node: any client can send births. */
const mostNodes = 100
const mostNames = 10_000

/**
 * The names of metrics by their aliases, from the birth messages that were opened in this tab. Later messages carry
 * only the alias; within an edge node each alias is unique, whatever the device.
 */
const nodes = new Map<string, Map<string, string>>()

/**
 * Parses `spBv1.0/group/NDATA/node/device` (Eclipse Sparkplug 3.0, 4.1); the states of hosts are JSON and not such a
 * payload.
 */
export function parseSparkplugTopic(
  topic: string,
): { readonly node: string; readonly isBirth: boolean } | undefined {
  const [space, group, type = '', edge] = topic.split('/')
  if (space !== 'spBv1.0' || edge === undefined || !/^[ND](?:BIRTH|DATA|CMD|DEATH)$/.test(type))
    return undefined
  return { node: `${group}/${edge}`, isBirth: type.endsWith('BIRTH') }
}

export function noteName(node: string, alias: string, name: string): void {
  const names = nodes.get(node) ?? new Map<string, string>()
  // The node is moved to the end: the most recently updated node is evicted last.
  nodes.delete(node)
  nodes.set(node, names)
  if (nodes.size > mostNodes) for (const [oldest] of [...nodes].slice(0, 1)) nodes.delete(oldest)
  if (names.size < mostNames || names.has(alias)) names.set(alias, name)
}

export function findName(node: string, alias: string): string | undefined {
  return nodes.get(node)?.get(alias)
}
