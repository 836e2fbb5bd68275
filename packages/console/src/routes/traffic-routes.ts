import { area, type List, type ListView, route, search } from './route.ts'

/**
 * The pages about clients, subscriptions and messages. In the order of the menu; pages that Community lacks come
 * last.
 */
export const traffic = area({
  title: { en: 'Management', zh: '管理' },
  purpose: { en: 'Clients, subscriptions and messages', zh: '客户端、订阅与消息' },
  icon: 'M2.5 5.5h10.5M10.2 2.8 13 5.5 10.2 8.2M13.5 10.5H3M5.8 7.8 3 10.5l2.8 2.7',
  routes: {
    clients: route({
      path: '/clients',
      search: search<List<'clients.list'>>(),
      page: 'traffic/clients/clients-page',
      title: { en: 'Clients', zh: '客户端' },
      purpose: { en: 'Connections and sessions', zh: '连接与会话' },
      find: { en: 'devices sessions kick', zh: '设备 会话 踢出' },
      icon: 'M3 3.5h7v9H3zM10 6h3v4h-3M5.5 10.5h2',
      count: 'connections',
      asksEarly: ['clients_v2?limit=20'],
      asks: ['clients.list', 'clients.listByCursor', 'clients.get'],
    }),
    topClients: route({
      path: '/clients/top',
      search:
        search<
          ListView<
            | 'clientid'
            | 'connected'
            | 'mqueue'
            | 'username'
            | 'node'
            | 'subscriptions'
            | 'mqueue_dropped'
            | 'inflight_cnt'
            | 'recv_rate'
            | 'send_rate'
          >
        >(),
      page: 'traffic/clients/top-clients-page',
      within: 'clients',
      asks: ['clients.list'],
    }),
    client: route({
      path: '/clients/detail/$clientId',
      search: search<{ messages?: 'queue' | 'inflight'; counters?: 'total' | 'rate' }>(),
      page: 'traffic/client/client-page',
      within: 'clients',
      // This ID has to survive every encoding on its way.
      visits: [{ clientId: 'press/07 #%C3' }],
      asks: [
        'clients.get',
        'clients.subscriptions',
        'clients.authorizationCache',
        'clients.mqueueMessages',
        'clients.inflightMessages',
        'banned.list',
        'trace.list',
        'trace.log',
        'trace.logDetail',
      ],
    }),
    subscriptions: route({
      path: '/subscriptions/subscription',
      search: search<
        List<'subscriptions.list', 'topic' | 'qos' | 'clientid' | 'node'> & { receives?: string }
      >(),
      page: 'traffic/subscriptions/subscriptions-page',
      title: { en: 'Subscriptions', zh: '订阅' },
      purpose: { en: 'Topic filters of each client', zh: '每个客户端的主题过滤器' },
      find: { en: 'topic filters shared', zh: '主题过滤器 共享订阅' },
      icon: 'M4 2.5v11M4 6h4.5a2 2 0 0 1 2 2v0M4 10h8M10.5 12.2 13 10l-2.5-2.2',
      count: 'subscriptions',
      asks: ['subscriptions.list', 'topics.list'],
    }),
    topics: route({
      path: '/subscriptions/topics',
      search: search<List<'topics.list', 'topic' | 'node'>>(),
      page: 'traffic/topics/topics-page',
      title: { en: 'Topics', zh: '主题' },
      purpose: { en: 'Topic filters that have subscribers', zh: '有订阅者的主题过滤器' },
      find: { en: 'routes', zh: '路由' },
      icon: 'M6.2 2.5 4.8 13.5M11.2 2.5 9.8 13.5M3 5.8h10.5M2.5 10.2H13',
      count: 'topics',
      asks: ['topics.list'],
    }),
    retained: route({
      path: '/retained',
      search: search<List<'retainer.listMessages', 'topic' | 'publish_at'>>(),
      page: 'traffic/retained/retained-page',
      title: { en: 'Retained Messages', zh: '保留消息' },
      purpose: { en: 'Messages kept for new subscribers', zh: '为新订阅者保存的消息' },
      find: { en: 'last value', zh: '最新值' },
      icon: 'M5 2.5h6M6 2.5v4l-2 2.5h8L10 6.5v-4M8 9v4.5',
      asks: ['retainer.getSettings', 'retainer.listMessages', 'retainer.getMessage'],
    }),
    delayed: route({
      path: '/delayed-pub',
      search: search<List<'delayed.listMessages', 'topic' | 'publish_at' | 'expected_at'>>(),
      page: 'traffic/delayed-publish/delayed-page',
      title: { en: 'Delayed Publish', zh: '延迟发布' },
      purpose: { en: 'Messages that wait to be published', zh: '等待发布的消息' },
      find: { en: '$delayed', zh: '$delayed' },
      icon: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.2l2.2 1.4',
      asks: ['delayed.getSettings', 'delayed.listMessages', 'delayed.getMessage'],
    }),
    delayedSettings: route({
      path: '/delayed-pub-configuration',
      page: 'traffic/delayed-publish/delayed-settings-page',
      within: 'delayed',
      asks: ['delayed.getSettings'],
    }),
  },
})
