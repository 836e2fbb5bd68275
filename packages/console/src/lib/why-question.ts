/** A question for the page Why: which client wants to do what. */
export interface WhyQuestion {
  readonly clientid: string
  /** Tells whether the values come from the session or are typed. */
  readonly as: 'session' | 'typed'
  readonly username: string
  readonly peerhost: string
  readonly listener: string
  /** True if the client sends a password; the password itself is never part of the question. */
  readonly password: boolean
  /** True for SCRAM or Kerberos (MQTT 5 §4.12) instead of a password. */
  readonly isEnhanced: boolean
  /** The common name in the client's certificate; the broker does not show it for any client. */
  readonly certCommonName: string
  readonly wish: 'connect' | 'publish' | 'subscribe'
  readonly topic: string
  /** True if the topic is written as the broker stores it, with the mountpoint of the session. */
  readonly isMounted: boolean
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

export const usualListener = 'tcp:default'

/** Returns the query of a link to the page; default values and values that the question does not need are left out. */
export function whySearch({ wish = 'publish', as = 'session', ...given }: Partial<WhyQuestion>) {
  const isTyped = as === 'typed'
  const isDeed = wish !== 'connect'
  const text = (value: string | undefined, isMeant: boolean) => (isMeant && value !== '' ? value : undefined)
  const flag = (value: boolean | undefined, isMeant: boolean) =>
    isMeant && value === true ? ('1' as const) : undefined
  const { qos = 0, listener = usualListener } = given
  return {
    clientid: text(given.clientid, true),
    as: isTyped ? as : undefined,
    username: text(given.username, isTyped),
    peerhost: text(given.peerhost, isTyped),
    listener: text(listener, isTyped && listener !== usualListener),
    cn: text(given.certCommonName, true),
    password: flag(given.password, !isDeed),
    enhanced: flag(given.isEnhanced, !isDeed),
    wish: wish === 'publish' ? undefined : wish,
    topic: text(given.topic, isDeed),
    mounted: flag(given.isMounted, isDeed),
    qos: qos === 0 || !isDeed ? undefined : (`${qos}` as const),
    retain: flag(given.retain, wish === 'publish'),
  }
}
