import type { Icon } from '@tabler/icons-react'
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconBellCog from '@tabler/icons-react/dist/esm/icons/IconBellCog.mjs'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconChartDots from '@tabler/icons-react/dist/esm/icons/IconChartDots.mjs'
import IconChartHistogram from '@tabler/icons-react/dist/esm/icons/IconChartHistogram.mjs'
import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconDoor from '@tabler/icons-react/dist/esm/icons/IconDoor.mjs'
import IconFileSearch from '@tabler/icons-react/dist/esm/icons/IconFileSearch.mjs'
import IconFileSettings from '@tabler/icons-react/dist/esm/icons/IconFileSettings.mjs'
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs'
import IconHash from '@tabler/icons-react/dist/esm/icons/IconHash.mjs'
import IconHeartRateMonitor from '@tabler/icons-react/dist/esm/icons/IconHeartRateMonitor.mjs'
import IconHierarchy2 from '@tabler/icons-react/dist/esm/icons/IconHierarchy2.mjs'
import IconHourglassLow from '@tabler/icons-react/dist/esm/icons/IconHourglassLow.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconListTree from '@tabler/icons-react/dist/esm/icons/IconListTree.mjs'
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs'
import IconLogs from '@tabler/icons-react/dist/esm/icons/IconLogs.mjs'
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import IconReplace from '@tabler/icons-react/dist/esm/icons/IconReplace.mjs'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import IconRss from '@tabler/icons-react/dist/esm/icons/IconRss.mjs'
import IconServer2 from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs'
import IconShieldQuestion from '@tabler/icons-react/dist/esm/icons/IconShieldQuestion.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import IconTerminal2 from '@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs'
import IconTrafficLights from '@tabler/icons-react/dist/esm/icons/IconTrafficLights.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { editionNumber } from '#api/session.ts'
import { paths } from '#lib/paths.ts'
import { m } from './messages.ts'

export interface MenuItem {
  readonly label: string
  readonly path: string
  readonly icon: Icon
  /** Pages below it count as this item. */
  readonly prefix: string
  /** A page of it that is not below it. */
  readonly also?: string
  /** Community does not have it. */
  readonly isEnterprise?: boolean
}

export interface MenuGroup {
  readonly label: string
  readonly items: readonly MenuItem[]
}

function item(label: string, path: string, icon: Icon, prefix = path): MenuItem {
  return { label, path, icon, prefix }
}

function enterprise(label: string, path: string, icon: Icon): MenuItem {
  return { ...item(label, path, icon), isEnterprise: true }
}

/** Areas appear here when they work. */
export const menu: readonly MenuGroup[] = [
  {
    label: m.monitor,
    items: [
      item(m.overview, paths.overview(), IconGauge),
      item(m.nodes, paths.nodes(), IconServer2),
      item(m.metrics, paths.metrics(), IconChartBar),
      item(m.health, paths.health(), IconHeartRateMonitor),
      item(m.alarmList, paths.alarms(), IconBell),
      item(m.monitoringIntegration, paths.monitoringIntegration(), IconChartDots),
    ],
  },
  {
    label: m.traffic,
    items: [
      item(m.clients, paths.clients(), IconDeviceDesktop),
      item(m.subscriptions, paths.subscriptions(), IconSitemap),
      item(m.topics, paths.topics(), IconHash),
      item(m.topicExplorer, paths.topicExplorer(), IconListTree),
      item(m.retained, paths.retained(), IconBookmark),
      { ...item(m.delayedPublish, paths.delayed(), IconClockHour4), also: paths.delayedSettings() },
    ],
  },
  {
    label: m.diagnose,
    items: [
      item(m.testClient, paths.testClient(), IconTerminal2),
      item(m.logTrace, paths.logTraces(), IconRoute),
      item(m.topicMetrics, paths.topicMetrics(), IconChartHistogram),
      item(m.slowSubscriptions, paths.slowSubscriptions(), IconHourglassLow),
    ],
  },
  {
    label: m.accessControl,
    items: [
      item(m.authentication, paths.authentication(), IconShieldLock),
      item(m.authorization, paths.authorization(), IconShieldCheck),
      item(m.why, paths.why(), IconShieldQuestion),
      item(m.users, paths.users(), IconUsers),
      item(m.apiKeys, paths.apiKeys(), IconKey),
      item(m.banned, paths.banned(), IconBan),
      item(m.flappingDetect, paths.flappingDetect(), IconPlugConnectedX),
      enterprise(m.sso, paths.sso(), IconLogin2),
      enterprise(m.auditLog, paths.auditLog(), IconFileSearch),
    ],
  },
  {
    label: m.settings,
    items: [
      item(m.listeners, paths.listeners(), IconPlug),
      item(m.mqtt, paths.mqtt(), IconAdjustments, '/mqtt'),
      item(m.topicRewrite, paths.topicRewrite(), IconReplace),
      item(m.autoSubscribe, paths.autoSubscribe(), IconRss),
      item(m.limiter, paths.limiter(), IconTrafficLights),
      item(m.logging, paths.log(), IconLogs),
      item(m.alarmSettings, paths.alarmSettings(), IconBellCog),
      item(m.dashboardAccess, paths.dashboardAccess(), IconDoor),
    ],
  },
  {
    label: m.system,
    items: [
      item(m.cluster, paths.cluster(), IconHierarchy2),
      item(m.backup, paths.backup(), IconArchive),
      item(m.configuration, paths.configuration(), IconFileSettings),
      enterprise(m.license, paths.license(), IconCertificate),
    ],
  },
]

/** What the edition of the broker has. A group without items is left out. */
export function menuFor(edition: string): readonly MenuGroup[] {
  if (editionNumber(edition) === 1) return menu
  return menu
    .map(({ label, items }) => ({ label, items: items.filter(({ isEnterprise }) => isEnterprise !== true) }))
    .filter(({ items }) => items.length > 0)
}

/** Of two items, one below the other, only the deeper one. */
export function isWithin(path: string, item: MenuItem): boolean {
  const covers = ({ prefix, also }: MenuItem) =>
    path === prefix || path === also || path.startsWith(`${prefix}/`)
  const isDeeper = ({ prefix }: MenuItem) => prefix.startsWith(`${item.prefix}/`)
  return covers(item) && !menu.some(({ items }) => items.some((other) => isDeeper(other) && covers(other)))
}
