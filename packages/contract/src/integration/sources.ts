import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { actionMetricsSchema, actionSchema, actionSummarySchema, alsoRules } from './actions.ts'
import {
  changedResource,
  newResource,
  resourceId,
  toEnable,
  toOperate,
  toOperateOnNode,
} from './connectors.ts'

/** EMQX `api/v5` /sources. */
export const sources = {
  list: endpoint({
    method: 'GET',
    path: '/sources',
    response: { 200: rows(actionSchema) },
    errors: [],
    access: 'token',
  }),
  summary: endpoint({
    method: 'GET',
    path: '/sources_summary',
    response: { 200: rows(actionSummarySchema) },
    errors: [],
    access: 'token',
  }),
  types: endpoint({
    method: 'GET',
    path: '/source_types',
    response: { 200: rows(v.string()) },
    errors: [],
    access: 'token',
  }),
  create: endpoint({
    method: 'POST',
    path: '/sources',
    refreshes: ['/sources', '/sources_summary', '/connectors', '/connectors/:id'],
    body: newResource,
    response: { 201: actionSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  probe: endpoint({
    method: 'POST',
    path: '/sources_probe',
    refreshes: [],
    body: newResource,
    response: { 204: null },
    errors: ['TEST_FAILED'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/sources/:id',
    params: resourceId,
    response: { 200: actionSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Restarts the source: its buffered messages are lost. */
  update: endpoint({
    method: 'PUT',
    path: '/sources/:id',
    refreshes: ['/sources', '/sources_summary', '/sources/:id', '/connectors', '/connectors/:id'],
    params: resourceId,
    body: changedResource,
    response: { 200: actionSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sources/:id',
    refreshes: ['/sources', '/sources_summary', '/connectors', '/connectors/:id', '/rules', '/rules/:id'],
    params: resourceId,
    query: alsoRules,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  setEnabled: endpoint({
    method: 'PUT',
    path: '/sources/:id/enable/:enable',
    refreshes: ['/sources', '/sources_summary', '/sources/:id'],
    params: toEnable,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  start: endpoint({
    method: 'POST',
    path: '/sources/:id/:operation',
    refreshes: ['/sources', '/sources_summary', '/sources/:id'],
    params: toOperate,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  startOnNode: endpoint({
    method: 'POST',
    path: '/nodes/:node/sources/:id/:operation',
    refreshes: ['/sources', '/sources_summary', '/sources/:id'],
    params: toOperateOnNode,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  /** All figures are 0 for a source that does not exist. */
  metrics: endpoint({
    method: 'GET',
    path: '/sources/:id/metrics',
    params: resourceId,
    response: { 200: actionMetricsSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  resetMetrics: endpoint({
    method: 'PUT',
    path: '/sources/:id/metrics/reset',
    refreshes: ['/sources/:id/metrics'],
    params: resourceId,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
