import type { Scrape } from '@brokerdeck/contract/monitoring/prometheus.ts'
import type { Collected } from './collect.ts'
import type { Labels } from './figure-group.ts'

/** Prints the text exposition format 0.0.4 of Prometheus, with EMQX's empty HELP lines. */
export function figuresToText(collected: readonly Collected[]): string {
  const lines: string[] = []
  for (const { group, rows } of collected) {
    for (const [name, kind] of group.kinds) {
      lines.push(`# TYPE ${name} ${kind}`, `# HELP ${name} `)
      for (const { labels, values } of rows) {
        const value = values[name]
        if (value !== undefined) lines.push(`${name}${labelsToText(labels)} ${value}`)
      }
    }
  }
  return `${lines.join('\n')}\n\n`
}

function labelsToText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** Prints JSON: an object for a group with one row, and a list of objects for a group with several rows. */
export function figuresToJson(
  collected: readonly Collected[],
  isOfEachNode: boolean,
): Exclude<Scrape, string> {
  return Object.fromEntries(
    collected.map(({ group, rows }) => {
      const objects = rows.map(({ labels, values }) => ({ ...values, ...labels }))
      const isList = objects.length > 1 || group.isList || (isOfEachNode && group.across !== 'alike')
      return [group.key, isList ? objects : (objects[0] ?? {})]
    }),
  )
}
