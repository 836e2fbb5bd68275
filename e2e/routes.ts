export interface Visit {
  /** As the route table spells it. */
  readonly route: string
  /** What to open, below the console's address. */
  readonly path: string
  /** Menus and dialogs of the shell are opened there; elsewhere only those of the page. */
  readonly hasShell: boolean
  /** Another page, for a path that has none of its own. */
  readonly leadsTo: string | undefined
}

const NODE = 'emqx@127.0.0.1'
/** A client id that has to survive every encoding on its way. */
export const CLIENT = 'press/07 #%C3'
/** An authenticator; it is disabled, for clients that have no password are to come in. */
export const AUTHENTICATOR = 'password_based:built_in_database'
/** A trace that follows it. */
export const TRACE = 'press_trace'

function visit(route: string, params: Readonly<Record<string, string>> = {}, leadsTo?: string): Visit {
  const path = Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`$${name}`, encodeURIComponent(value)),
    route,
  )
  return { route, path: path.slice(1), hasShell: route === '/dashboard/overview', leadsTo }
}

/** Every path of the route table, and one that is not in it. */
export const visits: readonly Visit[] = [
  visit('/', {}, '/dashboard/overview'),
  visit('/dashboard', {}, '/dashboard/overview'),
  visit('/dashboard/overview'),
  visit('/dashboard/nodes'),
  visit('/dashboard/nodes/$node', { node: NODE }),
  visit('/dashboard/metrics'),
  visit('/backup'),
  visit('/cluster'),
  visit('/cluster/health'),
  visit('/monitoring/integration'),
  visit('/clients'),
  visit('/clients/detail/$clientId', { clientId: CLIENT }),
  visit('/subscriptions', {}, '/subscriptions/subscription'),
  visit('/subscriptions/subscription'),
  visit('/subscriptions/topics'),
  visit('/topics-explorer'),
  visit('/retained'),
  visit('/delayed-pub'),
  visit('/delayed-pub-configuration'),
  visit('/websocket'),
  visit('/log-trace'),
  visit('/log-trace/detail/$name', { name: TRACE }),
  visit('/topic-metrics'),
  visit('/slow-sub'),
  visit('/slow-sub/config'),
  visit('/authentication'),
  visit('/authentication/create'),
  visit('/authentication/detail/$id', { id: AUTHENTICATOR }),
  visit('/authorization'),
  visit('/authorization/create'),
  visit('/authorization/detail/$type', { type: 'file' }),
  visit('/authorization/why'),
  visit('/users'),
  visit('/api-key'),
  visit('/audit-log'),
  visit('/sso'),
  visit('/sso/$backend', { backend: 'ldap' }),
  visit('/license'),
  visit('/listener'),
  visit('/listener/create'),
  visit('/listener/$id', { id: 'tcp:default' }),
  visit('/mqtt', {}, '/mqtt/general'),
  visit('/mqtt/$tab', { tab: 'general' }),
  visit('/mqtt/$tab', { tab: 'session' }),
  visit('/mqtt/$tab', { tab: 'session-persistence' }),
  visit('/mqtt/$tab', { tab: 'retainer' }),
  visit('/mqtt/$tab', { tab: 'system-topic' }),
  visit('/mqtt/$tab', { tab: 'force-shutdown' }),
  visit('/topic-rewrite'),
  visit('/auto-sub'),
  visit('/limiter'),
  visit('/banned-clients'),
  visit('/flapping-detect'),
  visit('/log'),
  visit('/monitoring/alarms'),
  visit('/monitoring/alarm-settings'),
  visit('/configs/dashboard'),
  visit('/configuration'),
  visit('/no-such-page'),
  visit('/mqtt/$tab', { tab: 'nope' }),
]
