/** Tells whether so much work is pending that the broker pauses reading from clients. */
export interface BrokerLoad {
  /** Undefined while no component has pending work. */
  isBusy: (() => boolean) | undefined
}
