/** Nodes whose names are kept, and names of each: births come from anybody. */
const mostNodes = 100
const mostNames = 10_000

/**
 * Names of metrics by their aliases, as the birth messages have told that were looked at in this tab. Later messages carry
 * the alias alone; within an edge node each is given once, whatever the device.
 */
const nodes = new Map<string, Map<string, string>>()

/** `spBv1.0/group/NDATA/node/device` (Eclipse Sparkplug 3.0, 4.1); states of hosts are JSON and no payload of this kind. */
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
  // The one that was told of last is forgotten last.
  nodes.delete(node)
  nodes.set(node, names)
  if (nodes.size > mostNodes) for (const [oldest] of [...nodes].slice(0, 1)) nodes.delete(oldest)
  if (names.size < mostNames || names.has(alias)) names.set(alias, name)
}

export function findName(node: string, alias: string): string | undefined {
  return nodes.get(node)?.get(alias)
}
