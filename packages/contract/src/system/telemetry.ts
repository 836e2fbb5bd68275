import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { flag } from '../scalars.ts'

const statusSchema = v.object({ enable: v.boolean() })

/** Community only; on Enterprise the path does not exist. */
export const telemetry = {
  status: endpoint({
    method: 'GET',
    path: '/telemetry/status',
    response: { 200: statusSchema },
    errors: [],
    access: 'token',
  }),
  /** Rejected if the status is already the requested one. */
  setStatus: endpoint({
    method: 'PUT',
    path: '/telemetry/status',
    refreshes: ['/telemetry/status', '/telemetry/data'],
    body: v.strictObject({ enable: flag }),
    response: { 200: statusSchema },
    errors: [],
    access: 'token',
  }),
  /** Returns the reported data; 404 while nothing is reported. */
  data: endpoint({
    method: 'GET',
    path: '/telemetry/data',
    response: { 200: v.record(v.string(), v.unknown()) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
