import { area, route } from './route.ts'

/** What is done with messages on their way, and where else they go. In the order of the menu. */
export const integration = area({
  title: { en: 'Integration', zh: '集成' },
  purpose: { en: 'Rules and connections to other systems', zh: '规则以及与其他系统的连接' },
  icon: 'M2 3.5h4v3H2zM10 9.5h4v3h-4zM6 5h2.5v6H10',
  routes: {
    rules: route({
      path: '/rule/rules',
      page: 'integration/rules/rules-page',
      title: { en: 'Rules', zh: '规则' },
      purpose: { en: 'SQL that filters and transforms messages', zh: '用 SQL 过滤和转换消息' },
      find: { en: 'rule engine SQL republish events', zh: '规则引擎 SQL 消息重发布 事件' },
      icon: 'M9.5 2.5C7 2.5 7.5 5 7 8s-.5 5.5-3 5.5M5 6.5h4.5M10 9.5l3.5 4M13.5 9.5l-3.5 4',
      asks: ['rules.list', 'rules.metrics'],
    }),
    flows: route({
      path: '/flow',
      page: 'integration/flows/flows-page',
      title: { en: 'Flows', zh: '数据流' },
      purpose: { en: 'What goes where, and where it stops', zh: '消息从何而来、流向何处、在何处中断' },
      find: { en: 'flow designer map rules actions sources graph', zh: '流程 数据流 规则 动作 来源 图' },
      icon: 'M2 3h4v3H2zM2 10h4v3H2zM10.500 6.500h4v3h-4zM6 4.500h1.500c1.500 0 1 3.500 3 3.500M6 11.500h1.500c1.500 0 1-3.500 3-3.500',
      asks: [
        'actions.list',
        'actions.metrics',
        'actions.summary',
        'connectors.list',
        'rules.list',
        'rules.metrics',
        'sources.list',
        'sources.summary',
      ],
    }),
    functions: route({
      path: '/rule/functions',
      page: 'integration/rule-functions/functions-page',
      title: { en: 'Functions', zh: '函数' },
      purpose: { en: 'What SQL can call, with examples', zh: 'SQL 可用的函数及示例' },
      find: { en: 'SQL function reference rule math text time', zh: 'SQL 函数参考 规则' },
      icon: 'M11 3c-2 0-2.5 1-3 4s-1 6-3 6M5 7h5.5M10.5 9.5l3 4M13.5 9.5l-3 4',
      asks: [],
    }),
    createRule: route({
      path: '/rule/rules/create',
      page: 'integration/rule-form/create-rule-page',
      within: 'rules',
      asks: ['rules.events', 'rules.get', 'rules.list'],
    }),
    rule: route({
      path: '/rule/rules/$id',
      page: 'integration/rule/rule-page',
      within: 'rules',
      visits: [{ id: 'sample_hot' }],
      asks: [
        'rules.events',
        'rules.get',
        'rules.list',
        'rules.metrics',
        'trace.list',
        'trace.log',
        'trace.logDetail',
      ],
    }),
  },
})
