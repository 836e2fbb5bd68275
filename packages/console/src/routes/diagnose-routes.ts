import { area, type List, type ListView, route, search } from './route.ts'

/** The pages for finding the cause of a problem. In the order of the menu; pages that Community lacks come last. */
export const diagnose = area({
  title: { en: 'Diagnose', zh: '诊断' },
  purpose: { en: 'Find the cause of a problem', zh: '查找问题的原因' },
  icon: 'M3.5 2.5v3.3a2.7 2.7 0 0 0 5.4 0V2.5M6.2 8.5v1.7a3.2 3.2 0 0 0 6.4 0V9.3M12.6 9.2a1.35 1.35 0 1 0 0-2.7 1.35 1.35 0 0 0 0 2.7z',
  routes: {
    why: route({
      path: '/authorization/why',
      search: search<{
        clientid?: string
        as?: 'session' | 'typed'
        username?: string
        peerhost?: string
        listener?: string
        cn?: string
        password?: '1'
        enhanced?: '1'
        wish?: 'connect' | 'publish' | 'subscribe'
        topic?: string
        mounted?: '1'
        qos?: '1' | '2'
        retain?: '1'
      }>(),
      page: 'access/why/why-page',
      title: { en: 'Why?', zh: '为什么？' },
      purpose: {
        en: 'Explain a denied client or a missing message',
        zh: '说明客户端为何被拒绝、消息为何未到达',
      },
      find: { en: 'denied refused explain missing', zh: '拒绝 解释 丢失' },
      icon: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM6.4 6.5a1.65 1.65 0 1 1 2.4 1.5c-.6.3-.8.6-.8 1.1M8 11h.01',
      asks: [
        'authorization.sources',
        'authorization.settings',
        'authorizationRules.all',
        'authorizationRules.client',
        'authorizationRules.clients',
        'authorizationRules.user',
        'authorizationRules.users',
        'authentication.list',
        'authentication.user',
        'authentication.users',
        'listeners.list',
        'listeners.get',
        'topicRewrite.get',
        'clients.list',
        'clients.get',
        'clients.authorizationCache',
        'subscriptions.list',
        'banned.list',
        'trace.list',
        'trace.log',
        'trace.logDetail',
        'configs.getGlobalZone',
      ],
    }),
    logTraces: route({
      path: '/log-trace',
      search:
        search<
          List<'trace.list', 'name' | 'type' | 'condition' | 'start_at' | 'end_at' | 'status' | 'log_size'>
        >(),
      page: 'diagnose/trace/traces-page',
      title: { en: 'Log Trace', zh: '日志追踪' },
      purpose: {
        en: 'Logs of a client, a topic or an IP address',
        zh: '某个客户端、主题或 IP 地址的 Broker 日志',
      },
      find: { en: 'debug record', zh: '调试 记录' },
      icon: 'M2.5 4h6M2.5 8h4M2.5 12h3M11 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM12.8 11.3l1.7 1.7',
      asks: ['trace.list'],
    }),
    logTrace: route({
      path: '/log-trace/detail/$name',
      search: search<
        ListView & {
          look?: 'timeline' | 'table' | 'raw'
          node?: string
          text?: string
          msg?: string
          client?: string
          topic?: string
          tag?: string
          level?: string
          from?: string
          to?: string
        }
      >(),
      page: 'diagnose/trace/trace-page',
      within: 'logTraces',
      visits: [{ name: 'press_trace' }],
      asks: ['trace.list', 'trace.log', 'trace.logDetail'],
    }),
    topicMetrics: route({
      path: '/topic-metrics',
      search: search<
        List<
          'topicMetrics.list',
          'topic' | 'since' | `messages.${'in' | 'out' | 'dropped'}.${'count' | 'rate'}`
        > & {
          topic?: string
          like_topic?: string
        }
      >(),
      page: 'diagnose/topic-metrics/topic-metrics-page',
      title: { en: 'Topic Metrics', zh: '主题监控' },
      purpose: { en: 'Message counters of chosen topics', zh: '所选主题的消息计数' },
      find: { en: 'counters rates', zh: '计数 速率' },
      icon: 'M3 13.5v-3M6.3 13.5v-6M9.7 13.5v-4.5M13 13.5v-10',
      asks: ['topicMetrics.list', 'topicMetrics.get'],
    }),
    slowSubscriptions: route({
      path: '/slow-sub',
      search: search<
        List<'slowSubscriptions.list', 'clientid' | 'topic' | 'timespan' | 'node' | 'last_update_time'> & {
          like_clientid?: string
          like_topic?: string
        }
      >(),
      page: 'diagnose/slow-subscriptions/slow-subscriptions-page',
      title: { en: 'Slow Subscriptions', zh: '慢订阅' },
      purpose: { en: 'Subscribers that receive late', zh: '接收延迟较高的订阅者' },
      find: { en: 'latency', zh: '延迟' },
      icon: 'M4 2.5h8M4 13.5h8M5 2.5c0 3 6 3.5 6 5.5s-6 2.5-6 5.5M11 2.5c0 3-6 3.5-6 5.5s6 2.5 6 5.5',
      asks: ['slowSubscriptions.getSettings', 'slowSubscriptions.list'],
    }),
    slowSubscriptionsSettings: route({
      path: '/slow-sub/config',
      page: 'diagnose/slow-subscriptions/slow-subs-settings-page',
      within: 'slowSubscriptions',
      asks: ['slowSubscriptions.getSettings'],
    }),
    testClient: route({
      path: '/websocket',
      page: 'diagnose/test-client/test-client-page',
      title: { en: 'Test Client', zh: '测试客户端' },
      purpose: { en: 'Connect, publish and subscribe in the browser', zh: '在浏览器中连接、发布与订阅' },
      find: { en: 'websocket publish subscribe MQTT', zh: 'WebSocket 发布 订阅 MQTT' },
      icon: 'M3 3.5h10v9H3zM5.5 6.5 7.5 8l-2 1.5M8.5 10h2',
      group: 'tools',
      asks: ['listeners.list', 'listeners.get'],
    }),
    topicExplorer: route({
      path: '/topics-explorer',
      search: search<{
        topic?: string
        q?: string
        show?: 'all' | 'routes' | 'retained' | 'capture'
        sort?: 'name' | 'activity'
        tab?: 'message' | 'history' | 'chart' | 'subscribers'
        path?: string
      }>(),
      page: 'diagnose/topic-explorer/topic-explorer-page',
      title: { en: 'Topic Explorer', zh: '主题浏览器' },
      purpose: { en: 'Tree of topics with live messages', zh: '主题树与实时消息' },
      find: { en: 'tree payload chart', zh: '树 负载 图表' },
      icon: 'M2.5 3.5h4M4.5 3.5v9H8M4.5 8H8M10 8h3.5M10 12.5h3.5',
      group: 'tools',
      asks: [
        'listeners.list',
        'listeners.get',
        'topics.list',
        'retainer.listMessages',
        'retainer.getMessage',
        'subscriptions.list',
      ],
    }),
  },
})
