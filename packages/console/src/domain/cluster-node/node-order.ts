/** Nodes by name, so that a node keeps its place and its colour whichever node answers. */
export function byNodeName(a: { readonly node: string }, b: { readonly node: string }): number {
  return a.node.localeCompare(b.node)
}

/** `mq-1@10.20.0.11` → `mq-1` where no other node is called so, else the full name. */
export function shortNodeName(node: string, all: readonly string[]): string {
  const [short = node] = node.split('@')
  return all.filter((other) => other.startsWith(`${short}@`)).length > 1 ? node : short
}
