import { area, type List, type ListView, route, search } from './route.ts'

const mqttTabs = [
  'general',
  'session',
  'session-persistence',
  'retainer',
  'system-topic',
  'force-shutdown',
] as const
export type MqttTab = (typeof mqttTabs)[number]

/**
 * The pages about how the broker handles clients and messages. In the order of the menu; pages that Community lacks
 * come last.
 */
export const settings = area({
  title: { en: 'Settings', zh: '设置' },
  purpose: { en: 'What the broker does with clients and messages', zh: 'Broker 如何处理客户端与消息' },
  icon: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3',
  routes: {
    listeners: route({
      path: '/listener',
      search: search<List<'listeners.list', 'name' | 'type' | 'bind' | 'state' | 'connections'>>(),
      page: 'settings/listeners/listeners-page',
      title: { en: 'Listeners', zh: '监听器' },
      purpose: { en: 'Ports and protocols for clients', zh: '客户端使用的端口与协议' },
      find: { en: 'ports TCP TLS WebSocket QUIC', zh: '端口 TCP TLS WebSocket QUIC' },
      icon: 'M2.5 8h3M10.5 8h3M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 2.5v1M8 12.5v1',
      asks: ['listeners.list', 'listeners.get'],
    }),
    createListener: route({
      path: '/listener/create',
      page: 'settings/listeners/create-listener-page',
      within: 'listeners',
      asks: ['listeners.list'],
    }),
    listener: route({
      path: '/listener/$id',
      search: search<{ tab?: 'settings' }>(),
      page: 'settings/listeners/listener-page',
      within: 'listeners',
      visits: [{ id: 'tcp:default' }],
      asks: ['listeners.list', 'listeners.get'],
    }),
    mqtt: route({
      path: '/mqtt/$tab',
      page: 'settings/mqtt-settings/mqtt-settings-page',
      title: { en: 'MQTT Settings', zh: 'MQTT 设置' },
      purpose: {
        en: 'Limits of the protocol, sessions and retained messages',
        zh: '协议限制、会话与保留消息',
      },
      find: {
        en: 'session persistence retainer system topics packet size',
        zh: '会话 持久化 保留消息 系统主题 报文大小',
      },
      icon: 'M3 12.5v-9l5 5.5 5-5.5v9',
      params: { tab: mqttTabs },
      opens: { tab: 'general' },
      asks: [
        'configs.getGlobalZone',
        'configs.getSysTopics',
        'configs.getBroker',
        'retainer.getSettings',
        'schemas.get',
      ],
    }),
    limiter: route({
      path: '/limiter',
      page: 'settings/limiter/limiter-page',
      title: { en: 'Limiter', zh: '速率限制' },
      purpose: { en: 'Rates of connections, messages and bytes', zh: '连接、消息与字节的速率' },
      find: { en: 'rate limits', zh: '限速' },
      icon: 'M2.5 4h11M4.5 8h7M6.5 12h3',
      asks: ['configs.getLimiter', 'clients.list', 'schemas.get'],
    }),
    topicRewrite: route({
      path: '/topic-rewrite',
      page: 'settings/topic-rewrite/topic-rewrite-page',
      title: { en: 'Topic Rewrite', zh: '主题重写' },
      purpose: { en: 'Change topics on publish and subscribe', zh: '发布与订阅时改写主题' },
      find: { en: 'rules', zh: '规则' },
      icon: 'M10.5 3 13 5.5l-7 7H3.5V10zM9 4.5 11.5 7',
      asks: ['topicRewrite.get'],
    }),
    autoSubscribe: route({
      path: '/auto-sub',
      page: 'settings/auto-subscribe/auto-subscribe-page',
      title: { en: 'Auto Subscribe', zh: '自动订阅' },
      purpose: { en: 'Subscribe clients when they connect', zh: '客户端连接时为其订阅' },
      icon: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5.5v5M5.5 8h5',
      asks: ['autoSubscribe.get'],
    }),
    log: route({
      path: '/log',
      search: search<{ tab?: 'console' | 'file' | 'throttling' | 'audit' }>(),
      page: 'settings/log-settings/log-page',
      title: { en: 'Logging', zh: '日志' },
      purpose: { en: 'Logs on the console, in files and of changes', zh: '控制台、文件与操作日志' },
      find: { en: 'level rotation', zh: '级别 轮转' },
      icon: 'M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2',
      asks: ['configs.getLog', 'schemas.get'],
    }),
    alarmSettings: route({
      path: '/monitoring/alarm-settings',
      search: search<{ tab?: 'os' | 'vm' | 'alarms' }>(),
      page: 'settings/alarm-settings/alarm-settings-page',
      title: { en: 'Alarm Settings', zh: '告警设置' },
      purpose: { en: 'From which values on alarms are raised', zh: '触发告警的阈值' },
      find: { en: 'thresholds watermarks', zh: '阈值 水位' },
      icon: 'M4 11V7.2a4 4 0 0 1 5-3.9M12 8.5V11l1 1H3l1-1M6.8 13.8h2.4M12 2v4M10 4h4',
      asks: ['configs.getAlarm', 'configs.getSysmon', 'schemas.get'],
    }),
    monitoringIntegration: route({
      path: '/monitoring/integration',
      search: search<
        ListView<'name' | 'labels' | 'kind' | 'value'> & {
          tab?: 'prometheus' | 'figures' | 'setup' | 'opentelemetry'
          endpoint?: 'stats' | 'auth' | 'data_integration' | 'schema_validation' | 'message_transformation'
          mode?: 'node' | 'all_nodes_aggregated' | 'all_nodes_unaggregated'
          search?: string
          part?: 'settings' | 'clientid' | 'topic'
        }
      >(),
      page: 'settings/monitoring-integration/monitoring-page',
      title: { en: 'Monitoring Integration', zh: '监控集成' },
      purpose: {
        en: 'Figures for Prometheus and OpenTelemetry',
        zh: '向 Prometheus 与 OpenTelemetry 输出数据',
      },
      find: {
        en: 'Prometheus OpenTelemetry Grafana Pushgateway',
        zh: 'Prometheus OpenTelemetry Grafana Pushgateway',
      },
      icon: 'M2.5 2.5v11h11M5 10.5l3-3.2 2 2 3.5-4.3M10.7 5h2.8v2.8',
      asks: [
        'prometheus.get',
        'prometheus.stats',
        'prometheus.auth',
        'prometheus.dataIntegration',
        'schemaFigures.validation',
        'schemaFigures.transformation',
        'opentelemetry.get',
        'opentelemetry.whitelist',
      ],
    }),
    fileTransfer: route({
      path: '/file-transfer',
      search: search<ListView & { tab?: 'files' | 'settings'; clientid?: string; fileid?: string }>(),
      page: 'settings/file-transfer/file-transfer-page',
      isEnterprise: true,
      title: { en: 'File Transfer', zh: '文件传输' },
      purpose: { en: 'Files that clients upload over MQTT', zh: '客户端通过 MQTT 上传的文件' },
      find: { en: 'upload download S3', zh: '上传 下载 S3' },
      icon: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3M8 12V8M6.300 9.700 8 8l1.700 1.700',
      asks: ['fileTransfer.get', 'fileTransfer.files', 'fileTransfer.filesOf'],
    }),
  },
})
