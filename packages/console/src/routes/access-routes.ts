import { area, type List, route, search } from './route.ts'

/**
 * The pages about which clients can connect, publish and subscribe. In the order of the menu; pages that Community
 * lacks come last.
 */
export const access = area({
  title: { en: 'Access Control', zh: '访问控制' },
  purpose: { en: 'Who can connect, publish and subscribe', zh: '谁可以连接、发布与订阅' },
  icon: 'M4 7.5h8v6H4zM5.5 7.5V5.2a2.5 2.5 0 0 1 5 0v2.3',
  routes: {
    authentication: route({
      path: '/authentication',
      search: search<List<'authentication.list'>>(),
      page: 'access/authentication/authentication-page',
      title: { en: 'Authentication', zh: '客户端认证' },
      purpose: {
        en: 'Who a client is: passwords, tokens, certificates',
        zh: '确认客户端身份：密码、令牌、证书',
      },
      find: {
        en: 'authenticators password JWT SCRAM LDAP Kerberos',
        zh: '认证器 密码 JWT SCRAM LDAP Kerberos',
      },
      icon: 'M9.8 9A3.3 3.3 0 1 0 7 6.2L2.5 10.7v2.8h2.8V12h1.5v-1.5zM11 5h.01',
      asks: ['authentication.list', 'authentication.status'],
    }),
    createAuthenticator: route({
      path: '/authentication/create',
      search: search<{ mechanism?: string; kind?: string }>(),
      page: 'access/authentication/create/create-authenticator-page',
      within: 'authentication',
      asks: ['authentication.list'],
    }),
    authenticator: route({
      path: '/authentication/detail/$id',
      search: search<List<'authentication.users'> & { tab?: 'overview' | 'users' | 'settings' }>(),
      page: 'access/authentication/authenticator-page',
      within: 'authentication',
      visits: [{ id: 'password_based:built_in_database' }],
      asks: ['authentication.get', 'authentication.list', 'authentication.status', 'authentication.users'],
    }),
    authorization: route({
      path: '/authorization',
      search: search<List<'authorization.sources'> & { tab?: 'sources' | 'settings' }>(),
      page: 'access/authorization/authorization-page',
      title: { en: 'Authorization', zh: '客户端授权' },
      purpose: { en: 'Permissions to publish and subscribe', zh: '发布与订阅的权限' },
      find: { en: 'ACL rules permissions', zh: 'ACL 规则 权限' },
      icon: 'M8 2 13 3.8v4C13 11 11 13 8 14c-3-1-5-3-5-6.2v-4zM6 8l1.5 1.5L10.2 6.6',
      asks: [
        'authorization.sources',
        'authorization.status',
        'authorization.settings',
        'authorizationRules.all',
        'authorizationRules.clients',
        'authorizationRules.users',
      ],
    }),
    createAccessSource: route({
      path: '/authorization/create',
      search: search<{ type?: string }>(),
      page: 'access/authorization/create/create-access-source-page',
      within: 'authorization',
      asks: ['authorization.sources'],
    }),
    accessSource: route({
      path: '/authorization/detail/$type',
      search: search<
        List<'authorizationRules.clients'> &
          List<'authorizationRules.users'> & {
            tab?: 'overview' | 'rules' | 'settings'
            scope?: 'clients' | 'users' | 'all'
          }
      >(),
      page: 'access/authorization/access-source-page',
      within: 'authorization',
      visits: [{ type: 'file' }],
      asks: [
        'authorization.source',
        'authorization.sources',
        'authorization.status',
        'authorizationRules.all',
        'authorizationRules.client',
        'authorizationRules.clients',
        'authorizationRules.user',
        'authorizationRules.users',
        'subscriptions.list',
      ],
    }),
    banned: route({
      path: '/banned-clients',
      search: search<List<'banned.list', 'who' | 'as' | 'by' | 'at' | 'until'>>(),
      page: 'access/banned/banned-page',
      title: { en: 'Banned Clients', zh: '黑名单' },
      purpose: {
        en: 'Client IDs, usernames and IP addresses that may not connect',
        zh: '不允许连接的客户端 ID、用户名与 IP 地址',
      },
      find: { en: 'blacklist block unban', zh: '封禁 解封' },
      icon: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM4.2 4.2l7.6 7.6',
      asks: ['banned.list', 'clients.list'],
    }),
    flappingDetect: route({
      path: '/flapping-detect',
      page: 'access/flapping-detect/flapping-detect-page',
      title: { en: 'Flapping Detection', zh: '连接抖动检测' },
      purpose: { en: 'Ban clients that reconnect too often', zh: '封禁重连过于频繁的客户端' },
      find: { en: 'reconnect ban', zh: '重连 封禁' },
      icon: 'M1.8 10.5 4.5 4.5l2.8 7L10 4.5l2 6h2.2',
      asks: ['configs.getGlobalZone', 'schemas.get'],
    }),
    gcpDevices: route({
      path: '/gcp-devices',
      search: search<List<'gcpDevices.list', 'member'>>(),
      page: 'access/gcp-devices/gcp-devices-page',
      isEnterprise: true,
      title: { en: 'GCP Devices', zh: 'GCP 设备' },
      purpose: {
        en: 'Devices moved from Google Cloud IoT Core, with their keys',
        zh: '从 Google Cloud IoT Core 迁移的设备及其公钥',
      },
      find: { en: 'Google Cloud IoT Core registry public keys', zh: 'Google Cloud IoT Core 注册表 公钥' },
      icon: 'M4.500 12.500a3 3 0 0 1 .300-6A3.800 3.800 0 0 1 12 7.300a2.600 2.600 0 0 1 0 5.200zM8 8.500v4M6.500 10h3',
      asks: ['gcpDevices.list', 'gcpDevices.get'],
    }),
  },
})
