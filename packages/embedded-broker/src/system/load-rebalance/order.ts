import { rebalanceDefaults, type Thresholds } from '@brokerdeck/contract/system/load-rebalance.ts'

/** The values of a request, with defaults for missing values. */
export interface Pace {
  readonly conn_evict_rate?: number | undefined
  readonly sess_evict_rate?: number | undefined
  readonly wait_health_check?: string | undefined
  readonly wait_takeover?: string | undefined
}

export interface EvacuationOrder extends Pace {
  readonly redirect_to?: string | undefined
  readonly migrate_to?: readonly string[] | undefined
}

export type RebalanceOrder = Pace & { readonly nodes?: readonly string[] | undefined } & {
  readonly [K in keyof Thresholds]?: number | undefined
}

const usual = rebalanceDefaults

export const toPace = ({
  conn_evict_rate = usual.conn_evict_rate,
  sess_evict_rate = usual.sess_evict_rate,
  wait_health_check = usual.wait_health_check,
  wait_takeover = usual.wait_takeover,
}: Pace) => ({ conn_evict_rate, sess_evict_rate, wait_health_check, wait_takeover })

export const toLimits = ({
  abs_conn_threshold = usual.abs_conn_threshold,
  rel_conn_threshold = usual.rel_conn_threshold,
  abs_sess_threshold = usual.abs_sess_threshold,
  rel_sess_threshold = usual.rel_sess_threshold,
}: RebalanceOrder): Thresholds => ({
  abs_conn_threshold,
  rel_conn_threshold,
  abs_sess_threshold,
  rel_sess_threshold,
})
