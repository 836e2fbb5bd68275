import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { textSchema } from '../scalars.ts'

/**
 * `customer_type` is 0 small, 1 medium, 2 large, 3 business critical, 10 evaluation; dates have no time. The limit
 * counts sessions; `max_connections` is its older name. The key itself is never returned.
 */
export const licenseSchema = v.object({
  customer: v.string(),
  customer_type: v.number(),
  type: v.string(),
  deployment: v.string(),
  email: v.string(),
  start_at: v.string(),
  expiry_at: v.string(),
  expiry: v.boolean(),
  max_connections: v.number(),
  max_sessions: v.number(),
})
export type License = v.InferOutput<typeof licenseSchema>

/** The percentages of the limit at which the alarm `license_quota` is raised and cleared. */
export const licenseSettingSchema = v.object({
  connection_high_watermark: v.string(),
  connection_low_watermark: v.string(),
})
export type LicenseSetting = v.InferOutput<typeof licenseSettingSchema>

export const license = {
  get: endpoint({
    method: 'GET',
    path: '/license',
    response: { 200: licenseSchema },
    errors: [],
    access: 'token',
  }),
  /** `default` restores the license that is included in the broker. */
  update: endpoint({
    method: 'POST',
    path: '/license',
    refreshes: ['/license'],
    body: v.object({ key: v.optional(textSchema) }),
    response: { 200: licenseSchema },
    errors: [],
    access: 'token',
  }),
  setting: endpoint({
    method: 'GET',
    path: '/license/setting',
    response: { 200: licenseSettingSchema },
    errors: [],
    access: 'token',
  }),
  /**
   * A missing watermark stays unchanged. Never send `key`: a rejected key damages the stored license until `default`
   * is posted.
   */
  updateSetting: endpoint({
    method: 'PUT',
    path: '/license/setting',
    refreshes: ['/license/setting'],
    body: v.object({
      connection_high_watermark: v.optional(textSchema),
      connection_low_watermark: v.optional(textSchema),
    }),
    response: { 200: licenseSettingSchema },
    errors: [],
    access: 'token',
  }),
} as const
