import { area, type List, type ListView, route, search } from './route.ts'

/** The pages about extensions of the broker. In the order of the menu. */
export const extensions = area({
  title: { en: 'Extensions', zh: '扩展' },
  purpose: { en: 'What adds to the broker', zh: '扩展 Broker 的功能' },
  icon: 'M6.2 2.5h3.6v2h3.7v3.6h-2v2.4h2v3H2.5v-9h3.7z',
  routes: {
    gateways: route({
      path: '/gateway',
      search: search<List<'gateways.list', 'member'>>(),
      page: 'extensions/gateways/gateways-page',
      title: { en: 'Gateways', zh: '网关' },
      purpose: { en: 'Devices that speak other protocols than MQTT', zh: '使用 MQTT 以外协议的设备' },
      find: {
        en: 'CoAP LwM2M STOMP MQTT-SN ExProto OCPP GB/T 32960 JT/T 808',
        zh: '协议 CoAP LwM2M STOMP MQTT-SN ExProto OCPP GB/T 32960 JT/T 808',
      },
      icon: 'M2.5 4.5h11v7h-11zM5 8h.01M7.500 8h.01M10 8h1.500M8 2.500v2M8 11.500v2',
      asks: ['gateways.list', 'gatewayAuthentication.get'],
    }),
    createGateway: route({
      path: '/gateway/create/$name',
      page: 'extensions/gateways/create-gateway-page',
      within: 'gateways',
      visits: [
        ...['coap', 'exproto', 'gbt32960', 'jt808', 'lwm2m', 'mqttsn', 'ocpp'].map((name) => ({ name })),
      ],
      asks: ['gateways.get'],
    }),
    gateway: route({
      path: '/gateway/detail/$name',
      search: search<
        List<'gatewayClients.list', 'member'> &
          List<'gatewayAuthentication.users', 'member'> & {
            tab?: 'settings' | 'listeners' | 'authentication' | 'clients'
            add?: string
          }
      >(),
      page: 'extensions/gateways/gateway-page',
      within: 'gateways',
      visits: [{ name: 'stomp' }],
      asks: [
        'gateways.list',
        'gateways.get',
        'gateways.listeners',
        'gatewayClients.list',
        'gatewayAuthentication.get',
        'gatewayAuthentication.users',
        'nodes.list',
      ],
    }),
    createGatewayListener: route({
      path: '/gateway/detail/$name/listener-create',
      page: 'extensions/gateways/create-gateway-listener-page',
      within: 'gateways',
      visits: [{ name: 'stomp' }],
      asks: ['gateways.listeners'],
    }),
    gatewayListener: route({
      path: '/gateway/detail/$name/listener/$id',
      search: search<List<'gatewayListenerAuthentication.users'> & { tab?: 'settings' | 'authentication' }>(),
      page: 'extensions/gateways/gateway-listener-page',
      within: 'gateways',
      visits: [{ name: 'stomp', id: 'stomp:tcp:default' }],
      asks: [
        'gateways.listener',
        'gateways.listeners',
        'gatewayListenerAuthentication.get',
        'gatewayListenerAuthentication.users',
      ],
    }),
    gatewayClient: route({
      path: '/gateway/detail/$name/client/$clientid',
      search: search<{ tab?: 'objects' | 'requests' | 'subscriptions' | 'details' }>(),
      page: 'extensions/gateways/gateway-client-page',
      within: 'gateways',
      visits: [
        { name: 'stomp', clientid: 'sample_till' },
        { name: 'lwm2m', clientid: 'sample_cold_room' },
        { name: 'coap', clientid: 'sample_meter' },
      ],
      asks: ['gatewayClients.get', 'gatewayClients.subscriptions', 'gatewayDevices.lookup', 'gateways.get'],
    }),
    plugins: route({
      path: '/plugins',
      search: search<ListView & { name?: string; status?: 'running' | 'stopped' }>(),
      page: 'extensions/plugins/plugins-page',
      title: { en: 'Plugins', zh: '插件' },
      purpose: { en: 'Erlang packages that extend the broker', zh: '扩展 Broker 的 Erlang 程序包' },
      find: { en: 'extensions packages install Erlang', zh: '扩展 程序包 安装 Erlang' },
      icon: 'M6 2.5v3M10 2.5v3M4 5.5h8v2.7a4 4 0 0 1-8 0zM8 12.2v1.8',
      asks: ['plugins.list'],
    }),
    installPlugin: route({
      path: '/plugins/install',
      page: 'extensions/plugins/install-plugin-page',
      within: 'plugins',
      asks: ['cluster.get'],
    }),
    plugin: route({
      path: '/plugins/detail/$name',
      search: search<{ tab?: 'overview' | 'readme' | 'config' }>(),
      page: 'extensions/plugins/plugin-page',
      within: 'plugins',
      visits: [{ name: 'device_tags-1.0.0' }],
      asks: ['plugins.get', 'plugins.getSchema', 'plugins.getConfig'],
    }),
    exhooks: route({
      path: '/exhook',
      search: search<List<'exhooks.list'>>(),
      page: 'extensions/exhooks/exhooks-page',
      title: { en: 'ExHook', zh: 'ExHook' },
      purpose: {
        en: 'gRPC servers that the broker calls on events',
        zh: '发生事件时 Broker 调用的 gRPC 服务器',
      },
      find: { en: 'extension hooks gRPC hook provider', zh: '钩子 扩展 gRPC' },
      icon: 'M9.5 2.5v6.8a3 3 0 1 1-3-3M9.5 2.5l-2 2M9.5 2.5l2 2',
      asks: ['exhooks.list'],
    }),
    createExhook: route({
      path: '/exhook/create',
      page: 'extensions/exhooks/create-exhook-page',
      within: 'exhooks',
      asks: ['exhooks.list'],
    }),
    exhook: route({
      path: '/exhook/detail/$name',
      search: search<{ tab?: 'overview' | 'hooks' | 'settings' }>(),
      page: 'extensions/exhooks/exhook-page',
      within: 'exhooks',
      visits: [{ name: 'sample_hooks' }],
      asks: ['exhooks.get', 'exhooks.hooks'],
    }),
  },
})
