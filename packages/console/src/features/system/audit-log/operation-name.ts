import type { AuditEntry } from '@brokerdeck/contract/system/audit.ts'
import { auditLog as m } from '#features/system/messages/console.ts'

type Operation = Pick<AuditEntry, 'http_method' | 'operation_id'> & {
  readonly http_request: '' | { readonly bindings: Readonly<Record<string, unknown>> }
}

/** The nouns by path; the longest matching prefix counts. */
const nouns: ReadonlyMap<string, string> = new Map([
  ['/actions', m.nAction],
  ['/actions_probe', m.nAction],
  ['/nodes/:node/actions', m.nAction],
  ['/sources', m.nSource],
  ['/sources_probe', m.nSource],
  ['/nodes/:node/sources', m.nSource],
  ['/connectors', m.nConnector],
  ['/connectors_probe', m.nConnector],
  ['/nodes/:node/connectors', m.nConnector],
  ['/bridges', m.nBridge],
  ['/bridges_probe', m.nBridge],
  ['/alarms', m.nAlarms],
  ['/api_key', m.nApiKey],
  ['/authentication', m.nAuthenticator],
  ['/authentication/:id/users', m.nAuthnUser],
  ['/authentication/:id/import_users', m.nAuthnUser],
  ['/gateways/:name/authentication/users', m.nAuthnUser],
  ['/gateways/:name/authentication/import_users', m.nAuthnUser],
  ['/authorization/cache', m.nAuthzCache],
  ['/clients/:clientid/authorization/cache', m.nAuthzCache],
  ['/authorization/settings', m.nAuthzSettings],
  ['/authorization/sources', m.nAuthzSource],
  ['/authorization/sources/built_in_database/rules', m.nAuthzRules],
  ['/banned', m.nBan],
  ['/clients', m.nClients],
  ['/clients/:clientid/subscribe', m.nSubscription],
  ['/clients/:clientid/unsubscribe', m.nSubscription],
  ['/cluster/links', m.nLink],
  ['/cluster', m.nClusterNode],
  ['/configs', m.nConfig],
  ['/configs/alarm', m.nAlarmConfig],
  ['/configs/sysmon', m.nAlarmConfig],
  ['/configs/dashboard', m.nDashboardConfig],
  ['/configs/global_zone', m.nZone],
  ['/configs/limiter', m.nLimiter],
  ['/configs/log', m.nLogConfig],
  ['/configs/sys_topics', m.nSysTopics],
  ['/configs/broker', m.nSysTopics],
  ['/configs/file_transfer', m.nFileTransfer],
  ['/file_transfer', m.nFileTransfer],
  ['/data', m.nBackup],
  ['/ds', m.nStorage],
  ['/durable_queues', m.nQueue],
  ['/exhooks', m.nHook],
  ['/gateways', m.nGateway],
  ['/gateways/:name/authentication', m.nGatewayAuthn],
  ['/gateways/:name/listeners/:id/authentication', m.nGatewayAuthn],
  ['/gateways/:name/clients', m.nGatewayClient],
  ['/gateways/coap', m.nGatewayClient],
  ['/gateways/lwm2m', m.nGatewayClient],
  ['/gateways/:name/listeners', m.nGatewayListener],
  ['/gcp_devices', m.nDevice],
  ['/license', m.nLicense],
  ['/listeners', m.nListener],
  ['/load_rebalance', m.nRebalance],
  ['/message_transformations', m.nTransformation],
  ['/monitor', m.nHistory],
  ['/mqtt/auto_subscribe', m.nAutoSubscribe],
  ['/mqtt/delayed', m.nDelayedSettings],
  ['/mqtt/delayed/messages', m.nDelayed],
  ['/mqtt/retainer', m.nRetainer],
  ['/mqtt/retainer/message', m.nRetained],
  ['/mqtt/retainer/messages', m.nRetained],
  ['/mqtt/topic_metrics', m.nTopicMetrics],
  ['/mqtt/topic_rewrite', m.nRewrite],
  ['/opentelemetry', m.nTelemetry],
  ['/plugins', m.nPlugin],
  ['/prometheus', m.nPrometheus],
  ['/publish', m.nMessage],
  ['/relup', m.nUpgrade],
  ['/rules', m.nRule],
  ['/rule_engine', m.nRule],
  ['/rule_test', m.nRule],
  ['/schema_registry', m.nSchema],
  ['/schema_registry_external', m.nSchema],
  ['/schema_validations', m.nValidation],
  ['/slow_subscriptions', m.nSlow],
  ['/slow_subscriptions/settings', m.nSlowSettings],
  ['/sso', m.nSso],
  ['/telemetry', m.nReporting],
  ['/trace', m.nTrace],
  ['/users', m.nUser],
])

/** The verbs by the last path segment that is no parameter, or by the parameter `:operation`. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['start', m.vStart],
  ['stop', m.vStop],
  ['restart', m.vRestart],
  ['enable', m.vEnable],
  ['on', m.vSwitchOn],
  ['off', m.vSwitchOff],
  ['reset', m.vResetMetrics],
  ['move', m.vMove],
  ['order', m.vMove],
  ['reorder', m.vMove],
  ['position', m.vMove],
  ['import_users', m.vImport],
  ['import', m.vImport],
  ['export', m.vExport],
  ['files', m.vUpload],
  ['upload', m.vUpload],
  ['install', m.vUpload],
  ['test', m.vTest],
  ['dryrun', m.vTest],
  ['rule_test', m.vTest],
  ['actions_probe', m.vTest],
  ['sources_probe', m.vTest],
  ['connectors_probe', m.vTest],
  ['bridges_probe', m.vTest],
  ['kickout', m.vDisconnect],
  ['subscribe', m.vSubscribe],
  ['subscriptions', m.vSubscribe],
  ['unsubscribe', m.vUnsubscribe],
  ['invite', m.vInvite],
  ['invite_async', m.vInvite],
  ['force_leave', m.vLeave],
  ['publish', m.vPublish],
  ['force_deactivate', m.vDeactivate],
  ['configs_reset', m.vReset],
  ['request', m.vSend],
  ['observe', m.vSend],
  ['read', m.vSend],
  ['write', m.vSend],
])

/** The verb in `verbs` for each value of the parameter `:enable`. */
const switchWords: ReadonlyMap<string, string> = new Map([
  ['true', 'on'],
  ['false', 'off'],
])

/** The full names of operations that noun and verb do not describe. */
const names: ReadonlyMap<string, string> = new Map([
  ['POST /login', m.wLogin],
  ['POST /logout', m.wLogout],
  ['POST /users/:username/change_pwd', m.wPassword],
  ['DELETE /clients/:clientid', m.wDisconnect],
  ['POST /sso/login/:backend', m.wSsoLogin],
  ['POST /license', m.wLicenseKey],
  ['DELETE /alarms', m.wDeactivateAlarms],
  ['POST /configs_reset/:rootname', m.wConfigReset],
  ['DELETE /banned', m.wBans],
  ['DELETE /trace', m.wTraces],
])

/** Returns a name such as "Delete listener" for an operation of the API, or undefined for an unknown path. */
export function operationName({ http_method, operation_id, http_request }: Operation): string | undefined {
  const method = http_method.toUpperCase()
  const whole = names.get(`${method} ${operation_id}`)
  if (whole !== undefined) return whole
  const parts = operation_id.split('/').slice(1)
  const noun = parts
    .map((_part, at) => nouns.get(`/${parts.slice(0, parts.length - at).join('/')}`))
    .find((found) => found !== undefined)
  if (noun === undefined) return undefined
  const last = parts.findLast((part) => !part.startsWith(':') && part !== 'bulk') ?? ''
  const { operation, action, enable } = http_request === '' ? {} : http_request.bindings
  const asked = operation ?? action ?? switchWords.get(String(enable))
  const verb = verbs.get(typeof asked === 'string' ? asked : last) ?? verbOfMethod(method, parts)
  return m.ofWhat(verb, noun)
}

function verbOfMethod(method: string, parts: readonly string[]): string {
  if (method === 'POST') return m.vCreate
  if (method === 'PUT') return m.vUpdate
  return parts.at(-1)?.startsWith(':') === true || parts.at(-1) === 'authentication' ? m.vDelete : m.vClear
}

/** Returns the target of the operation: the parameters of its path; empty for a command. */
export function operationObject({ http_request, operation_id }: Operation): string {
  if (http_request === '') return ''
  const { bindings } = http_request
  const names = operation_id.split('/').filter((part) => part.startsWith(':') && !isVerb(part))
  return names
    .map((name) => bindings[name.slice(1)])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' ')
}

const isVerb = (part: string) => [':operation', ':action', ':enable'].includes(part)
