import { area, type List, type ListView, route, search } from './route.ts'

const ssoBackends = ['ldap', 'saml', 'oidc'] as const

/** Cluster, users and maintenance. In the order of the menu; what Community lacks comes last. */
export const system = area({
  title: { en: 'System settings', zh: '系统设置' },
  purpose: { en: 'Cluster, users and maintenance', zh: '集群、用户与维护' },
  icon: 'M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4',
  routes: {
    cluster: route({
      path: '/cluster',
      page: 'system/cluster/cluster-page',
      title: { en: 'Cluster', zh: '集群' },
      purpose: { en: 'Invite and remove nodes', zh: '邀请与移除节点' },
      find: { en: 'join leave topology', zh: '加入 离开 拓扑' },
      icon: 'M8 2.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM3.7 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM12.3 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM7.2 5.6 4.5 10.4M8.8 5.6l2.7 4.8M5.4 12h5.2',
      asks: ['cluster.get', 'cluster.invitations', 'cluster.topology', 'telemetry.data', 'telemetry.status'],
    }),
    users: route({
      path: '/users',
      search: search<List<'users.list', 'username' | 'role' | 'backend'>>(),
      page: 'system/users/users-page',
      title: { en: 'Users', zh: '用户' },
      purpose: { en: 'Who may sign in to this console', zh: '可以登录此控制台的用户' },
      find: { en: 'administrators passwords roles', zh: '管理员 密码 角色' },
      icon: 'M6 3.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM1.8 13c.4-2.4 2-3.5 4.2-3.5s3.8 1.1 4.2 3.5M10.6 3.7a2.3 2.3 0 0 1 0 4.2M12 9.8c1.3.5 2 1.5 2.3 3.2',
      asks: ['users.list'],
    }),
    apiKeys: route({
      path: '/api-key',
      search: search<List<'apiKeys.list', 'name' | 'expired_at' | 'role' | 'enable'>>(),
      page: 'system/api-keys/api-keys-page',
      title: { en: 'API Keys', zh: 'API 密钥' },
      purpose: { en: 'Credentials for the REST API', zh: 'REST API 的凭据' },
      find: { en: 'tokens secrets REST', zh: '令牌 密钥 REST' },
      icon: 'M2.5 4h11v8h-11zM5.5 6.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM9 7h2.5M9 9.5h2.5',
      asks: ['apiKeys.list', 'apiKeys.get'],
    }),
    backup: route({
      path: '/backup',
      search: search<List<'backups.list'>>(),
      page: 'system/backup/backup-page',
      title: { en: 'Backup', zh: '备份' },
      purpose: { en: 'Save and restore the configuration', zh: '保存与恢复配置' },
      find: { en: 'export import restore', zh: '导出 导入 恢复' },
      icon: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3',
      asks: ['backups.list', 'configs.read'],
    }),
    compare: route({
      path: '/clusters/compare',
      search: search<
        ListView<'name' | 'kind' | 'outcome' | 'fields'> & {
          cluster?: string
          from?: 'file'
          kinds?: string
          q?: string
          kind?: string
          outcome?: string
        }
      >(),
      page: 'system/promote/compare-page',
      title: { en: 'Compare & Promote', zh: '对比与迁移' },
      purpose: {
        en: 'Differences to another cluster or a backup, and how to bring them here',
        zh: '与其他集群或备份的差异，以及如何迁移到本集群',
      },
      find: { en: 'diff staging production clusters copy', zh: '差异 同步 预发布 生产 复制' },
      icon: 'M2.500 3.500h4.500v9H2.500zM9 3.500h4.500v9H9zM4 6.500h1.500M10.500 6.500H12M4 9h1.500M10.500 9.500H12',
      asks: [
        'rules.list',
        'rules.get',
        'connectors.list',
        'connectors.get',
        'actions.list',
        'actions.get',
        'sources.list',
        'sources.get',
        'schemaRegistry.list',
        'externalRegistries.list',
        'schemaValidations.list',
        'messageTransformations.list',
        'authentication.list',
        'authorization.sources',
        'authorization.settings',
        'listeners.list',
        'listeners.get',
        'monitor.current',
        'autoSubscribe.get',
        'topicRewrite.get',
        'delayed.getSettings',
        'configs.getAlarm',
        'configs.getBroker',
        'configs.getDashboard',
        'configs.getGlobalZone',
        'configs.getLog',
        'configs.getSysTopics',
        'configs.getSysmon',
        'retainer.getSettings',
        'retainer.listMessages',
        'retainer.getMessage',
        'banned.list',
        'authorizationRules.all',
        'authorizationRules.clients',
        'authorizationRules.client',
        'authorizationRules.users',
        'authorizationRules.user',
      ],
    }),
    configuration: route({
      path: '/configuration',
      search: search<{ tab?: 'running' | 'import'; key?: string }>(),
      page: 'system/configuration/configuration-page',
      title: { en: 'Configuration', zh: '配置' },
      purpose: { en: 'Values in effect, as text', zh: '以文本查看生效的配置' },
      find: { en: 'HOCON import', zh: 'HOCON 导入' },
      icon: 'M5.2 4.7 2.2 8l3 3.3M10.8 4.7l3 3.3-3 3.3M9.2 3.3 6.8 12.7',
      asks: ['configs.read'],
    }),
    dashboardAccess: route({
      path: '/configs/dashboard',
      search: search<{ tab?: 'access' | 'http' | 'https' }>(),
      page: 'system/dashboard-settings/dashboard-settings-page',
      title: { en: 'Dashboard Access', zh: '控制台访问' },
      purpose: { en: 'Ports of this console, and how long a login lasts', zh: '此控制台的端口与登录有效期' },
      find: { en: 'HTTP HTTPS CORS', zh: 'HTTP HTTPS CORS' },
      icon: 'M4 13.5v-11h8v11M2.5 13.5h11M9.5 8h.01',
      asks: ['configs.getDashboard', 'schemas.get'],
    }),
    auditLog: route({
      path: '/audit-log',
      search: search<
        List<'audit.list'> & {
          tab?: 'server'
          user?: string
          address?: string
          method?: string
          kind?: string
          name?: string
          outcome?: string
          since?: string
          until?: string
        }
      >(),
      page: 'system/audit-log/audit-log-page',
      title: { en: 'Audit Log', zh: '审计日志' },
      purpose: { en: 'Changes by user and time', zh: '按用户与时间查看更改' },
      find: { en: 'history changes operations', zh: '历史 更改 操作' },
      icon: 'M3.5 2.5h6.5l2.5 2.5v8.5h-9zM5.7 8.3l1.6 1.6 3-3.2',
      asks: ['audit.list'],
    }),
    clusterLinks: route({
      path: '/cluster-linking',
      search: search<ListView<'member'>>(),
      page: 'system/cluster-links/cluster-links-page',
      title: { en: 'Cluster Linking', zh: '集群连接' },
      purpose: { en: 'Exchange messages with other clusters', zh: '与其他集群交换消息' },
      find: { en: 'link bridge remote cluster federation', zh: '桥接 远程集群' },
      icon: 'M6.500 9.500l3-3M7.500 4.500l1-1a2.830 2.830 0 0 1 4 4l-1 1M8.500 11.500l-1 1a2.830 2.830 0 0 1-4-4l1-1',
      isEnterprise: true,
      asks: ['clusterLinks.list', 'clusterLinks.metrics'],
    }),
    createClusterLink: route({
      path: '/cluster-linking/create',
      page: 'system/cluster-links/create-cluster-link-page',
      within: 'clusterLinks',
      isEnterprise: true,
      asks: ['cluster.get', 'clusterLinks.list'],
    }),
    clusterLink: route({
      path: '/cluster-linking/detail/$name',
      search: search<{ tab?: 'overview' | 'settings' }>(),
      page: 'system/cluster-links/cluster-link-page',
      within: 'clusterLinks',
      visits: [{ name: 'sample_cluster' }],
      isEnterprise: true,
      asks: ['clusterLinks.get', 'clusterLinks.metrics'],
    }),
    loadRebalance: route({
      path: '/cluster/rebalance',
      page: 'system/load-rebalance/load-rebalance-page',
      title: { en: 'Evacuation & Rebalancing', zh: '节点疏散与负载均衡' },
      purpose: {
        en: 'Move clients and sessions from one node to others',
        zh: '将客户端和会话从一个节点迁移到其他节点',
      },
      find: { en: 'drain maintenance purge load balancer', zh: '维护 排空 迁移' },
      icon: 'M2.5 3.500h4v9h-4zM9.500 3.500h4v9h-4zM5 6.500h6M9.300 4.800 11 6.500 9.300 8.200',
      isEnterprise: true,
      asks: ['loadRebalance.global', 'nodes.list'],
    }),
    relup: route({
      path: '/hot-upgrade',
      page: 'system/relup/relup-page',
      title: { en: 'Hot Upgrade', zh: '热升级' },
      purpose: { en: 'Bring nodes to another version while they run', zh: '在运行中升级节点版本' },
      find: { en: 'relup release version package', zh: '版本 升级包' },
      icon: 'M8 13.500V5M4.500 8.300 8 4.800l3.500 3.500M3 2.500h10',
      isEnterprise: true,
      asks: ['relup.package', 'relup.status'],
    }),
    durableStorage: route({
      path: '/cluster/durable-storage',
      search: search<List<'durableQueues.list'> & { tab?: 'storages' | 'sites' | 'queues' }>(),
      page: 'system/durable-storage/durable-storage-page',
      title: { en: 'Durable Storage', zh: '持久存储' },
      purpose: {
        en: 'Where sessions, messages and queues are kept, and their replicas',
        zh: '会话、消息与队列的存储位置及其副本',
      },
      find: { en: 'replicas shards sites durable queues', zh: '副本 分片 站点 持久队列' },
      icon: 'M2.500 4.500c0-2.600 11-2.600 11 0s-11 2.600-11 0zM2.500 4.500v7c0 2.600 11 2.600 11 0v-7M2.500 8c0 2.600 11 2.600 11 0',
      isEnterprise: true,
      asks: [
        'durableQueues.list',
        'durableStorage.replicas',
        'durableStorage.site',
        'durableStorage.sites',
        'durableStorage.storage',
        'durableStorage.storages',
      ],
    }),
    sso: route({
      path: '/sso',
      page: 'system/sso/sso-page',
      title: { en: 'Single Sign-On', zh: '单点登录' },
      purpose: { en: 'LDAP, SAML and OpenID Connect', zh: 'LDAP、SAML 与 OpenID Connect' },
      find: { en: 'LDAP SAML OIDC', zh: 'LDAP SAML OIDC' },
      icon: 'M3.5 4h9v9.5h-9zM6.5 4V2.5h3V4M8 6.6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM5.7 11.9c.4-.9 1.2-1.4 2.3-1.4s1.9.5 2.3 1.4',
      isEnterprise: true,
      asks: ['sso.list', 'sso.running'],
    }),
    ssoBackend: route({
      path: '/sso/$backend',
      page: 'system/sso/sso-backend-page',
      within: 'sso',
      isEnterprise: true,
      params: { backend: ssoBackends },
      visits: [{ backend: 'ldap' }],
      asks: ['sso.get', 'sso.list'],
    }),
    activity: route({
      path: '/activity',
      search: search<ListView<'at'>>(),
      page: 'system/audit-log/activity-page',
      title: { en: 'My Activity', zh: '我的操作' },
      purpose: { en: 'What you changed from this browser', zh: '您在此浏览器中所做的更改' },
      find: { en: 'history trail changes', zh: '历史 记录 更改' },
      icon: 'M8 2.5a5.5 5.5 0 1 0 5.5 5.5M8 5v3.2l2.2 1.4M10.5 2.5h3v3',
      asks: [],
    }),
    license: route({
      path: '/license',
      page: 'system/license/license-page',
      title: { en: 'License', zh: '许可证' },
      purpose: { en: 'Quota and expiry', zh: '配额与有效期' },
      find: { en: 'quota expiry', zh: '配额 有效期' },
      icon: 'M8 2.3a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2zM6 9.2l-1 4.5 3-1.6 3 1.6-1-4.5',
      isEnterprise: true,
      asks: ['license.get', 'license.setting'],
    }),
  },
})
