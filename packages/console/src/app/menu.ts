import type { Icon } from '@tabler/icons-react'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs'
import IconHash from '@tabler/icons-react/dist/esm/icons/IconHash.mjs'
import IconServer2 from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import { paths } from '#lib/paths.ts'
import { m } from './messages.ts'

export interface MenuItem {
  readonly label: string
  readonly path: string
  readonly icon: Icon
  /** Pages below it count as this item. */
  readonly prefix: string
}

export interface MenuGroup {
  readonly label: string
  readonly items: readonly MenuItem[]
}

function item(label: string, path: string, icon: Icon, prefix = path): MenuItem {
  return { label, path, icon, prefix }
}

/** Areas appear here when they work. */
export const menu: readonly MenuGroup[] = [
  {
    label: m.monitor,
    items: [
      item(m.overview, paths.overview(), IconGauge),
      item(m.nodes, paths.nodes(), IconServer2),
      item(m.metrics, paths.metrics(), IconChartBar),
    ],
  },
  {
    label: m.traffic,
    items: [
      item(m.clients, paths.clients(), IconDeviceDesktop),
      item(m.subscriptions, paths.subscriptions(), IconSitemap),
      item(m.topics, paths.topics(), IconHash),
    ],
  },
]

export function isWithin(path: string, { prefix }: MenuItem): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
