/** Whether so much waits to be done that clients are read no further for a while. */
export interface BrokerLoad {
  /** Not there while nobody has work that waits. */
  isBusy: (() => boolean) | undefined
}
