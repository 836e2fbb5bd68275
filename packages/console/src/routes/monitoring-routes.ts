import { area, type ListView, route, search } from './route.ts'

/** The time range of a page with charts. */
type HistoryRange = '1h' | '6h' | '12h' | '1d' | '3d' | '7d'

/** The pages about state and load of the cluster. In the order of the menu; pages that Community lacks come last. */
export const monitoring = area({
  title: { en: 'Monitoring', zh: '监控' },
  purpose: { en: 'State and load of the cluster', zh: '集群状态与负载' },
  icon: 'M1.8 8.5h2.9l2.1-5.3 3 9.3 2-4h2.4',
  routes: {
    overview: route({
      path: '/dashboard/overview',
      search: search<{ range?: HistoryRange; node?: string }>(),
      page: 'monitoring/overview/overview-page',
      title: { en: 'Cluster Overview', zh: '集群概览' },
      purpose: { en: 'Health, load and traffic at a glance', zh: '健康、负载与流量一览' },
      find: { en: 'dashboard connections messages rates', zh: '仪表盘 连接数 消息速率' },
      icon: 'M2.5 11.5a5.5 5.5 0 1 1 11 0M8 11.5l2.6-3.6',
      asksEarly: ['metrics?aggregate=false', 'monitor?latest=3600'],
      asks: [
        'metrics.list',
        'listeners.list',
        'listeners.get',
        'license.get',
        'loadRebalance.global',
        'users.list',
        'authentication.list',
        'connectors.list',
        'exhooks.list',
        'actions.summary',
        'sources.summary',
        'prometheus.dataIntegration',
        'monitor.current',
        'monitor.history',
        'monitor.nodeHistory',
        'prometheus.stats',
      ],
    }),
    nodes: route({
      path: '/dashboard/nodes',
      page: 'monitoring/nodes/nodes-page',
      title: { en: 'Nodes', zh: '节点' },
      purpose: { en: 'State, resources and role of each node', zh: '各节点的状态、资源与角色' },
      find: { en: 'memory CPU uptime', zh: '内存 CPU 运行时间' },
      icon: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
      count: 'nodes',
      asks: ['nodes.list'],
    }),
    node: route({
      path: '/dashboard/nodes/$node',
      search: search<{ range?: HistoryRange }>(),
      page: 'monitoring/nodes/node-page',
      within: 'nodes',
      visits: [{ node: 'emqx@127.0.0.1' }],
      asks: [
        'nodes.get',
        'nodes.stats',
        'monitor.nodeCurrent',
        'monitor.nodeHistory',
        'metrics.list',
        'listeners.list',
      ],
    }),
    metrics: route({
      path: '/dashboard/metrics',
      search: search<{ node?: string; search?: string }>(),
      page: 'monitoring/metrics/metrics-page',
      title: { en: 'Metrics', zh: '指标' },
      purpose: { en: 'All counters, of the cluster or of one node', zh: '集群或单个节点的全部计数' },
      find: { en: 'counters statistics packets bytes dropped', zh: '计数 统计 报文 字节 丢弃' },
      icon: 'M2.5 13.5v-11M2.5 13.5h11M5.5 10.5v-2M8.5 10.5v-5M11.5 10.5v-3.5',
      asks: ['metrics.list'],
    }),
    health: route({
      path: '/cluster/health',
      page: 'monitoring/overview/health/health-page',
      title: { en: 'Health', zh: '健康检查' },
      purpose: { en: 'Checks, each with its cause and its remedy', zh: '各项检查及其原因与处理方法' },
      find: { en: 'problems certificates', zh: '问题 证书' },
      icon: 'M8 13.2 3.2 8.4A3.1 3.1 0 0 1 7.6 4l.4.4.4-.4a3.1 3.1 0 0 1 4.4 4.4z',
      asks: [
        'metrics.list',
        'listeners.list',
        'listeners.get',
        'license.get',
        'loadRebalance.global',
        'users.list',
        'authentication.list',
        'connectors.list',
        'exhooks.list',
        'actions.summary',
        'sources.summary',
        'prometheus.dataIntegration',
        'prometheus.stats',
      ],
    }),
    alarms: route({
      path: '/monitoring/alarms',
      search: search<
        ListView<'name' | 'title' | 'level' | 'node' | 'activate_at' | 'deactivate_at' | 'duration'> & {
          tab?: 'active' | 'history'
        }
      >(),
      page: 'monitoring/alarms/alarms-page',
      title: { en: 'Alarms', zh: '告警' },
      purpose: { en: 'Active and past alarms', zh: '当前与历史告警' },
      find: { en: 'warnings history', zh: '警告 历史' },
      icon: 'M4 11V7.2a4 4 0 0 1 8 0V11l1 1H3zM6.8 13.8h2.4',
      asks: ['alarms.list'],
    }),
  },
})
