import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'

/**
 * `shards` is empty if nothing is stored durably. `status` is `up`, `down`, `lost`, or the progress of a replica
 * change.
 */
export const siteSchema = v.object({
  node: v.string(),
  up: v.boolean(),
  shards: rows(v.object({ storage: v.string(), id: v.string(), status: v.string() })),
})
export type Site = v.InferOutput<typeof siteSchema>

export const storageSchema = v.object({
  name: v.string(),
  shards: rows(
    v.object({ id: v.string(), replicas: v.array(v.object({ site: v.string(), status: v.string() })) }),
  ),
})
export type Storage = v.InferOutput<typeof storageSchema>

const storageParams = v.object({ ds: v.string() })
const replicaParams = v.object({ ds: v.string(), site: v.string() })
const refreshes = ['/ds/storages/:ds', '/ds/storages/:ds/replicas', '/ds/sites/:site'] as const

/**
 * Enterprise only. A site is the durable storage of one node; a storage is divided into shards, each with replicas on
 * sites.
 */
export const durableStorage = {
  sites: endpoint({
    method: 'GET',
    path: '/ds/sites',
    response: { 200: rows(v.string()) },
    errors: [],
    access: 'token',
  }),
  site: endpoint({
    method: 'GET',
    path: '/ds/sites/:site',
    params: v.object({ site: v.string() }),
    response: { 200: siteSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The list is empty while durable sessions and queues are disabled. */
  storages: endpoint({
    method: 'GET',
    path: '/ds/storages',
    response: { 200: rows(v.string()) },
    errors: [],
    access: 'token',
  }),
  storage: endpoint({
    method: 'GET',
    path: '/ds/storages/:ds',
    params: storageParams,
    response: { 200: storageSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Returns the sites that have replicas, or will have them when a change is complete. */
  replicas: endpoint({
    method: 'GET',
    path: '/ds/storages/:ds/replicas',
    params: storageParams,
    response: { 200: v.array(v.string()) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /**
   * The request is accepted immediately; stored data is copied afterwards. An unknown site is rejected with the
   * number 400 as `code`.
   */
  setReplicas: endpoint({
    method: 'PUT',
    path: '/ds/storages/:ds/replicas',
    refreshes,
    params: storageParams,
    body: v.array(v.string()),
    response: { 202: v.string() },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  join: endpoint({
    method: 'PUT',
    path: '/ds/storages/:ds/replicas/:site',
    refreshes,
    params: replicaParams,
    response: { 202: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/ds/storages/:ds/replicas/:site',
    refreshes,
    params: replicaParams,
    response: { 202: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
