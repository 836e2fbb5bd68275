import { area, type List, type ListView, route, search } from './route.ts'

/** The preset values of a new rule. */
interface NewRule {
  actionId?: string
  sourceId?: string
  from?: string
  action?: 'copy'
  target?: string
}

type RuleTab = 'statistics' | 'settings' | 'test'

/** The filters of a list, applied in the browser: the API returns all entries at once. */
interface BridgeFilters {
  name?: string
  type?: string
  status?: string
  enable?: string
}
type BridgeList = ListView<'member' | 'type' | 'rules' | 'created_at' | 'last_modified_at'> &
  BridgeFilters & { rule?: string }

/** The pages about the processing of messages and their way to other systems. In the order of the menu. */
export const integration = area({
  title: { en: 'Integration', zh: '集成' },
  purpose: { en: 'Rules and connections to other systems', zh: '规则以及与其他系统的连接' },
  icon: 'M2 3.5h4v3H2zM10 9.5h4v3h-4zM6 5h2.5v6H10',
  routes: {
    rules: route({
      path: '/rule/rules',
      search: search<List<'rules.list', 'member' | 'from' | 'actions' | 'created_at' | 'last_modified_at'>>(),
      page: 'integration/rules/list/rules-page',
      title: { en: 'Rules', zh: '规则' },
      purpose: { en: 'SQL that filters and transforms messages', zh: '用 SQL 过滤和转换消息' },
      find: { en: 'rule engine SQL republish events', zh: '规则引擎 SQL 消息重发布 事件' },
      icon: 'M9.5 2.5C7 2.5 7.5 5 7 8s-.5 5.5-3 5.5M5 6.5h4.5M10 9.5l3.5 4M13.5 9.5l-3.5 4',
      asks: ['actions.summary', 'rules.list', 'rules.metrics', 'sources.summary'],
    }),
    flows: route({
      path: '/flow',
      search: search<
        ListView<'rule'> & { q?: string; show?: string; view?: 'map' | 'list'; focus?: string }
      >(),
      page: 'integration/flows/flows-page',
      parts: ['integration/flows/flow-map'],
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
    createFlow: route({
      path: '/flow/create',
      search: search<NewRule>(),
      page: 'integration/flows/create-flow-page',
      parts: [
        'integration/flows/flow-editor',
        'integration/flows/flow-workspace',
        'integration/flows/flow-canvas',
        'integration/rules/form/rule-form-lab',
        'integration/rules/lab/engine/rule-lab-worker',
      ],
      within: 'flows',
      asks: ['actions.summary', 'rules.events', 'rules.get', 'rules.list', 'sources.summary'],
    }),
    flow: route({
      path: '/flow/$ruleId',
      page: 'integration/flows/flow-page',
      parts: [
        'integration/flows/flow-editor',
        'integration/flows/flow-workspace',
        'integration/flows/flow-canvas',
        'integration/rules/form/rule-form-lab',
        'integration/rules/lab/engine/rule-lab-worker',
      ],
      within: 'flows',
      visits: [{ ruleId: 'sample_hot' }],
      asks: ['actions.summary', 'rules.events', 'rules.get', 'rules.list', 'sources.summary'],
    }),
    functions: route({
      path: '/rule/functions',
      search: search<{ q?: string; name?: string }>(),
      page: 'integration/rules/functions/functions-page',
      title: { en: 'Functions', zh: '函数' },
      purpose: { en: 'What SQL can call, with examples', zh: 'SQL 可用的函数及示例' },
      find: { en: 'SQL function reference rule math text time', zh: 'SQL 函数参考 规则' },
      icon: 'M11 3c-2 0-2.5 1-3 4s-1 6-3 6M5 7h5.5M10.5 9.5l3 4M13.5 9.5l-3 4',
      asks: [],
    }),
    actions: route({
      path: '/rule/actions',
      search: search<BridgeList>(),
      page: 'integration/bridges/actions/actions-page',
      title: { en: 'Actions', zh: '动作' },
      purpose: { en: 'Send what rules give to other systems', zh: '把规则的结果发送到其他系统' },
      find: { en: 'sink bridge buffer dropped', zh: '数据集成 Sink 数据桥接 缓冲' },
      icon: 'M2.5 8h8M7.5 5l3 3-3 3M13 3v10',
      asks: ['actions.summary', 'actions.metrics'],
    }),
    sources: route({
      path: '/rule/source',
      search: search<BridgeList>(),
      page: 'integration/bridges/actions/sources-page',
      title: { en: 'Sources', zh: 'Source' },
      purpose: { en: 'Feed rules from other systems', zh: '从其他系统接收数据并交给规则' },
      find: { en: 'ingress bridge consumer', zh: '数据集成 数据桥接 消费' },
      icon: 'M13.5 8h-8M8.5 5l-3 3 3 3M3 3v10',
      asks: ['sources.summary', 'sources.metrics'],
    }),
    connectors: route({
      path: '/connector',
      search: search<
        ListView<'member' | 'type' | 'server' | 'used' | 'since'> & BridgeFilters & { used?: string }
      >(),
      page: 'integration/bridges/connectors/connectors-page',
      title: { en: 'Connectors', zh: '连接器' },
      purpose: { en: 'Connections to other systems', zh: '到其他系统的连接' },
      find: { en: 'bridge database kafka http mqtt', zh: '数据集成 数据桥接 数据库' },
      icon: 'M6 10l-1.5 1.5a2.1 2.1 0 0 1-3-3L3 7M10 6l1.5-1.5a2.1 2.1 0 0 1 3 3L13 9M6 10l4-4',
      asks: ['alarms.list', 'connectors.list'],
    }),
    createConnector: route({
      path: '/connector/create',
      search: search<{ type?: string; action?: 'copy'; target?: string }>(),
      page: 'integration/bridges/connectors/create-connector-page',
      within: 'connectors',
      asks: ['connectors.get', 'connectors.list', 'schemas.get'],
    }),
    createAction: route({
      path: '/rule/actions/create',
      search: search<{ connector?: string; action?: 'copy'; target?: string; next?: 'rule' }>(),
      page: 'integration/bridges/actions/create-action-page',
      within: 'actions',
      asks: ['actions.get', 'connectors.list', 'schemas.get'],
    }),
    createSource: route({
      path: '/rule/source/create',
      search: search<{ connector?: string; action?: 'copy'; target?: string; next?: 'rule' }>(),
      page: 'integration/bridges/actions/create-source-page',
      within: 'sources',
      asks: ['connectors.list', 'schemas.get', 'sources.get'],
    }),
    webhooks: route({
      path: '/webhook',
      search: search<ListView<'member' | 'url'> & { name?: string; url?: string }>(),
      page: 'integration/webhooks/webhooks-page',
      title: { en: 'Webhook', zh: 'Webhook' },
      purpose: { en: 'Send messages and events to an HTTP server', zh: '把消息和事件发送到 HTTP 服务器' },
      find: { en: 'http hook callback post trigger', zh: 'HTTP 回调 钩子 推送 触发' },
      icon: 'M6.5 6.5L4 11M9.5 9.500h4M7 5.5a2 2 0 1 1 2.500 1.500L11.500 10.500M5.500 11.500a2 2 0 1 1-2.500-2M10.500 11.500a2 2 0 1 0 2-2',
      asks: ['actions.list', 'actions.metrics', 'connectors.list', 'rules.list'],
    }),
    createWebhook: route({
      path: '/webhook/create',
      page: 'integration/webhooks/create-webhook-page',
      parts: ['integration/webhooks/webhook-form'],
      within: 'webhooks',
      asks: ['rules.events', 'schemas.get'],
    }),
    webhook: route({
      path: '/webhook/$name',
      search: search<{ tab?: 'overview' | 'rule' | 'settings' }>(),
      page: 'integration/webhooks/webhook-page',
      within: 'webhooks',
      visits: [{ name: 'sample_WH_D' }],
      asks: [
        'actions.get',
        'actions.metrics',
        'connectors.get',
        'rules.events',
        'rules.get',
        'rules.metrics',
        'schemas.get',
      ],
    }),
    connector: route({
      path: '/connector/$id',
      search: search<{ tab?: 'overview' | 'settings' }>(),
      page: 'integration/bridges/connectors/connector-page',
      parts: ['integration/bridges/connectors/connector-overview'],
      within: 'connectors',
      visits: [{ id: 'http:sample_receiver' }],
      asks: [
        'actions.summary',
        'actions.types',
        'connectors.get',
        'schemas.get',
        'sources.summary',
        'sources.types',
      ],
    }),
    action: route({
      path: '/rule/actions/$id',
      search: search<{ tab?: 'overview' | 'settings' }>(),
      page: 'integration/bridges/actions/action-page',
      within: 'actions',
      visits: [{ id: 'http:sample_post' }],
      asks: [
        'actions.get',
        'actions.metrics',
        'connectors.get',
        'connectors.list',
        'rules.get',
        'schemas.get',
      ],
    }),
    source: route({
      path: '/rule/source/$id',
      search: search<{ tab?: 'overview' | 'settings' }>(),
      page: 'integration/bridges/actions/source-page',
      within: 'sources',
      visits: [{ id: 'mqtt:sample_far' }],
      asks: [
        'connectors.get',
        'connectors.list',
        'rules.get',
        'schemas.get',
        'sources.get',
        'sources.metrics',
      ],
    }),
    createRule: route({
      path: '/rule/rules/create',
      // A rule may be called `create`: the address of its page has a tab.
      search: search<NewRule & { tab?: RuleTab }>(),
      page: 'integration/rules/form/create-rule-page',
      parts: [
        'integration/rules/form/create-rule',
        'integration/rules/form/column-list',
        'integration/rules/editor/rule-sql-code',
        'integration/rules/form/rule-form-lab',
        'integration/rules/lab/engine/rule-lab-worker',
      ],
      within: 'rules',
      asks: [
        'actions.summary',
        'rules.events',
        'rules.get',
        'rules.list',
        'schemaRegistry.list',
        'sources.summary',
      ],
    }),
    ruleEngine: route({
      path: '/rule/engine',
      page: 'integration/rules/list/rule-engine-page',
      within: 'rules',
      asks: ['rules.getEngine'],
    }),
    rule: route({
      path: '/rule/rules/$id',
      search: search<{ tab?: RuleTab }>(),
      page: 'integration/rules/page/rule-page',
      within: 'rules',
      visits: [{ id: 'sample_hot' }],
      asks: [
        'actions.list',
        'actions.metrics',
        'actions.summary',
        'connectors.list',
        'rules.events',
        'rules.get',
        'rules.list',
        'rules.metrics',
        'schemaRegistry.list',
        'sources.list',
        'sources.summary',
        'trace.list',
        'trace.log',
        'trace.logDetail',
      ],
    }),
  },
})
