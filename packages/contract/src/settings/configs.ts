import * as v from 'valibot'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { document, flag } from '../scalars.ts'
import {
  brokerConfigSchema,
  dashboardConfigSchema,
  limiterConfigSchema,
  sysTopicsSchema,
} from './broker-config.ts'
import { logConfigSchema } from './log-config.ts'
import { globalZoneSchema } from './mqtt-config.ts'
import { alarmConfigSchema, sysmonConfigSchema } from './sysmon-config.ts'

const errors = ['UPDATE_FAILED'] as const satisfies Endpoint['errors']

/**
 * Reading returns the document with its defaults; a write returns the resulting document. `also` lists the paths that
 * depend on it.
 */
function settings<const P extends `/${string}`, const S extends v.GenericSchema>(
  path: P,
  schema: S,
  also: readonly `/${string}`[] = [],
) {
  const shared = { path, response: { 200: schema }, errors, access: 'token' } as const
  return {
    get: endpoint({ ...shared, method: 'GET' }),
    put: endpoint({ ...shared, method: 'PUT', refreshes: [path, ...also], body: document(schema) }),
  } as const
}

const alarm = settings('/configs/alarm', alarmConfigSchema, ['/alarms'])
const broker = settings('/configs/broker', brokerConfigSchema)
const dashboard = settings('/configs/dashboard', dashboardConfigSchema)
const globalZone = settings('/configs/global_zone', globalZoneSchema)
const limiter = settings('/configs/limiter', limiterConfigSchema)
const log = settings('/configs/log', logConfigSchema, ['/audit'])
const sysTopics = settings('/configs/sys_topics', sysTopicsSchema)
const sysmon = settings('/configs/sysmon', sysmonConfigSchema, ['/alarms'])

/**
 * A write of `alarm` and `broker` starts from the defaults, a write of `dashboard` and `limiter` from the present
 * values; `log`, `sysmon` and `sys_topics` keep the parts that are left out. The global zone requires all its roots,
 * each of which except `durable_sessions` starts from the defaults.
 */
export const configs = {
  getAlarm: alarm.get,
  putAlarm: alarm.put,
  getBroker: broker.get,
  putBroker: broker.put,
  getDashboard: dashboard.get,
  putDashboard: dashboard.put,
  getGlobalZone: globalZone.get,
  putGlobalZone: globalZone.put,
  getLimiter: limiter.get,
  putLimiter: limiter.put,
  getLog: log.get,
  putLog: log.put,
  getSysTopics: sysTopics.get,
  putSysTopics: sysTopics.put,
  getSysmon: sysmon.get,
  putSysmon: sysmon.put,
  /**
   * Returns HOCON unless the request accepts only JSON. The text contains passwords and `node.cookie` in clear text.
   */
  read: endpoint({
    method: 'GET',
    path: '/configs',
    query: v.object({ key: v.optional(v.string()), node: v.optional(v.string()) }),
    gives: 'text',
    response: { 200: v.union([v.string(), v.record(v.string(), v.unknown())]) },
    errors: ['NOT_FOUND', 'INVALID_ACCEPT'],
    access: 'token',
  }),
  /** The body is HOCON. An error response is JSON in `text/plain`: `{errors: {root: fault}}`. */
  load: endpoint({
    method: 'PUT',
    path: '/configs',
    refreshes: 'everything',
    query: v.object({
      mode: v.optional(v.picklist(['merge', 'replace']), 'merge'),
      ignore_readonly: v.optional(flag, false),
    }),
    sends: 'text',
    body: v.string(),
    response: { 200: null },
    errors: [],
    access: 'token',
  }),
  /** Resets one value to its default; a whole root cannot be reset. */
  reset: endpoint({
    method: 'POST',
    path: '/configs_reset/:rootname',
    refreshes: 'everything',
    params: v.object({
      rootname: v.picklist(['alarm', 'broker', 'dashboard', 'limiter', 'log', 'sys_topics', 'sysmon']),
    }),
    query: v.object({ conf_path: v.optional(v.string()) }),
    response: { 200: null },
    errors: ['NO_DEFAULT_VALUE'],
    access: 'token',
  }),
} as const
